/** A best tour roll by roll; a click on a roll shows the board after it. */

import { fill, h, s, set } from "./dom.js";
import { paper, path } from "./tour-drawing.js";
import { Game, WAYS } from "./tour-model.js";

/** @typedef {import("./tour-model.js").Puzzle} Puzzle */
/** @typedef {import("./tour-model.js").Way} Way */

/** The longest tour that is listed. */
const LONGEST = 400;

/** @param {(step: number) => void} jump */
export function steps(jump) {
  const drawing = s("svg", { class: "print-only board-flat", "aria-hidden": "true" });
  const list = h("ol", { class: "tour-steps", "data-test": "tour-steps" });
  const element = h(
    "details",
    { class: "card prints", hidden: true },
    h("summary", {}, "A best tour, roll by roll"),
    list,
    drawing,
  );
  return {
    element,
    /** @param {Puzzle} puzzle @param {import("./tour-panel.js").Extreme | null} extreme */
    show(puzzle, extreme) {
      element.hidden = !extreme || extreme.moves.length > LONGEST;
      if (!extreme || element.hidden) return fill(list);
      const game = new Game(puzzle, extreme.start, extreme.die);
      /** @param {string} how */
      const item = (how) => {
        const step = game.moves.length;
        const text = `${how} (${game.cell.join(", ")}), top ${game.top}, sum ${game.sum}`;
        const act = { type: "button", class: "step", "data-step": step, onclick: () => jump(step) };
        return h("li", {}, h("button", act, text));
      };
      const items = [item("start on")];
      for (const way of /** @type {Way[]} */ ([...extreme.moves])) {
        game.roll(way);
        items.push(item(`${WAYS[way].name} to`));
      }
      fill(list, ...items);
      const { rows, columns } = puzzle;
      set(drawing, { viewBox: `-0.5 0 ${columns + 0.5} ${rows + 0.5}` });
      fill(drawing, ...paper(game, new Set(), new Set(), false), ...path(game));
    },
    /** Marks the roll that the board shows. @param {number | null} step */
    mark(step) {
      for (const entry of list.querySelectorAll("button")) {
        const now = step !== null && entry.dataset.step === String(step);
        if (now) entry.setAttribute("aria-current", "step");
        else entry.removeAttribute("aria-current");
      }
    },
  };
}
