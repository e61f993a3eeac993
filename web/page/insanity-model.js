// @ts-check
/**
 * A set of cubes as the page holds it: its edges, what the reader's choice means, what follows from
 * it. Whether there is a tower is for the library to say.
 */
import { SIDES, turned } from "./cube.js";

/** Faces in the order left, front, right, back, top, bottom; `pairs`: chirality is unknown. */
/** @typedef {{ faces: string[], pairs: boolean }} Cube */
/** @typedef {{ title: string, cubes: Cube[], paints: Record<string, string> }} Puzzle */
/** @typedef {{ key: string, cube: number, axis: number, ends: [string, string] }} Edge */
/** @typedef {1 | 2} Factor */
/** @typedef {Map<string, Factor>} Picks the factor of each edge that was chosen, by key */
/** @typedef {import("./cube.js").Side} Side */

/** The colour of a face that nobody has painted yet. */
export const BLANK = "unpainted";

export const AXES = ["left/right", "front/back", "top/bottom"];
/** The two faces of each axis. */
const OPPOSITE = [
  [0, 2],
  [1, 3],
  [4, 5],
];
/** The faces of a cube, in the order in which they are written. @type {Side[]} */
export const PLACES = ["left", "front", "right", "back", "top", "bottom"];

/** @param {any} json the keys of an instance file @returns {Puzzle} */
export function fromJson(json) {
  const cubes = json.cubes.map((/** @type {any} */ cube) => {
    if (cube.faces) return { faces: [...cube.faces], pairs: false };
    const [[top, bottom], [left, right], [front, back]] = cube.pairs;
    return { faces: [left, front, right, back, top, bottom], pairs: true };
  });
  return { title: json.title ?? "", cubes, paints: { ...json.colours } };
}

/** The colours on the cubes, in the order of their first face. @param {Puzzle} puzzle */
export function colours(puzzle) {
  return [...new Set(puzzle.cubes.flatMap((cube) => cube.faces))];
}

/** A string of TOML. @param {string} text */
function quoted(text) {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

/** @param {Puzzle} puzzle */
export function toToml({ title, cubes, paints }) {
  const used = new Set(cubes.flatMap((cube) => cube.faces));
  /** @param {string[]} names */
  const list = (names) => `[${names.map(quoted).join(", ")}]`;
  const lines = cubes.map(({ faces, pairs }) => {
    if (!pairs) return `  { faces = ${list(faces)} },`;
    const axes = [2, 0, 1].map((axis) => list(OPPOSITE[axis].map((face) => faces[face])));
    return `  { pairs = [${axes.join(", ")}] },`;
  });
  const paint = Object.entries(paints).filter(([name]) => used.has(name));
  return [
    'kind = "insanity"',
    ...(title ? [`title = ${quoted(title)}`] : []),
    `cubes = [\n${lines.join("\n")}\n]`,
    ...(paint.length > 0 ? ["[colours]"] : []),
    ...paint.map(([name, value]) => `${quoted(name)} = ${quoted(value)}`),
    "",
  ].join("\n");
}

/** Three edges for each cube. @param {Puzzle} puzzle @returns {Edge[]} */
export function edgesOf(puzzle) {
  return puzzle.cubes.flatMap(({ faces }, index) =>
    OPPOSITE.map(([one, other], axis) => ({
      key: `${index + 1}-${axis}`,
      cube: index + 1,
      axis,
      ends: /** @type {[string, string]} */ ([faces[one], faces[other]]),
    })),
  );
}

/** The edge in words. @param {Edge} edge */
export function say({ cube, ends }) {
  return `${ends[0]}–${ends[1]} of cube ${cube}`;
}

/**
 * The degree that an edge gives a colour: two for a loop.
 * @param {Edge} edge @param {string} colour
 */
export function degreeAt({ ends }, colour) {
  return Number(ends[0] === colour) + Number(ends[1] === colour);
}

/**
 * Directions: every path and cycle is walked one way, so that a colour of degree two is left once
 * and reached once.
 * @param {Edge[]} edges of one factor
 * @returns {Map<string, [string, string]>} where each edge comes from and goes to
 */
export function orient(edges) {
  /** @type {Map<string, [string, string]>} */
  const directions = new Map();
  /** @param {string} colour */
  const open = (colour) =>
    edges.filter(({ key, ends }) => !directions.has(key) && ends.includes(colour));
  /** @param {string} start */
  const walk = (start) => {
    let at = start;
    for (let [edge] = open(at); edge; [edge] = open(at)) {
      const to = edge.ends[0] === at ? edge.ends[1] : edge.ends[0];
      directions.set(edge.key, [at, to]);
      at = to;
    }
  };
  const names = [...new Set(edges.flatMap(({ ends }) => ends))];
  for (const name of names) if (open(name).length === 1) walk(name);
  for (const name of names) walk(name);
  return directions;
}

/** Quarter turns of a cube as the tool names them. */
/** @type {[string, import("./cube.js").Turn][]} */
const TURNS = [
  ["up", "up"],
  ["down", "down"],
  ["left", "anticlockwise"],
  ["right", "clockwise"],
  ["clockwise", "left"],
  ["counterclockwise", "right"],
];

/** The 24 ways to set a cube down: which face lies on each side, and how to get there. */
const ROTATIONS = (() => {
  const first = /** @type {Record<Side, number>} */ ({});
  PLACES.forEach((side, index) => {
    first[side] = index;
  });
  const all = [{ faces: first, turns: /** @type {string[]} */ ([]) }];
  for (const { faces, turns } of all) {
    for (const [name, turn] of TURNS) {
      const next = turned(faces, turn);
      const known = all.some((seen) => SIDES.every((side) => seen.faces[side] === next[side]));
      if (!known) all.push({ faces: next, turns: [...turns, name] });
    }
  }
  return all;
})();

/**
 * How each cube stands when the first factor is front and back and the second left and right; sides
 * that nothing is known of are missing.
 * @param {Puzzle} puzzle @param {Edge[]} edges @param {Picks} picks
 * @returns {{ sides: Partial<Record<Side, string>>[], directions: Map<string, [string, string]>,
 *   keys: { front?: string, left?: string }[], turns: (string[] | null)[] }} `keys` are the edges
 *   of each cube, `turns` the quarter turns from how it was given, where both edges are chosen
 */
export function tower(puzzle, edges, picks) {
  const [first, second] = [1, 2].map((f) => edges.filter(({ key }) => picks.get(key) === f));
  const directions = new Map([...orient(first), ...orient(second)]);
  /** @param {Edge[]} factor @param {number} index */
  const own = (factor, index) => factor.find(({ cube }) => cube === index + 1);
  const keys = puzzle.cubes.map((_, index) => ({
    front: own(first, index)?.key,
    left: own(second, index)?.key,
  }));
  /** @type {(string[] | null)[]} */
  const turns = [];
  const sides = puzzle.cubes.map(({ faces, pairs }, index) => {
    /** Whether a face can be the one that the direction of an edge starts from. */
    /** @param {Edge | undefined} edge @param {number} face */
    const starts = (edge, face) =>
      !edge ||
      (OPPOSITE[edge.axis].includes(face) && faces[face] === directions.get(edge.key)?.[0]);
    const [front, left] = [own(first, index), own(second, index)];
    const found = ROTATIONS.find((r) => starts(front, r.faces.front) && starts(left, r.faces.left));
    const standing = found?.faces;
    turns.push(found && front && left && !pairs ? found.turns : null);
    /** @type {Partial<Record<Side, string>>} */
    const known = {};
    for (const side of SIDES) {
      const vertical = side === "top" || side === "bottom";
      const strand = side === "front" || side === "back" ? front : left;
      if (standing && (vertical ? front && left : strand)) known[side] = faces[standing[side]];
    }
    return known;
  });
  return { sides, directions, keys, turns };
}

/**
 * The reader's factors: degrees, what is wrong, and whether they are complete.
 * @param {Puzzle} puzzle @param {Edge[]} edges @param {Picks} picks
 */
export function judge(puzzle, edges, picks) {
  const names = colours(puzzle);
  const exact = names.length <= puzzle.cubes.length;
  const factors = [1, 2].map((factor) => {
    const own = edges.filter(({ key }) => picks.get(key) === factor);
    const word = factor === 1 ? "first" : "second";
    const degrees = new Map(names.map((name) => [name, 0]));
    const uses = new Map();
    for (const edge of own) {
      for (const end of edge.ends) degrees.set(end, (degrees.get(end) ?? 0) + 1);
      uses.set(edge.cube, (uses.get(edge.cube) ?? 0) + 1);
    }
    const faults = [];
    for (const [cube, times] of uses) {
      const often = times === 2 ? "twice" : `${times} times`;
      if (times > 1) faults.push(`Cube ${cube} is used ${often} in the ${word} factor.`);
    }
    for (const [name, degree] of degrees) {
      if (degree > 2)
        faults.push(`${name} has degree ${degree} in the ${word} factor; two is the most.`);
    }
    const full = uses.size === puzzle.cubes.length;
    const even = [...degrees.values()].every((degree) => (exact ? degree === 2 : degree <= 2));
    return { degrees, faults, complete: full && even && faults.length === 0 };
  });
  return { factors, faults: factors.flatMap(({ faults }) => faults), exact };
}

/**
 * The choice of edges that is a tower of the library: the edges of front and back, and of left and
 * right.
 * @param {Edge[]} edges @param {any} solution one of the library's
 * @returns {Picks}
 */
export function picksOf(edges, solution) {
  /** @type {Picks} */
  const picks = new Map();
  solution.front.forEach((/** @type {string} */ _, /** @type {number} */ index) => {
    const own = edges.filter(({ cube }) => cube === index + 1);
    /** @param {string} one @param {string} other */
    const between = (one, other) =>
      own.find(
        ({ key, ends }) =>
          !picks.has(key) &&
          ((ends[0] === one && ends[1] === other) || (ends[0] === other && ends[1] === one)),
      );
    const first = between(solution.front[index], solution.back[index]);
    if (first) picks.set(first.key, 1);
    const second = between(solution.left[index], solution.right[index]);
    if (second) picks.set(second.key, 2);
  });
  return picks;
}
