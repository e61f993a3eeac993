// @ts-check
/**
 * What follows from the degrees alone: edges that a factor cannot take, edges that it must take, and
 * where the two contradict each other.
 *
 * Each step carries the reason, so that a reader can follow it edge by edge. Nothing is searched:
 * the steps are the ones a person makes on paper.
 */
import { degreeAt, say } from "./insanity-model.js";

/** @typedef {import("./insanity-model.js").Edge} Edge */
/** @typedef {{ kind: "strike" | "take" | "stuck", edge?: Edge, text: string }} Step */

/**
 * @param {Edge[]} edges all edges that the factor may still use
 * @param {number} cubes how many cubes there are
 * @param {string[]} names the colours
 * @param {boolean} exact whether every colour needs degree two (otherwise at most two)
 * @param {Edge[]} [taken] edges that the factor has already
 * @returns {Step[]}
 */
export function forced(edges, cubes, names, exact, taken = []) {
  /** @type {Step[]} */
  const steps = [];
  const chosen = new Map(taken.map((edge) => [edge.cube, edge]));
  /** @type {Map<number, Edge[]>} */
  const left = new Map();
  for (let cube = 1; cube <= cubes; cube += 1) {
    const own = chosen.get(cube);
    left.set(cube, own ? [own] : edges.filter((edge) => edge.cube === cube));
  }
  /** @param {string} name */
  const degree = (name) => {
    let total = 0;
    for (const edge of chosen.values()) total += degreeAt(edge, name);
    return total;
  };
  /** The most that the cubes without an edge can still add. @param {string} name @param {number} [but] */
  const more = (name, but = 0) => {
    let total = 0;
    for (const [cube, own] of left) {
      if (cube === but || chosen.has(cube)) continue;
      total += Math.max(0, ...own.map((edge) => degreeAt(edge, name)));
    }
    return total;
  };

  /** Why the edge cannot be taken, if that is so. @param {Edge} edge */
  const against = (edge) => {
    for (const name of new Set(edge.ends)) {
      const sum = degree(name) + degreeAt(edge, name);
      if (sum > 2) return `${name} would get degree ${sum}`;
    }
    if (!exact) return null;
    for (const name of names) {
      const most = degree(name) + more(name, edge.cube) + degreeAt(edge, name);
      if (most < 2) return `${name} could not reach degree two any more`;
    }
    return null;
  };

  for (let changed = true; changed; ) {
    changed = false;
    for (const [cube, own] of left) {
      if (chosen.has(cube)) continue;
      if (own.length === 0) {
        return [...steps, { kind: "stuck", text: `Cube ${cube} has no edge left: a contradiction.` }];
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
    }
    if (exact) {
      const short = names.find((name) => degree(name) + more(name) < 2);
      if (short !== undefined) {
        return [...steps, { kind: "stuck", text: `${short} cannot reach degree two: a contradiction.` }];
      }
    }
  }
  const over = names.find((name) => degree(name) > 2);
  if (over !== undefined) {
    steps.push({ kind: "stuck", text: `${over} has degree ${degree(over)}: a contradiction.` });
  }
  return steps;
}
