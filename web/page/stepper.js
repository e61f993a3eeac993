// @ts-check
/** Steps of an argument, one after the other: a list, and buttons to go through it. */
import { fill, h } from "./dom.js";

/**
 * @typedef {{ text: string, notes: Record<string, string>, keys: string[], bad: boolean,
 *   picks?: Record<string, any> }} Step
 */

/** @param {{ onstep: (step: Step | null) => void }} options */
export function stepper({ onstep }) {
  /** @type {Step[]} */
  let steps = [];
  let at = -1;
  const heading = h("h4", {});
  const list = h("ol", { class: "steps-list" });
  const back = h(
    "button",
    { type: "button", "data-test": "step-back", onclick: () => go(at - 1) },
    "Back",
  );
  const next = h(
    "button",
    { type: "button", "data-test": "step-next", onclick: () => go(at + 1) },
    "Next",
  );
  const end = h(
    "button",
    { type: "button", "data-test": "step-end", onclick: () => go(steps.length - 1) },
    "All",
  );
  const shut = h(
    "button",
    { type: "button", "data-test": "step-close", onclick: () => close() },
    "Close",
  );
  const element = h(
    "div",
    { class: "steps", "data-test": "steps", hidden: true },
    heading,
    list,
    h("div", { class: "controls" }, back, next, end, shut),
  );

  /** @param {number} index */
  function go(index) {
    at = Math.max(0, Math.min(steps.length - 1, index));
    fill(
      list,
      ...steps.slice(0, at + 1).map(({ text, keys, bad }, order) =>
        h(
          "li",
          {
            class: [order === at && "now", bad && "bad"].filter(Boolean).join(" "),
            "data-edges": keys.length > 0 ? keys.join(" ") : null,
          },
          text,
        ),
      ),
    );
    list.scrollTop = list.scrollHeight;
    back.disabled = at <= 0;
    next.disabled = at >= steps.length - 1;
    end.disabled = next.disabled;
    onstep(steps[at] ?? null);
  }

  function close() {
    if (element.hidden) return;
    element.hidden = true;
    onstep(null);
  }

  return {
    element,
    close,
    /**
     * @param {string} title @param {Step[]} given @param {string} none what to say without steps
     * @param {boolean} all whether to show all of them at once
     */
    open(title, given, none, all) {
      steps = given.length > 0 ? given : [{ text: none, notes: {}, keys: [], bad: false }];
      heading.textContent = title;
      element.hidden = false;
      go(all ? steps.length - 1 : 0);
    },
  };
}
