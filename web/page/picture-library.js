/** What the page asks the library about a picture puzzle beside its solution. */

import { isStopped } from "./dom.js";
import { fromCycles, SOLVED, toCycles } from "./picture-group.js";
import { hour, hoursOf, kindOf, MOST_CHOICES, toToml } from "./picture-model.js";

/** @typedef {typeof import("./api.js").cubegraph} Cubegraph */
/** @typedef {import("./picture-model.js").Puzzle} Puzzle */

/** Seconds for all distances, and for the rest. */
const SECONDS = { distances: 15, other: 10 };
/** How many cubes have all their distances counted while one waits. */
const MOST_CUBES = 9;

/** How many cubes are solved in the fewest moves at once, and how many without being asked. */
export const MOST_AT_ONCE = 6;
const MOST_OPTIMAL = 12;

/**
 * How to solve it, one method after the other: a way that is known at once, then the shortest.
 * @param {import("./picture-model.js").Kind} kind
 * @param {number} cells
 */
export function methodsFor(kind, cells) {
  if (kind !== "cube") return [undefined];
  if (cells <= MOST_AT_ONCE) return ["optimal"];
  return cells <= MOST_OPTIMAL ? ["local", "optimal"] : ["local"];
}

/**
 * The elements a row and a column may be multiplied by: listed in the file, or all of the group, which
 * the library knows. There are none for the cube, whose moves have names.
 * @param {Cubegraph} cubegraph
 * @param {Puzzle} puzzle
 */
export async function elementsOf(cubegraph, puzzle) {
  const { group } = puzzle;
  if (!group) return { row: [], column: [] };
  const hours = kindOf(puzzle) === "tile" ? 0 : hoursOf(puzzle);
  /** @type {string[] | null} */
  let all = hours ? Array.from({ length: hours - 1 }, (_, k) => hour(hours, k + 1)) : null;
  /** @param {import("./picture-model.js").MoveSet | undefined} moves */
  const listed = async (moves) => {
    if (Array.isArray(moves)) {
      return moves.slice(0, MOST_CHOICES).map((move) => toCycles(fromCycles(move)));
    }
    all ??= await everything(cubegraph, group);
    return all;
  };
  return { row: await listed(group.row_moves), column: await listed(group.column_moves) };
}

/**
 * All elements but the identity, as far as they fit into a list.
 * @param {Cubegraph} cubegraph
 * @param {import("./picture-model.js").Group} group
 */
async function everything(cubegraph, { name, generators }) {
  const alone = { rows: 1, columns: 1, group: { name, generators } };
  try {
    const options = { of: "cayley", to: "json", radius: 1, time: SECONDS.other };
    const graph = JSON.parse(await cubegraph.graph(toToml(alone, [SOLVED]), options));
    const ids = /** @type {{ id: string }[]} */ (graph.nodes).map(({ id }) => id);
    return ids.filter((id) => id !== SOLVED).slice(0, MOST_CHOICES);
  } catch {
    return [];
  }
}

/**
 * Tells the panel God's number and all distances, and returns a configuration that is farthest from
 * solved, where it is known.
 * @param {Cubegraph} cubegraph
 * @param {string} text
 * @param {Puzzle} puzzle
 * @param {ReturnType<typeof import("./picture-panel.js").panel>} says
 * @param {AbortSignal} signal
 * @returns {Promise<string[][] | null | undefined>} undefined where it was stopped
 */
export async function facts(cubegraph, text, puzzle, says, signal) {
  try {
    const bounds = await cubegraph.bounds(text, { time: SECONDS.other, signal });
    if (!signal.aborted) says.bounds(bounds);
  } catch (error) {
    if (isStopped(error)) return undefined;
    says.bounds(null);
  }
  if (!puzzle.group && puzzle.rows * puzzle.columns > MOST_CUBES) {
    says.distances(null);
    return null;
  }
  try {
    const found = await cubegraph.distances(text, { time: SECONDS.distances, signal });
    if (signal.aborted) return null;
    says.distances(found);
    return found.antipodes?.classes?.[0]?.representative ?? null;
  } catch (error) {
    if (isStopped(error)) return undefined;
    says.distances(null, error);
    return null;
  }
}
