/** The board as a drawing, in units of one cell from the north-west, and its cells in words. */

import { s } from "./dom.js";
import { same } from "./tour-model.js";
import { hasPips, stamp } from "./tour-pips.js";

/** @typedef {import("./tour-model.js").Cell} Cell */
/** @typedef {import("./tour-model.js").Game} Game */

/**
 * A cell in words.
 * @param {Game} game
 * @param {Cell} cell
 * @param {number | undefined} step
 * @param {boolean} reachable
 */
export const describe = (game, cell, step, reachable) => {
  const { puzzle, values } = game;
  const words = [`Row ${cell[0]}, column ${cell[1]}`];
  if (!game.isFree(cell)) return `${words[0]}, hole`;
  if (puzzle.start !== "any" && same(puzzle.start, cell)) words.push("start");
  if (puzzle.end && same(puzzle.end, cell)) words.push("end");
  const label = game.labels.get(game.index(cell));
  if (label !== undefined) words.push(`asks for ${values[label - 1]}`);
  if (step !== undefined) {
    words.push(`cell ${step + 1} of the tour, showed ${values[game.dice[step].top - 1]}`);
  } else words.push(reachable ? "reachable" : "out of reach");
  return words.join(", ");
};

/**
 * The cells with their numbers, marks and labels, in units of one cell from the north-west.
 * @param {Game} game
 * @param {Set<number>} reach
 * @param {Set<number>} next
 * @param {boolean} parity
 */
export const paper = (game, reach, next, parity) => {
  const { rows, columns, start, end } = game.puzzle;
  const dotted = hasPips(game.values);
  const parts = [];
  for (let row = 0; row < rows; row += 1) {
    const y = rows - row - 1;
    parts.push(s("text", { class: "board-number", x: -0.26, y: y + 0.58 }, row));
    for (let column = 0; column < columns; column += 1) {
      /** @type {Cell} */
      const cell = [row, column];
      const index = game.index(cell);
      const names = ["board-cell"];
      if (!game.isFree(cell)) names.push("hole");
      else if (game.hasVisited(cell)) names.push("visited");
      else names.push(reach.has(index) ? "reachable" : "lost");
      if (parity && (row + column) % 2 === 0) names.push("even");
      parts.push(s("rect", { class: names.join(" "), x: column, y, width: 1, height: 1 }));
      if (names.includes("lost")) {
        const cross = `M${column + 0.36} ${y + 0.36}l.28 .28m0 -.28l-.28 .28`;
        parts.push(s("path", { class: "board-lost", d: cross }));
      }
      if (next.has(index)) {
        parts.push(s("circle", { class: "board-next", cx: column + 0.5, cy: y + 0.5, r: 0.11 }));
      }
      const mark = start !== "any" && same(start, cell) ? "S" : end && same(end, cell) ? "E" : "";
      if (mark) {
        const place = { class: "board-mark", x: column + 0.06, y: y + 0.2 };
        parts.push(s("text", place, mark === "S" ? "start" : "end"));
      }
      const label = game.labels.get(index);
      if (label !== undefined) {
        const value = game.values[label - 1];
        parts.push(stamp(value, column + 0.78, y + 0.22, 0.36, { name: "board-label", dotted }));
      }
    }
  }
  for (let column = 0; column < columns; column += 1) {
    parts.push(s("text", { class: "board-number", x: column + 0.5, y: rows + 0.36 }, column));
  }
  return parts;
};

/**
 * The path so far and the faces it showed; the die itself hides the last of them, except in print.
 * @param {Game} game
 */
export const path = (game) => {
  const { rows } = game.puzzle;
  const middle = game.cells.map(([row, column]) => [column + 0.5, rows - row - 0.5]);
  const line = s("polyline", { class: "board-path", points: middle.map(String).join(" ") });
  const stamps = middle.slice(0, game.visited).map(([x, y], step) => {
    const name = step === game.cells.length - 1 ? "board-now" : "board-stamp";
    const value = game.values[game.dice[step].top - 1];
    return stamp(value, x, y, 0.44, { name, dotted: hasPips(game.values) });
  });
  return [line, ...stamps];
};
