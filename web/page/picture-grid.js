/** The array of cubes (or coins, clocks, tiles): turned by dragging, by buttons and by keys. */

import { button, fill, h, set } from "./dom.js";
import { makeItem } from "./picture-items.js";

/** @typedef {import("./picture-model.js").Rules} Rules */
/** @typedef {import("./picture-model.js").Move} Move */
/** @typedef {import("./picture-items.js").Item} Item */

/** How far a finger goes before a drag is a drag, in pixels. */
const THRESHOLD = 8;

const ARROWS = { up: "▲", down: "▼", left: "◀", right: "▶", row: "↕", column: "↔" };

export class Grid {
  /**
   * @param {{ turn: (move: Move, held: number) => void, paint: (cell: number) => void,
   *   type: (cell: number, key: string) => boolean, offered: (isRow: boolean, line: number) => Move[] }} act
   *   `offered` are the moves that a line offers: at most three
   */
  constructor(act) {
    this.act = act;
    this.editing = false;
    this.focus = 0;
    /** @type {Item[]} */
    this.items = [];
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** What the cells show in words, for those who cannot see it. @type {HTMLElement[]} */
    this.names = [];
    /** @type {Rules | null} */
    this.rules = null;
    const array = { class: "array", role: "grid", tabindex: -1, "data-test": "picture-array" };
    this.array = h("div", array);
    this.rowTurns = h("div", { class: "row-turns" });
    this.columnTurns = h("div", { class: "column-turns" });
    this.element = h(
      "div",
      { class: "array-scene" },
      h("div", { class: "array-frame" }, this.array, this.rowTurns, this.columnTurns),
    );
    this.#listen();
  }

  /**
   * Makes the cells of a new puzzle.
   * @param {Rules} rules @param {string[]} cells
   */
  start(rules, cells) {
    this.rules = rules;
    const held = this.array.contains(document.activeElement);
    const { rows, columns } = rules.puzzle;
    this.focus = Math.min(this.focus, rows * columns - 1);
    this.items = cells.map((_, index) =>
      makeItem(rules.kind, rules.puzzle, Math.floor(index / columns), index % columns),
    );
    this.names = this.items.map(() => h("span", { class: "hidden said" }));
    this.cells = this.items.map(({ element }, index) => {
      element.setAttribute("aria-hidden", "true");
      const hook = {
        "data-index": index,
        "data-test": `picture-cell-${Math.floor(index / columns) + 1}-${(index % columns) + 1}`,
      };
      return h(
        "div",
        { role: "gridcell", class: "array-cell", ...hook },
        element,
        this.names[index],
      );
    });
    const lines = Array.from({ length: rows }, (_, row) =>
      h(
        "div",
        { role: "row", class: "array-row" },
        this.cells.slice(row * columns, (row + 1) * columns),
      ),
    );
    fill(this.array, ...lines);
    this.element.dataset.kind = rules.kind;
    this.array.setAttribute("aria-label", `${rows} rows and ${columns} columns`);
    this.offer();
    this.fit();
    this.draw(cells);
    if (held) this.cells[this.focus].focus({ preventScroll: true });
  }

  /** Puts the moves that can be chosen beside the rows and below the columns. */
  offer() {
    if (!this.rules) return;
    const { rows, columns } = this.rules.puzzle;
    const held = document.activeElement?.getAttribute("data-test");
    /** @param {boolean} isRow @param {number} count */
    const lines = (isRow, count) =>
      Array.from({ length: count }, (_, line) => {
        const turns = this.act.offered(isRow, line).map((move, index) => this.#turner(move, index));
        return h(
          "div",
          { class: "turns", "data-line": `${isRow ? "row" : "column"}${line}` },
          turns,
        );
      });
    fill(this.rowTurns, ...lines(true, rows));
    fill(this.columnTurns, ...lines(false, columns));
    const again = held && this.element.querySelector(`[data-test="${CSS.escape(held)}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {Move} move @param {number} index */
  #turner(move, index) {
    const words = this.rules?.words(move) ?? move.name;
    const label = words[0].toUpperCase() + words.slice(1);
    const way = /** @type {keyof typeof ARROWS} */ (/^[a-z]+/.exec(move.name)?.[0] ?? "row");
    const cube = this.rules?.kind === "cube";
    const text = cube ? ARROWS[way] : index === 0 ? "↻" : "↺";
    const test = cube ? `picture-${move.name}` : `picture-${way}${move.line + 1}-${index + 1}`;
    return button(text, test, () => this.act.turn(move, 0), { "aria-label": label, title: label });
  }

  /** Gives the cells the size that fits the page. */
  fit() {
    if (!this.rules) return;
    const { rows, columns } = this.rules.puzzle;
    const width = (this.element.clientWidth || 480) - 110;
    const size = Math.max(36, Math.min(104, Math.floor(Math.min(width / columns, 480 / rows))));
    set(this.element, { style: { "--cell": `${size}px`, "--rows": rows, "--columns": columns } });
    for (const item of this.items) item.resize(size - 2);
  }

  /**
   * Shows a configuration without any movement.
   * @param {string[]} cells
   */
  draw(cells) {
    cells.forEach((value, index) => {
      this.items[index].set(value);
    });
    this.describe(cells);
  }

  /**
   * Shows a move that was made.
   * @param {string[]} cells the configuration after it @param {Move} move @param {number} held
   */
  turn(cells, move, held) {
    for (const cell of this.rules?.cells(move) ?? [])
      this.items[cell].turn(cells[cell], move, held);
    this.describe(cells);
  }

  /** @param {string[]} cells */
  describe(cells) {
    const columns = this.rules?.puzzle.columns ?? 1;
    this.cells.forEach((cell, index) => {
      const place = `Row ${Math.floor(index / columns) + 1}, column ${(index % columns) + 1}`;
      this.names[index].textContent = `${place}: ${this.items[index].words(cells[index])}`;
      cell.tabIndex = index === this.focus ? 0 : -1;
    });
  }

  /** Marks the line of a move, or none. @param {Move | null} move */
  hint(move) {
    const line = move && `${move.isRow ? "row" : "column"}${move.line}`;
    for (const turns of this.element.querySelectorAll(".turns")) {
      turns.classList.toggle("hinted", /** @type {HTMLElement} */ (turns).dataset.line === line);
    }
    const marked = new Set(move ? this.rules?.cells(move) : []);
    this.cells.forEach((cell, index) => {
      cell.classList.toggle("hinted", marked.has(index));
    });
  }

  /** Marks the cell that cannot be solved, or none. @param {number | null} index */
  blame(index) {
    this.cells.forEach((cell, at) => {
      cell.classList.toggle("blamed", at === index);
    });
  }

  /** @param {number} index */
  #moveFocus(index) {
    this.cells[index].focus();
  }

  /**
   * The moves that a drag, or Shift and an arrow, makes. A cube follows the finger: up and down turns
   * its row. Anything else goes along: right and left turns its row.
   * @param {number} cell @param {boolean} vertical @param {boolean} forwards down or to the right
   * @returns {Move | undefined}
   */
  #moveAlong(cell, vertical, forwards) {
    const { rules } = this;
    if (!rules) return undefined;
    const { columns } = rules.puzzle;
    const isRow = rules.kind === "cube" ? vertical : !vertical;
    const line = isRow ? Math.floor(cell / columns) : cell % columns;
    const moves = this.act.offered(isRow, line);
    if (rules.kind === "cube")
      return moves.find(
        (move) =>
          Math.abs(move.angle) === 90 && move.angle > 0 === (vertical ? !forwards : forwards),
      );
    return forwards ? moves[0] : (moves[1] ?? moves[0]);
  }

  #listen() {
    this.array.addEventListener("focusin", (event) => {
      const index = this.cells.indexOf(/** @type {HTMLElement} */ (event.target));
      if (index < 0 || index === this.focus) return;
      this.cells[this.focus].tabIndex = -1;
      this.cells[index].tabIndex = 0;
      this.focus = index;
    });
    this.array.addEventListener("keydown", (event) => {
      const { rules } = this;
      if (!rules || event.altKey || event.ctrlKey || event.metaKey) return;
      const { rows, columns } = rules.puzzle;
      const steps = { ArrowUp: -columns, ArrowDown: columns, ArrowLeft: -1, ArrowRight: 1 };
      const step = steps[/** @type {keyof typeof steps} */ (event.key)];
      const vertical = event.key === "ArrowUp" || event.key === "ArrowDown";
      if (step === undefined) {
        if (this.act.type(this.focus, event.key)) event.preventDefault();
        return;
      }
      event.preventDefault();
      if (event.shiftKey) {
        const move = this.#moveAlong(this.focus, vertical, step > 0);
        if (move) this.act.turn(move, 0);
        return;
      }
      const next = this.focus + step;
      const inLine = vertical || Math.floor(next / columns) === Math.floor(this.focus / columns);
      if (inLine && next >= 0 && next < rows * columns) this.#moveFocus(next);
    });
    this.#drags();
  }

  #drags() {
    /** @type {{ cell: number, x: number, y: number, vertical: boolean | null } | null} */
    let drag = null;
    /** @param {PointerEvent} event @returns {{ move: Move | undefined, angle: number, line: Move | undefined }} */
    const dragged = (event) => {
      if (!drag || drag.vertical === null) return { move: undefined, angle: 0, line: undefined };
      const way = drag.vertical ? event.clientY - drag.y : event.clientX - drag.x;
      const line = this.#moveAlong(drag.cell, drag.vertical, way > 0);
      const cell =
        Number.parseFloat(getComputedStyle(this.element).getPropertyValue("--cell")) || 64;
      const share = Math.min(1, Math.abs(way) / cell);
      const angle = share * (line?.angle ?? 0) * (this.rules?.kind === "cube" || way > 0 ? 1 : -1);
      return { move: share > 0.4 ? line : undefined, angle, line };
    };
    this.array.addEventListener("pointerdown", (event) => {
      const cell = /** @type {Element} */ (event.target).closest("[data-index]");
      if (!(cell instanceof HTMLElement) || event.button !== 0) return;
      drag = {
        cell: Number(cell.dataset.index),
        x: event.clientX,
        y: event.clientY,
        vertical: null,
      };
      this.#moveFocus(drag.cell);
      event.preventDefault();
      if (this.editing) {
        this.act.paint(drag.cell);
        drag = null;
      } else this.array.setPointerCapture(event.pointerId);
    });
    this.array.addEventListener("pointermove", (event) => {
      if (!drag) return;
      const [x, y] = [Math.abs(event.clientX - drag.x), Math.abs(event.clientY - drag.y)];
      if (drag.vertical === null && Math.max(x, y) > THRESHOLD) drag.vertical = y > x;
      const { angle, line } = dragged(event);
      if (!line) return;
      for (const cell of this.rules?.cells(line) ?? []) this.items[cell].hold(line.axis, angle);
    });
    /** @param {PointerEvent} event @param {boolean} counts */
    const end = (event, counts) => {
      const { move, angle, line } = dragged(event);
      drag = null;
      if (move && counts) this.act.turn(move, angle);
      else if (line)
        for (const cell of this.rules?.cells(line) ?? []) this.items[cell].hold(line.axis, 0);
    };
    this.array.addEventListener("pointerup", (event) => end(event, true));
    this.array.addEventListener("pointercancel", (event) => end(event, false));
  }
}
