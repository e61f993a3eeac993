/**
 * How a person solves it: the local method part by part, each part bound to the array. Pointing at a
 * part marks the cube it solves; a click plays its moves.
 */

import { fill, h, isStopped } from "./dom.js";
import { apology } from "./tour-controls.js";

/** @typedef {{ what: string, moves: string[] }} Part */
/** @typedef {{ theorem: string, parts: Part[], why?: string }} Explained */

/**
 * @param {{ ask: () => Promise<Explained>, play: (moves: string[], count: number) => void,
 *   point: (cell: [number, number] | null) => void }} act
 *   `play` is given all moves and how many of them are to be made
 */
export function argument(act) {
  const theorem = h("p", { class: "soft small" });
  const list = h("ol", { class: "parts", "data-test": "picture-parts" });
  const element = h(
    "details",
    { class: "card", "data-test": "picture-argument" },
    h("summary", {}, "How a person solves it"),
    list,
    theorem,
  );
  let asked = false;

  /** @param {Explained} explained */
  const show = ({ theorem: text, parts, why }) => {
    theorem.textContent = text ? `What can be reached: ${text}.` : "";
    const moves = parts.flatMap((part) => part.moves);
    let count = 0;
    const items = parts.map((part) => {
      count += part.moves.length;
      const upTo = count;
      const place = /row (\d+), column (\d+)/.exec(part.what);
      const cell = /** @type {[number, number] | null} */ (
        place && [Number(place[1]) - 1, Number(place[2]) - 1]
      );
      const point = { onmouseenter: () => act.point(cell), onmouseleave: () => act.point(null) };
      const focus = { onfocus: () => act.point(cell), onblur: () => act.point(null) };
      return h(
        "li",
        point,
        h(
          "button",
          { type: "button", class: "step", ...focus, onclick: () => act.play(moves, upTo) },
          `${part.what}: ${part.moves.join(" ") || "nothing to do"}`,
        ),
      );
    });
    if (items.length === 0) items.push(h("li", {}, why ?? "Nothing to do: it is solved."));
    fill(list, ...items);
  };

  const ask = async () => {
    if (asked || !element.open) return;
    asked = true;
    fill(list, h("li", { class: "soft" }, "…"));
    try {
      show(await act.ask());
    } catch (error) {
      asked = false;
      fill(list, h("li", {}, ...(isStopped(error) ? ["Stopped."] : apology(error))));
    }
  };
  element.addEventListener("toggle", () => void ask());

  return {
    element,
    /** Forgets the argument about another configuration. @param {boolean} isCube */
    forget(isCube) {
      element.hidden = !isCube;
      asked = false;
      fill(list);
      theorem.textContent = "";
      void ask();
    },
  };
}
