// @ts-check
/**
 * What follows from the degrees alone: edges that a factor cannot take, edges that it must take,
 * and where the two contradict each other.
 *
 * Each step carries the reason, so that a reader can follow it edge by edge. Nothing is searched:
 * the steps are the ones a person makes on paper.
 */
import { colours, degreeAt, say } from "./insanity-model.js";

/** @typedef {import("./insanity-model.js").Edge} Edge */
/** @typedef {import("./insanity-model.js").Puzzle} Puzzle */
/** @typedef {import("./stepper.js").Step} Shown */
/** @typedef {{ kind: "strike" | "take" | "stuck", edge?: Edge, text: string }} Step */

/**
 * @param {Edge[]} edges all edges that the factor may still use
 * @param {Puzzle} puzzle
 * @param {Edge[]} [taken] edges that the factor has already
 * @returns {Step[]}
 */
export function forced(edges, puzzle, taken = []) {
  const names = colours(puzzle);
  // With more colours than cubes a side need not show them all.
  const exact = names.length <= puzzle.cubes.length;
  /** @type {Step[]} */
  const steps = [];
  const chosen = new Map(taken.map((edge) => [edge.cube, edge]));
  /** @type {Map<number, Edge[]>} */
  const left = new Map();
  for (let cube = 1; cube <= puzzle.cubes.length; cube += 1) {
    const own = chosen.get(cube);
    left.set(cube, own ? [own] : edges.filter((edge) => edge.cube === cube));
  }
  /** @param {string} name */
  const degree = (name) => {
    let total = 0;
    for (const edge of chosen.values()) total += degreeAt(edge, name);
    return total;
  };
  /**
   * What the cubes without an edge add to the degree of a colour at most, or at least.
   * @param {(...values: number[]) => number} extreme @param {string} name @param {number} [but]
   */
  const open = (extreme, name, but = 0) => {
    let total = 0;
    for (const [cube, own] of left) {
      if (cube === but || chosen.has(cube) || own.length === 0) continue;
      total += extreme(...own.map((edge) => degreeAt(edge, name)));
    }
    return total;
  };

  /** Why the edge cannot be taken, if that is so. @param {Edge} edge */
  const against = (edge) => {
    for (const name of new Set(edge.ends)) {
      const sum = degree(name) + degreeAt(edge, name);
      if (sum > 2) return `${name} would get degree ${sum}`;
      const least = sum + open(Math.min, name, edge.cube);
      if (least > 2)
        return `with what other cubes give it in any case, ${name} would get degree ${least}`;
    }
    if (!exact) return null;
    for (const name of names) {
      const most = degree(name) + open(Math.max, name, edge.cube) + degreeAt(edge, name);
      if (most < 2) return `${name} could not reach degree two any more`;
    }
    return null;
  };

  for (let changed = true; changed; ) {
    changed = false;
    for (const [cube, own] of left) {
      if (chosen.has(cube)) continue;
      if (own.length === 0) {
        return [
          ...steps,
          { kind: "stuck", text: `Cube ${cube} has no edge left: a contradiction.` },
        ];
      }
      if (own.length === 1) {
        chosen.set(cube, own[0]);
        steps.push({
          kind: "take",
          edge: own[0],
          text: `Take ${say(own[0])}: it is the only edge left to cube ${cube}.`,
        });
        changed = true;
        continue;
      }
      for (const edge of own) {
        const why = against(edge);
        if (why === null) continue;
        left.set(
          cube,
          own.filter(({ key }) => key !== edge.key),
        );
        steps.push({ kind: "strike", edge, text: `Strike out ${say(edge)}: ${why}.` });
        changed = true;
        break;
      }
      const short = exact && names.find((name) => degree(name) + open(Math.max, name) < 2);
      if (short) {
        return [
          ...steps,
          { kind: "stuck", text: `${short} cannot reach degree two: a contradiction.` },
        ];
      }
    }
  }
  const over = names.find((name) => degree(name) > 2);
  if (over !== undefined) {
    steps.push({ kind: "stuck", text: `${over} has degree ${degree(over)}: a contradiction.` });
  }
  return steps;
}

/**
 * Steps for the reader, with all that is marked so far.
 * @param {Step[]} found
 * @returns {Shown[]}
 */
export function narrated(found) {
  /** @type {Record<string, string>} */
  let sofar = {};
  return found.map(({ kind, edge, text }) => {
    if (edge) sofar = { ...sofar, [edge.key]: kind === "take" ? "forced" : "struck" };
    return { text, notes: sofar, keys: edge ? [edge.key] : [], bad: kind === "stuck" };
  });
}

/**
 * Why there is no tower, edge by edge: the degrees contradict each other, or every two factors
 * share an edge; and the smallest set of cubes that cannot be stacked.
 * @param {Puzzle} puzzle @param {Edge[]} edges
 * @param {Map<string, string[]>} factors the edges of F1, F2, … of the library's argument
 * @param {Map<string, string[]>} sections the lines of the argument, by heading
 * @returns {Shown[]}
 */
export function obstacleSteps(puzzle, edges, factors, sections) {
  /** @param {string} heading */
  const lines = (heading) => sections.get(heading) ?? [];
  const found = forced(edges, puzzle);
  const reasons =
    found.at(-1)?.kind === "stuck" ? narrated(found) : clashes(lines("Disjoint pairs"), factors);
  const smallest = lines("The smallest obstacle").map((text) => {
    const cubes = (/cubes? ([\d, ]+)/.exec(text)?.[1] ?? "").split(",").map(Number);
    const keys = edges.filter(({ cube }) => cubes.includes(cube)).map(({ key }) => key);
    return { text, notes: marked(keys, "part"), keys, bad: true };
  });
  const plain = lines("Why there is no tower").map((text) => ({
    text,
    notes: {},
    keys: [],
    bad: true,
  }));
  return [...reasons, ...smallest, ...plain];
}

/**
 * Pair by pair, the edge that two factors share.
 * @param {string[]} lines @param {Map<string, string[]>} factors
 * @returns {Shown[]}
 */
function clashes(lines, factors) {
  return lines.map((text) => {
    const match = /^(F\d+) and (F\d+) both take /.exec(text);
    if (!match) return { text, notes: {}, keys: [], bad: true };
    const [first, second] = [match[1], match[2]].map((name) => factors.get(name) ?? []);
    const keys = first.filter((key) => second.includes(key));
    const picks = { ...marked(second, 2), ...marked(first, 1) };
    return { text, notes: marked(keys, "clash"), keys, bad: false, picks };
  });
}

/** @template T @param {string[]} keys @param {T} value @returns {Record<string, T>} */
function marked(keys, value) {
  return Object.fromEntries(keys.map((key) => [key, value]));
}
