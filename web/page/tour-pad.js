/** Four buttons that roll the die. */

import { button, h } from "./dom.js";
import { WAYS } from "./tour-model.js";

/** @typedef {import("./tour-model.js").Way} Way */

/** @type {[Way, string][]} */
const ARROWS = [
  ["N", "▲"],
  ["W", "◀"],
  ["E", "▶"],
  ["S", "▼"],
];

/** @param {(way: Way) => void} roll */
export function rollPad(roll) {
  const buttons = ARROWS.map(([way, arrow]) => {
    const more = { class: `roll-${way}`, "aria-label": `Roll ${WAYS[way].name}` };
    return { way, control: button(arrow, `tour-roll-${way}`, () => roll(way), more) };
  });
  const controls = buttons.map(({ control }) => control);
  return {
    element: h("div", { class: "pad", role: "group", "aria-label": "Roll the die" }, controls),
    /** Shows which rolls are possible. @param {import("./tour-model.js").Game} game */
    show(game) {
      for (const { way, control } of buttons) {
        control.classList.toggle("legal", game.refusal(way) === null);
      }
    },
  };
}
