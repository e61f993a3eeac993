/** Which element the moves of the rows and of the columns multiply by, where there are many. */

import { h } from "./dom.js";
import { invert } from "./picture-group.js";
import { shortName } from "./picture-items.js";
import { hourOf } from "./picture-model.js";
import { selectField } from "./tour-controls.js";

/** @typedef {import("./picture-model.js").Rules} Rules */

/** @param {() => void} changed */
export function moveChoice(changed) {
  const chosen = { row: "", column: "" };
  const fields = {
    row: selectField({
      label: "Rows by",
      test: "picture-row-move",
      change: (value) => choose("row", value),
    }),
    column: selectField({
      label: "Columns by",
      test: "picture-column-move",
      change: (value) => choose("column", value),
    }),
  };
  const element = h("div", { class: "fields" }, fields.row.element, fields.column.element);

  /** @param {"row" | "column"} line @param {string} value */
  function choose(line, value) {
    chosen[line] = value;
    changed();
  }

  return {
    element,
    /** @param {Rules} rules */
    show(rules) {
      for (const line of /** @type {const} */ (["row", "column"])) {
        const list = rules.elements[line];
        const field = fields[line];
        if (!list.includes(chosen[line])) chosen[line] = list[0] ?? "";
        field.element.hidden = list.length <= 2;
        field.offer(
          list.map((value) => [
            value,
            rules.kind === "clock" ? `${hourOf(value)} h` : shortName(value),
          ]),
        );
        field.input.value = chosen[line];
      }
      element.hidden = fields.row.element.hidden && fields.column.element.hidden;
    },
    /**
     * The moves that a line offers: the element chosen and its inverse, as far as they are moves.
     * @param {Rules} rules @param {boolean} isRow @param {number} line
     */
    offered(rules, isRow, line) {
      const moves = rules.moves(isRow, line);
      if (rules.kind === "cube" || moves.length <= 1) return moves;
      const value = isRow ? chosen.row : chosen.column;
      const pair = [...new Set([value, invert(value)])];
      return pair.flatMap((one) => moves.filter((move) => move.element === one));
    },
  };
}
