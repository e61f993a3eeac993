/** Tour puzzles as text: the TOML of a puzzle, and of what is left of it in the middle of a game. */

import { same, WAYS } from "./tour-model.js";

/** @typedef {import("./tour-model.js").Puzzle} Puzzle */
/** @typedef {import("./tour-model.js").Cell} Cell */
/** @typedef {import("./tour-model.js").Game} Game */

/** The largest board that is drawn; larger ones are answered in numbers. */
export const MOST_CELLS = 400;

/**
 * A text as a TOML string.
 * @param {string} text
 */
const quoted = (text) => JSON.stringify(text).replaceAll("\u007f", "\\u007f");

/**
 * The text of an instance file.
 * @param {Puzzle} puzzle
 */
export const toToml = (puzzle) => {
  const lines = ['kind = "tour"'];
  /** @param {string} key @param {unknown} value */
  const add = (key, value) => lines.push(`${key} = ${JSON.stringify(value)}`);
  if (puzzle.title) lines.push(`title = ${quoted(puzzle.title)}`);
  add("rows", puzzle.rows);
  add("columns", puzzle.columns);
  add("start", puzzle.start);
  if (puzzle.end) add("end", puzzle.end);
  if (puzzle.die === "any") {
    add("die", "any");
    add("handedness", puzzle.handedness ?? "left");
  } else {
    const { top, north, east } = puzzle.die;
    lines.push(`die = { top = ${top}, north = ${north}, east = ${east} }`);
  }
  if (puzzle.faces?.some((value, index) => value !== index + 1)) add("faces", puzzle.faces);
  if (puzzle.blocked?.length) add("blocked", puzzle.blocked);
  if (puzzle.closed) add("closed", puzzle.closed);
  if (puzzle.labels?.length) add("labels", puzzle.labels);
  return `${lines.join("\n")}\n`;
};

/**
 * A puzzle cut or extended to another size: what falls off the board is dropped.
 * @param {Puzzle} puzzle
 * @param {number} rows
 * @param {number} columns
 * @returns {Puzzle}
 */
export const resized = (puzzle, rows, columns) => {
  /** @param {number[]} cell */
  const inside = ([row, column]) => row < rows && column < columns;
  const { start, end } = puzzle;
  const blocked = (puzzle.blocked ?? []).filter(inside);
  const next = { ...puzzle, rows, columns, blocked };
  next.labels = (puzzle.labels ?? []).filter(inside);
  if (end && !inside(end)) delete next.end;
  if (start !== "any" && !inside(start)) next.start = firstFree(rows, columns, blocked);
  if (next.start !== "any" && next.end && same(next.start, next.end)) delete next.end;
  return next;
};

/**
 * The first cell that is no hole, from the south-west.
 * @param {number} rows
 * @param {number} columns
 * @param {Cell[]} blocked
 * @returns {Cell}
 */
export const firstFree = (rows, columns, blocked) => {
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      /** @type {Cell} */
      const cell = [row, column];
      if (!blocked.some((hole) => same(hole, cell))) return cell;
    }
  }
  return [0, 0];
};

/**
 * What is left to do, as puzzles whose best answers are the best that can still be had: the visited
 * cells are holes, the die starts where it is. A tour that must come home ends on a neighbour of its
 * first cell, one puzzle for each. Null where that cannot be said: the die must lie as it did.
 * @param {Game} game
 * @returns {string[] | null}
 */
export const remaining = (game) => {
  const { puzzle } = game;
  if (puzzle.closed === "orientation") return null;
  const before = game.cells.slice(0, -1);
  const rest = {
    rows: puzzle.rows,
    columns: puzzle.columns,
    faces: puzzle.faces,
    start: game.cell,
    die: game.die,
    blocked: [...(puzzle.blocked ?? []), ...before],
    labels: (puzzle.labels ?? []).filter(([r, c]) => !game.hasVisited([r, c])),
  };
  if (!puzzle.closed) return [toToml({ ...rest, end: puzzle.end })];
  const [row, column] = game.cells[0];
  const homes = Object.values(WAYS)
    .map((way) => /** @type {Cell} */ ([row + way.row, column + way.column]))
    .filter((cell) => game.isFree(cell) && !game.hasVisited(cell))
    .filter((cell) => !puzzle.end || same(cell, puzzle.end));
  return homes.map((end) => toToml({ ...rest, end }));
};
