/**
 * The board of a tour: a drawing that lies on a tilted plane, a grid of cells for mouse and keyboard
 * over it, and the die that rolls on it.
 */

import { fill, h, s, set } from "./dom.js";
import { multiply, SOLVED, TURNS } from "./picture-group.js";
import { solid } from "./picture-solid.js";
import { describe, paper, path } from "./tour-drawing.js";
import { same, sides, WAYS } from "./tour-model.js";
import { faceGlyph, hasPips } from "./tour-pips.js";

/** @typedef {import("./tour-model.js").Cell} Cell */
/** @typedef {import("./tour-model.js").Way} Way */
/** @typedef {import("./tour-model.js").Game} Game */

/** @type {Record<Way, "up" | "right" | "down" | "left">} */
const TIPS = { N: "up", E: "right", S: "down", W: "left" };

export class Board {
  /** @param {{ pick: (cell: Cell) => void, paint: (cell: Cell, first: boolean) => void }} act */
  constructor(act) {
    this.act = act;
    this.editing = false;
    /** Whether even and odd cells are told apart, where they are why there is no tour. */
    this.parity = false;
    this.size = 64;
    /** Whether the board had the focus before its cells were made anew. */
    this.held = false;
    /** @type {Cell} */
    this.focus = [0, 0];
    this.drawing = s("svg", { class: "board-drawing", "aria-hidden": "true" });
    const grid = { class: "board-cells", role: "grid", tabindex: -1, "data-test": "tour-board" };
    this.grid = h("div", grid);
    this.plane = h("div", { class: "board-plane" }, this.drawing, this.grid);
    this.element = h("div", { class: "board-scene" }, this.plane);
    /** @type {Map<number, HTMLElement>} */
    this.cells = new Map();
    this.die = solid(this.size, this.#glyphs({ top: 1, north: 2, east: 3 }, [1, 2, 3, 4, 5, 6]));
    this.#listen();
  }

  /** @param {import("./tour-model.js").Die} die @param {number[]} values */
  #glyphs(die, values) {
    const { top, south, east, north, west, bottom } = sides(die);
    const [A, B, C, D, E, F] = [top, south, east, north, west, bottom].map((face) =>
      faceGlyph(values[face - 1], hasPips(values)),
    );
    return { A, B, C, D, E, F };
  }

  #listen() {
    let last = "";
    /** @param {PointerEvent} event */
    const under = (event) => {
      const target = document.elementFromPoint(event.clientX, event.clientY);
      const cell = target?.closest("[data-cell]");
      return cell instanceof HTMLElement && this.grid.contains(cell)
        ? cell.dataset.cell
        : undefined;
    };
    this.grid.addEventListener("pointerdown", (event) => {
      const cell = under(event);
      if (!this.editing || cell === undefined) return;
      last = cell;
      event.preventDefault();
      this.act.paint(cellOf(cell), true);
    });
    this.grid.addEventListener("pointermove", (event) => {
      const cell = under(event);
      if (!this.editing || !event.buttons || !last || cell === undefined || cell === last) return;
      last = cell;
      this.act.paint(cellOf(cell), false);
    });
    this.grid.addEventListener("pointerup", () => {
      last = "";
    });
    this.grid.addEventListener("click", (event) => {
      const cell = /** @type {Element} */ (event.target).closest("[data-cell]");
      if (!(cell instanceof HTMLElement) || this.editing) return;
      this.act.pick(cellOf(cell.dataset.cell ?? "0,0"));
    });
    this.grid.addEventListener("focusin", (event) => {
      const cell = /** @type {HTMLElement} */ (event.target).dataset.cell;
      if (this.editing && cell) this.focus = cellOf(cell);
    });
    this.grid.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (this.editing) this.act.paint(this.focus, true);
      else this.act.pick(this.focus);
    });
  }

  /**
   * Makes the cells of a new puzzle and puts the die on its start.
   * @param {Game} game
   */
  start(game) {
    const { rows, columns } = game.puzzle;
    this.held = this.grid.contains(document.activeElement);
    this.cells.clear();
    const inside = this.focus[0] < rows && this.focus[1] < columns;
    if (!this.editing || !inside) this.focus = game.cells[0];
    const lines = [];
    for (let row = rows - 1; row >= 0; row -= 1) {
      const line = h("div", { role: "row", class: "board-row" });
      for (let column = 0; column < columns; column += 1) {
        const cell = h("div", { role: "gridcell", "data-cell": `${row},${column}` });
        this.cells.set(game.index([row, column]), cell);
        line.append(cell);
      }
      lines.push(line);
    }
    fill(this.grid, ...lines);
    this.die.element.remove();
    this.die = solid(this.size, this.#glyphs(game.dice[0], game.values));
    this.die.element.classList.add("board-die");
    this.plane.append(this.die.element);
    let pose = SOLVED;
    for (const way of game.moves) pose = multiply(pose, TURNS[TIPS[way]].element);
    this.die.set(pose);
    this.fit(game);
  }

  /**
   * Gives the cells the size that fits the page.
   * @param {Game} game
   */
  fit(game) {
    const { rows, columns } = game.puzzle;
    const width = this.element.clientWidth || 480;
    const fitting = Math.floor(Math.min((width - 56) / (columns * 1.09), 400 / rows));
    this.size = Math.max(30, Math.min(112, fitting));
    set(this.element, {
      style: { "--cell": `${this.size}px`, "--rows": rows, "--columns": columns },
    });
    this.element.classList.toggle("scrolls", this.size * columns + 64 > width);
    this.die.resize(this.size);
    this.#settle(game);
  }

  /** @param {Game} game @returns {[number, number, number]} */
  #place(game) {
    const [row, column] = game.cell;
    const x = (column + 0.5) * this.size;
    const y = (game.puzzle.rows - row - 0.5) * this.size;
    return [x, y, this.size / 2];
  }

  /** @param {Game} game */
  #settle(game) {
    this.die.place(...this.#place(game));
  }

  /**
   * Plays one roll that the game has made already, or taken back.
   * @param {Game} game
   * @param {Way} way
   */
  roll(game, way) {
    const name = TIPS[way];
    const next = multiply(this.die.pose(), TURNS[name].element);
    const [x, y, z] = this.#place(game);
    if (this.element.classList.contains("scrolls")) {
      this.element.scrollTo({ left: x - this.element.clientWidth / 2, behavior: "smooth" });
    }
    return this.die.tip(name, next, [x, y, z]);
  }

  /**
   * Moves the focus while the board is edited.
   * @param {Game} game
   * @param {Way} way
   */
  step(game, way) {
    const { rows, columns } = game.puzzle;
    const row = Math.max(0, Math.min(rows - 1, this.focus[0] + WAYS[way].row));
    const column = Math.max(0, Math.min(columns - 1, this.focus[1] + WAYS[way].column));
    this.focus = [row, column];
    for (const cell of this.cells.values()) cell.tabIndex = -1;
    const cell = this.cells.get(game.index(this.focus));
    if (cell) {
      cell.tabIndex = 0;
      cell.focus();
    }
  }

  /**
   * Draws where the game stands.
   * @param {Game} game
   */
  draw(game) {
    const { rows, columns } = game.puzzle;
    if (!this.editing) this.focus = game.cell;
    const reach = game.reachable();
    const next = new Set(game.ways().map((way) => game.index(game.beyond(way))));
    const visits = new Map(game.cells.map((cell, step) => [game.index(cell), step]));
    const held = this.held || this.grid.contains(document.activeElement);
    this.held = false;
    for (const [index, element] of this.cells) {
      /** @type {Cell} */
      const cell = [Math.floor(index / columns), index % columns];
      const says = describe(game, cell, visits.get(index), reach.has(index));
      const isNext = next.has(index);
      element.setAttribute("aria-label", isNext ? `${says}, one roll away` : says);
      element.classList.toggle("next", isNext && !this.editing);
      element.tabIndex = same(cell, this.focus) ? 0 : -1;
      if (held && same(cell, this.focus)) element.focus({ preventScroll: true });
    }
    this.grid.setAttribute("aria-label", `Board with ${rows} rows and ${columns} columns`);
    set(this.drawing, { viewBox: `-0.5 0 ${columns + 0.5} ${rows + 0.5}` });
    fill(this.drawing, ...paper(game, reach, next, this.parity), ...path(game));
  }
}

/** @param {string} text @returns {Cell} */
const cellOf = (text) => {
  const [row, column] = text.split(",").map(Number);
  return [row, column];
};
