/** The editor of picture puzzles: size, what is turned, and the cubes face by face. */

import { button, fill, h } from "./dom.js";
import { BY_PHOTO, multiply, POSES, SOLVED } from "./picture-group.js";
import { shortName } from "./picture-items.js";
import { hour, hoursOf, kindOf, resized, toToml } from "./picture-model.js";
import { pictureName, picturePart } from "./picture-drawings.js";
import { LETTERS } from "./picture-solid.js";
import { choices, numberField, selectField } from "./tour-controls.js";

/** @typedef {import("./picture-model.js").Puzzle} Puzzle */

/** The most rows and columns of an array that is drawn here. */
export const LONGEST = 8;

/** @type {[string, string][]} */
const TURNS = [
  ["", "upright"],
  [">", "turned right"],
  ["v", "upside down"],
  ["<", "turned left"],
];

/**
 * @param {{ change: (toml: string) => void, mode: (editing: boolean) => void }} act
 */
export function editor(act) {
  /** @type {Puzzle} */
  let puzzle = { rows: 3, columns: 2 };
  /** @type {string[]} */
  let cells = [];
  let [letter, turn] = ["B", ""];
  let brush = "(1 2)";

  /**
   * The next change begins where this one ends, before the library has answered.
   * @param {Partial<Puzzle>} part @param {string[]} next
   */
  const change = (part, next) => {
    [puzzle, cells] = [{ ...puzzle, title: undefined, ...part }, next];
    act.change(toToml(puzzle, cells));
  };
  /** @param {number} rows @param {number} columns */
  const resize = (rows, columns) =>
    change({ rows, columns }, resized(puzzle, cells, rows, columns));
  /** Another thing to turn begins solved. @param {Partial<Puzzle>} part */
  const replace = (part) =>
    change(
      part,
      cells.map(() => SOLVED),
    );

  const mode = choices({
    label: "A drag or click",
    test: "picture-mode",
    options: [
      ["turn", "turns rows and columns"],
      ["set", "sets single cells"],
    ],
    change: (value) => {
      palette.hidden = value !== "set";
      act.mode(value === "set");
    },
  });
  mode.set("turn");

  const faces = h("div", { class: "buttons", role: "group", "aria-label": "The picture on top" });
  const turns = h("div", { class: "buttons", role: "group", "aria-label": "How it is turned" });
  const elements = selectField({
    label: "Element",
    test: "picture-element",
    change: (value) => {
      brush = value;
    },
  });
  const help = h("p", { class: "soft small" });
  const palette = h(
    "div",
    { class: "picture-palette", hidden: true },
    faces,
    turns,
    elements.element,
    help,
  );

  const paintPalette = () => {
    const kind = kindOf(puzzle);
    faces.hidden = turns.hidden = kind !== "cube";
    elements.element.hidden = kind !== "tile";
    help.textContent = {
      cube: "Click a cube to set it. With the keyboard: A to F chooses the picture, > v < ^ its turn.",
      coin: "Click a coin to turn over this coin alone.",
      clock: "Click a clock to advance this clock alone.",
      tile: "Click a cell to set it to the element chosen.",
    }[kind];
    fill(
      faces,
      ...LETTERS.map((name) =>
        button("", `picture-face-${name}`, () => pick(name, turn), {
          class: "swatch-button",
          "aria-pressed": String(name === letter),
          "aria-label": `${name}, ${pictureName(name)}`,
        }),
      ),
    );
    [...faces.children].forEach((child, index) => {
      child.append(picturePart(LETTERS[index], { rows: 1, columns: 1 }, 0, 0));
    });
    fill(
      turns,
      ...TURNS.map(([mark, words]) =>
        button(
          `${letter}${mark} ${words}`,
          `picture-turn-${mark || "0"}`,
          () => pick(letter, mark),
          {
            "aria-pressed": String(mark === turn),
          },
        ),
      ),
    );
  };
  /** @param {string} face @param {string} mark */
  const pick = (face, mark) => {
    const held = document.activeElement?.getAttribute("data-test");
    [letter, turn] = [face, mark];
    paintPalette();
    const again = held && palette.querySelector(`[data-test="${CSS.escape(held)}"]`);
    if (again instanceof HTMLElement) again.focus();
  };

  const rows = numberField({
    label: "Rows",
    test: "picture-rows",
    min: 1,
    max: LONGEST,
    change: (value) => resize(value, puzzle.columns),
  });
  const columns = numberField({
    label: "Columns",
    test: "picture-columns",
    min: 1,
    max: LONGEST,
    change: (value) => resize(puzzle.rows, value),
  });
  const what = selectField({
    label: "What is turned",
    test: "picture-kind",
    options: [
      ["cube", "cubes"],
      ["coin", "coins"],
      ["clock", "clocks"],
      ["S3", "triangles (S3)"],
      ["D4", "squares (D4)"],
      ["A5", "dodecahedra (A5)"],
      ["own", "another group (in the TOML)"],
    ],
    change: (value) => {
      if (value === "own") return;
      const name = { cube: "", coin: "C2", clock: "C12" }[value] ?? value;
      replace({ metric: undefined, group: name ? { name } : undefined });
    },
  });
  const hours = numberField({
    label: "Hours",
    test: "picture-hours",
    min: 3,
    max: 24,
    change: (value) => replace({ group: { ...puzzle.group, name: `C${value}` } }),
  });
  const metric = choices({
    label: "A half turn counts as",
    test: "picture-metric",
    options: [
      ["quarter", "two moves"],
      ["half", "one move"],
    ],
    change: (value) => change({ metric: value === "half" ? "half" : "quarter" }, cells),
  });

  const element = h(
    "details",
    { class: "card editor", open: true, "data-test": "picture-editor" },
    h("summary", {}, "Make your own"),
    h(
      "div",
      { class: "editor-columns" },
      h(
        "fieldset",
        {},
        h("legend", {}, "Size"),
        h("div", { class: "fields" }, rows.element, columns.element),
        button("All solved", "picture-all-solved", () => replace({})),
      ),
      h("fieldset", {}, h("legend", {}, "Rules"), what.element, hours.element, metric.element),
    ),
  );

  /** @param {number} index @param {string} value */
  const put = (index, value) => {
    if (cells[index] === value) return;
    change(
      {},
      cells.map((cell, at) => (at === index ? value : cell)),
    );
  };

  return {
    element,
    toolbar: h("div", { class: "toolbar" }, mode.element, palette),
    /** Sets one cell to what the palette says. @param {number} index */
    paint(index) {
      const kind = kindOf(puzzle);
      if (kind === "cube") put(index, BY_PHOTO.get(letter + turn) ?? SOLVED);
      else if (kind === "tile") put(index, brush);
      else put(index, multiply(cells[index], hour(kind === "coin" ? 2 : hoursOf(puzzle), 1)));
    },
    /**
     * A key on a cell: a letter sets its picture, a mark its turn.
     * @param {number} index @param {string} key
     */
    type(index, key) {
      if (kindOf(puzzle) !== "cube") {
        if (key !== "Enter" && key !== " ") return false;
        this.paint(index);
        return true;
      }
      const photo = POSES.get(cells[index])?.photo ?? "A";
      if (/^[a-f]$/i.test(key))
        put(index, BY_PHOTO.get(key.toUpperCase() + photo.slice(1)) ?? SOLVED);
      else if (/^[<>v^]$/.test(key))
        put(index, BY_PHOTO.get(photo[0] + key.replace("^", "")) ?? SOLVED);
      else if (key === "Enter" || key === " ") this.paint(index);
      else return false;
      return true;
    },
    /**
     * @param {Puzzle} next @param {string[]} values @param {string[]} known elements of the group
     */
    show(next, values, known) {
      [puzzle, cells] = [next, values];
      const kind = kindOf(next);
      rows.set(next.rows);
      columns.set(next.columns);
      const named = next.group?.name ?? "";
      what.input.value =
        kind === "tile" ? (["S3", "D4", "A5"].includes(named) ? named : "own") : kind;
      hours.element.hidden = kind !== "clock";
      hours.set(hoursOf(next));
      metric.element.hidden = kind !== "cube";
      metric.set(next.metric ?? "quarter");
      const list = [...new Set([SOLVED, ...known, ...values])];
      if (!list.includes(brush)) brush = list[1] ?? SOLVED;
      elements.offer(list.map((value) => [value, shortName(value)]));
      elements.input.value = brush;
      paintPalette();
    },
  };
}
