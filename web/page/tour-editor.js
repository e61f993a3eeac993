/** The editor of a tour puzzle: size, what a click on the board paints, and the die. */

import { button, fill, h } from "./dom.js";
import { checkBox, choices, numberField, selectField } from "./tour-controls.js";
import { handednessOf, mirrored, rolled, same, sides, spun } from "./tour-model.js";
import { NET, net } from "./tour-pips.js";
import { firstFree, resized } from "./tour-text.js";

/** @typedef {import("./tour-model.js").Puzzle} Puzzle */
/** @typedef {import("./tour-model.js").Cell} Cell */
/** @typedef {"play" | "hole" | "start" | "end" | "label"} Tool */

/** The longest side of a board that can be drawn here. */
const LONGEST = 40;
/** The largest value of a face that can be typed. */
const LARGEST = 1_000_000;

/**
 * @param {{ change: (puzzle: Puzzle) => void, tool: (tool: Tool) => void }} act
 */
export function editor(act) {
  /** @type {Puzzle} */
  let puzzle = { rows: 3, columns: 3, start: [0, 0], die: { top: 1, north: 2, east: 3 } };
  /** @type {Tool} */
  let tool = "play";
  let face = 1;
  let adds = true;

  /** @param {Partial<Puzzle>} part */
  const change = (part) => {
    const next = { ...puzzle, ...part };
    delete next.title;
    act.change(next);
  };
  /** @param {(die: import("./tour-model.js").Die) => import("./tour-model.js").Die} turn */
  const turn = (turn) => () => {
    if (puzzle.die !== "any") change({ die: turn(puzzle.die) });
  };

  const tools = choices({
    label: "A click",
    test: "tour-tool",
    options: [
      ["play", "rolls the die"],
      ["hole", "draws holes"],
      ["start", "sets start"],
      ["end", "sets end"],
      ["label", "sets labels"],
    ],
    change: (value) => {
      tool = /** @type {Tool} */ (value);
      asked.element.hidden = tool !== "label";
      act.tool(tool);
    },
  });
  tools.set("play");
  const asked = selectField({
    label: "Face asked for",
    test: "tour-label-face",
    change: (value) => {
      face = Number(value);
    },
  });
  asked.element.hidden = true;
  const rows = numberField({
    label: "Rows",
    test: "tour-rows",
    min: 1,
    max: LONGEST,
    change: (value) => change(resized(puzzle, value, puzzle.columns)),
  });
  const columns = numberField({
    label: "Columns",
    test: "tour-columns",
    min: 1,
    max: LONGEST,
    change: (value) => change(resized(puzzle, puzzle.rows, value)),
  });
  const anywhere = checkBox({
    label: "start anywhere",
    test: "tour-start-any",
    change: (on) => {
      const { rows, columns, blocked = [] } = puzzle;
      change({ start: on ? "any" : firstFree(rows, columns, blocked) });
    },
  });
  const closed = selectField({
    label: "The tour",
    test: "tour-closed",
    options: [
      ["false", "need not come home"],
      ["true", "comes home"],
      ["orientation", "comes home as it lay"],
    ],
    change: (value) => change({ closed: value === "orientation" ? value : value === "true" }),
  });
  const anyhow = checkBox({
    label: "lies as you like",
    test: "tour-die-any",
    change: (on) => {
      const hand = puzzle.die === "any" ? (puzzle.handedness ?? "left") : handednessOf(puzzle.die);
      if (on) change({ die: "any", handedness: hand });
      else
        change({ die: { top: 1, north: 2, east: hand === "left" ? 3 : 4 }, handedness: undefined });
    },
  });
  const hand = choices({
    label: "Handedness",
    test: "tour-hand",
    options: [
      ["left", "left"],
      ["right", "right"],
    ],
    change: (value) => {
      if (puzzle.die === "any") change({ handedness: value === "left" ? "left" : "right" });
      else change({ die: mirrored(puzzle.die) });
    },
  });
  const turns = h(
    "div",
    { class: "buttons", role: "group", "aria-label": "Turn the die before the start" },
    button(
      "tip north",
      "tour-die-north",
      turn((die) => rolled(die, "N")),
    ),
    button(
      "tip east",
      "tour-die-east",
      turn((die) => rolled(die, "E")),
    ),
    button("spin", "tour-die-spin", turn(spun)),
  );
  const values = [1, 2, 3, 4, 5, 6].map((number) =>
    numberField({
      label: `Face ${number}`,
      test: `tour-face-${number}`,
      min: -LARGEST,
      max: LARGEST,
      change: (value) => {
        const faces = [...(puzzle.faces ?? [1, 2, 3, 4, 5, 6])];
        faces[number - 1] = value;
        change({ faces });
      },
    }),
  );
  const picture = h("div", { class: "net-picture" });
  const cross = h(
    "div",
    { class: "net-inputs" },
    values.map((value) => value.element),
  );

  const element = h(
    "details",
    { class: "card editor", open: true, "data-test": "tour-editor" },
    h("summary", {}, "Draw your own board"),
    h(
      "div",
      { class: "editor-columns" },
      h(
        "fieldset",
        {},
        h("legend", {}, "Board"),
        h("div", { class: "fields" }, rows.element, columns.element),
        closed.element,
        anywhere.element,
        button("Clear holes, end and labels", "tour-clear", () =>
          change({ blocked: [], labels: [], end: undefined }),
        ),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, "Die at the start"),
        picture,
        turns,
        anyhow.element,
        hand.element,
      ),
      h("fieldset", {}, h("legend", {}, "What the faces are worth"), cross),
    ),
  );

  /**
   * Paints one cell with the tool; `first` begins a stroke, and decides whether it adds or removes.
   * @param {Cell} cell @param {boolean} first
   */
  const paint = (cell, first) => {
    const { blocked = [], labels = [], start, end } = puzzle;
    const isHole = blocked.some((hole) => same(hole, cell));
    const others = blocked.filter((hole) => !same(hole, cell));
    const unlabelled = labels.filter(([r, c]) => !same([r, c], cell));
    if (tool === "hole") {
      if (first) adds = !isHole;
      if (adds === isHole || (start !== "any" && same(start, cell))) return;
      if (!adds) change({ blocked: others });
      else {
        const kept = end && same(end, cell) ? undefined : end;
        change({ blocked: [...others, cell], labels: unlabelled, end: kept });
      }
    } else if (tool === "start" && first) {
      change({ start: cell, blocked: others, end: end && same(end, cell) ? undefined : end });
    } else if (tool === "end" && first) {
      if (start !== "any" && same(start, cell)) return;
      change({ end: end && same(end, cell) ? undefined : cell, blocked: others });
    } else if (tool === "label" && !isHole) {
      const here = labels.find(([r, c]) => same([r, c], cell));
      if (first) adds = here?.[2] !== face;
      change({ labels: adds ? [...unlabelled, [cell[0], cell[1], face]] : unlabelled });
    }
  };

  return {
    element,
    toolbar: h("div", { class: "toolbar" }, tools.element, asked.element),
    paint,
    /** Shows a puzzle without touching what is being typed. @param {Puzzle} next */
    show(next) {
      puzzle = next;
      const faces = next.faces ?? [1, 2, 3, 4, 5, 6];
      const fixed = next.die !== "any";
      const left = { top: 1, north: 2, east: 3 };
      const shown =
        next.die === "any" ? (next.handedness === "right" ? mirrored(left) : left) : next.die;
      rows.set(next.rows);
      columns.set(next.columns);
      anywhere.set(next.start === "any");
      closed.input.value = String(next.closed ?? false);
      anyhow.set(!fixed);
      hand.set(handednessOf(shown));
      for (const control of turns.querySelectorAll("button")) control.disabled = !fixed;
      for (const [index, value] of values.entries()) value.set(faces[index]);
      const places = sides(shown);
      for (const [side, [x, y]] of Object.entries(NET)) {
        const number = places[/** @type {keyof typeof NET} */ (side)];
        values[number - 1].element.style.gridArea = `${y + 1} / ${x + 1}`;
      }
      asked.offer(faces.map((value, index) => [String(index + 1), String(value)]));
      asked.input.value = String(face);
      fill(picture, net(shown, faces));
    },
  };
}
