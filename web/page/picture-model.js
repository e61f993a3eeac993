/**
 * A picture puzzle in the hands of the reader: the cells as elements of the group, written as cycles,
 * and the moves of rows and columns. Rows count from 0 at the top here, in names from 1.
 */

import { BY_PHOTO, fromCycles, invert, multiply, POSES, SOLVED, TURNS } from "./picture-group.js";

/** @typedef {string[] | "all"} MoveSet */
/** @typedef {{ name?: string, generators?: string[], row_moves?: MoveSet, column_moves?: MoveSet }} Group */
/**
 * A picture puzzle as the library writes it.
 * @typedef {object} Puzzle
 * @property {string} [title]
 * @property {number} rows
 * @property {number} columns
 * @property {"quarter" | "half"} [metric]
 * @property {string[][]} [configuration]
 * @property {Group} [group]
 */
/**
 * One move. The axis and the angle are how a cube turns on the page.
 * @typedef {{ name: string, isRow: boolean, line: number, element: string, axis: string, angle: number }} Move
 */
/** @typedef {"cube" | "coin" | "clock" | "tile"} Kind */

/** The most elements of a group among which the reader can choose. */
export const MOST_CHOICES = 130;

/** @param {Puzzle} puzzle @returns {Kind} */
export const kindOf = ({ group }) => {
  if (!group) return "cube";
  const cyclic = /^C(\d+)$/.exec(group.name ?? "");
  if (!cyclic) return "tile";
  return cyclic[1] === "2" ? "coin" : "clock";
};

/** How many hours a clock of this puzzle has. @param {Puzzle} puzzle */
export const hoursOf = ({ group }) => Number(/^C(\d+)$/.exec(group?.name ?? "")?.[1] ?? 12);

/** The hour a clock shows. @param {string} element */
export const hourOf = (element) => fromCycles(element)[0] ?? 0;

/** A clock turned by some hours. @param {number} hours @param {number} by */
export const hour = (hours, by) => {
  const cycle = `(${Array.from({ length: hours }, (_, k) => k + 1).join(" ")})`;
  let element = SOLVED;
  for (let k = 0; k < ((by % hours) + hours) % hours; k += 1) element = multiply(element, cycle);
  return element;
};

/**
 * The cells in the order of reading, as cycles.
 * @param {Puzzle} puzzle
 */
export const cellsOf = ({ rows, columns, configuration, group }) => {
  const cells = configuration?.flat() ?? Array.from({ length: rows * columns }, () => SOLVED);
  return cells.map((cell) => {
    if (cell.startsWith("(")) return invert(invert(cell));
    return (group ? undefined : BY_PHOTO.get(cell)) ?? SOLVED;
  });
};

/** @param {string} cell @param {boolean} isCube */
const written = (cell, isCube) =>
  isCube ? (POSES.get(cell)?.photo ?? "A") : cell === SOLVED ? "" : cell;

/**
 * The text of an instance file with these cells.
 * @param {Puzzle} puzzle
 * @param {string[]} cells
 */
export const toToml = ({ title, rows, columns, metric, group }, cells) => {
  const lines = ['kind = "picture"'];
  if (title) lines.push(`title = ${JSON.stringify(title).replaceAll("\u007f", "\\u007f")}`);
  lines.push(`rows = ${rows}`, `columns = ${columns}`);
  if (metric === "half" && !group) lines.push('metric = "half"');
  lines.push("configuration = [");
  for (let row = 0; row < rows; row += 1) {
    const line = cells.slice(row * columns, (row + 1) * columns);
    lines.push(`  ${JSON.stringify(line.map((cell) => written(cell, !group)))},`);
  }
  lines.push("]");
  if (group) {
    lines.push("", "[group]");
    for (const [key, value] of Object.entries(group)) {
      if (value !== undefined && value !== null) lines.push(`${key} = ${JSON.stringify(value)}`);
    }
  }
  return `${lines.join("\n")}\n`;
};

/**
 * Another size: cells that are there stay, new ones are solved.
 * @param {Puzzle} puzzle @param {string[]} cells @param {number} rows @param {number} columns
 */
export const resized = (puzzle, cells, rows, columns) =>
  Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    const inside = row < puzzle.rows && column < puzzle.columns;
    return inside ? cells[row * puzzle.columns + column] : SOLVED;
  });

/**
 * The moves of a row, or of a column, of the cube.
 * @param {boolean} isRow @param {number} line @param {boolean} half
 * @returns {Move[]}
 */
const cubeMoves = (isRow, line, half) => {
  /** @type {(keyof typeof TURNS)[]} */
  const names = isRow ? ["up", "down"] : ["left", "right"];
  if (half) names.push(isRow ? "row" : "column");
  return names.map((name) => ({ name: `${name}${line + 1}`, isRow, line, ...TURNS[name] }));
};

/**
 * A move of another group.
 * @param {boolean} isRow @param {number} line @param {string} element
 * @returns {Move}
 */
const groupMove = (isRow, line, element) => ({
  name: `${isRow ? "row" : "column"}${line + 1} ${element}`,
  isRow,
  line,
  element,
  axis: isRow ? "Y" : "X",
  angle: 180,
});

/** @param {Move} a @param {Move} b */
export const sameMove = (a, b) =>
  a.isRow === b.isRow && a.line === b.line && a.element === b.element;

/** What bounds and distances depend on. @param {Puzzle} puzzle */
export const shapeOf = ({ rows, columns, metric, group }) =>
  JSON.stringify([rows, columns, metric, group]);

/** The rows and columns of one puzzle, and what its moves are. */
export class Rules {
  /**
   * @param {Puzzle} puzzle
   * @param {string[]} rowElements by which a row may be multiplied, for other groups than the cube
   * @param {string[]} columnElements
   */
  constructor(puzzle, rowElements, columnElements) {
    this.puzzle = puzzle;
    this.kind = kindOf(puzzle);
    this.elements = { row: rowElements, column: columnElements };
  }

  /**
   * All moves of one line.
   * @param {boolean} isRow @param {number} line
   * @returns {Move[]}
   */
  moves(isRow, line) {
    if (this.kind === "cube") return cubeMoves(isRow, line, this.puzzle.metric === "half");
    const elements = isRow ? this.elements.row : this.elements.column;
    return elements.map((element) => groupMove(isRow, line, element));
  }

  /** All moves there are. */
  all() {
    const { rows, columns } = this.puzzle;
    const lines = (/** @type {boolean} */ isRow, /** @type {number} */ count) =>
      Array.from({ length: count }, (_, line) => this.moves(isRow, line)).flat();
    return [...lines(true, rows), ...lines(false, columns)];
  }

  /**
   * The move that the library calls this: `up3`, `row1`, `column2(1 2)`.
   * @param {string} name
   * @returns {Move | null}
   */
  read(name) {
    const parts = /^([a-z]+)(\d+)\s*(.*)$/.exec(name);
    if (!parts) return null;
    const [, what, number, element] = parts;
    const line = Number(number) - 1;
    if (this.kind !== "cube") return groupMove(what === "row", line, element || SOLVED);
    const isRow = what === "up" || what === "down" || what === "row";
    return cubeMoves(isRow, line, true).find((move) => move.name === name) ?? null;
  }

  /** The indices of the cells of a line. @param {Move} move */
  cells({ isRow, line }) {
    const { rows, columns } = this.puzzle;
    const count = isRow ? columns : rows;
    return Array.from({ length: count }, (_, k) =>
      isRow ? line * columns + k : k * columns + line,
    );
  }

  /**
   * The cells after a move.
   * @param {string[]} cells @param {Move} move
   */
  apply(cells, move) {
    const next = [...cells];
    for (const cell of this.cells(move)) next[cell] = multiply(next[cell], move.element);
    return next;
  }

  /** The cells after random moves. @param {string[]} cells @param {number} count */
  scrambled(cells, count) {
    const all = this.all();
    if (all.length === 0) return cells;
    const draws = crypto.getRandomValues(new Uint32Array(count));
    let next = cells;
    for (const draw of draws) next = this.apply(next, all[draw % all.length]);
    return next;
  }

  /** The move that undoes another, whether it counts as a move or not. @param {Move} move */
  undoing(move) {
    const element = invert(move.element);
    return { ...move, element, angle: this.kind === "cube" ? -move.angle : move.angle };
  }

  /** A move in as few letters as possible. @param {Move} move */
  short({ name, isRow, line, element }) {
    const what = isRow ? `row ${line + 1}` : `column ${line + 1}`;
    if (this.kind === "coin") return what;
    return this.kind === "clock" ? `${what} +${hourOf(element)}` : name;
  }

  /** A move in words. @param {Move} move */
  words({ name, isRow, line, element }) {
    const what = isRow ? `row ${line + 1}` : `column ${line + 1}`;
    if (this.kind === "coin") return `turn over the coins of ${what}`;
    if (this.kind === "clock") return `advance ${what} by ${hourOf(element)}`;
    if (this.kind === "tile") return `multiply ${what} by ${element}`;
    const way = /^[a-z]+/.exec(name)?.[0] ?? "";
    return way === "row" || way === "column" ? `turn ${what} over` : `turn ${what} ${way}`;
  }
}
