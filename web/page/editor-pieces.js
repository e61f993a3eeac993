// @ts-check
/** The editor of a corner cube: eight of the 24 pieces, picked or typed. */
import { canonical, census, PIECES } from "./corner-model.js";
import { icon } from "./corner-solid.js";
import { fill, h, rove } from "./dom.js";

/**
 * @param {{ change: (words: string[]) => void, announce: (message: string) => void }} options
 */
export function pieceEditor({ change, announce }) {
  /** @type {string[]} */
  let words = [];
  const shelf = h("div", { class: "shelf", role: "group", "aria-label": "The 24 pieces" });
  const state = h("p", { class: "soft", "data-test": "pieces-state", "aria-live": "polite" });
  const typed = h("input", {
    type: "text",
    class: "words",
    spellcheck: false,
    autocapitalize: "characters",
    "data-test": "pieces",
  });
  const clear = h(
    "button",
    { type: "button", "data-test": "pieces-clear", onclick: () => use([]) },
    "Start afresh",
  );
  const buttons = PIECES.map((word) =>
    h(
      "div",
      { class: "shelf-piece" },
      h(
        "button",
        {
          type: "button",
          class: "add",
          "data-test": `add-${word}`,
          onclick: () => add(word),
        },
        icon(word),
        h("span", {}, h("span", { class: "hidden" }, "Add "), word),
      ),
      h(
        "button",
        {
          type: "button",
          class: "drop",
          hidden: true,
          "data-test": `drop-${word}`,
          "aria-label": `Take one ${word} out`,
          onclick: () => drop(word),
        },
        "",
      ),
    ),
  );
  shelf.append(...buttons);
  rove(shelf, "button:not([hidden])");
  const element = h(
    "details",
    { class: "piece-editor" },
    h("summary", { "data-test": "pieces-summary" }, "Choose other pieces"),
    h("p", { class: "soft" }, "Pick eight of the 24; a piece may be picked more than once."),
    shelf,
    state,
    h("div", { class: "controls" }, clear),
    h(
      "label",
      { class: "block" },
      "Or type eight words of A, B, C and D, read clockwise from outside",
      typed,
    ),
  );

  /** @param {string} word */
  function add(word) {
    if (words.length >= 8) {
      announce("Eight pieces are chosen: take one out first.");
      state.textContent = "Eight pieces are chosen: take one out first.";
      return;
    }
    use([...words, word]);
  }

  /** @param {string} word */
  function drop(word) {
    const at = words.lastIndexOf(word);
    use(words.filter((_, index) => index !== at));
  }

  /** @param {string[]} next */
  function use(next) {
    words = [...next].sort();
    render();
    if (words.length === 8) change(words);
  }

  function render() {
    buttons.forEach((each, index) => {
      const count = words.filter((word) => word === PIECES[index]).length;
      const [add, drop] = /** @type {HTMLButtonElement[]} */ ([...each.children]);
      add.setAttribute("aria-pressed", String(count > 0));
      drop.hidden = count === 0;
      fill(drop, count > 1 ? `${count} ×` : "×");
    });
    const { A, B, C, D } = census(words);
    const paired = A === D && B === C ? "they can be paired" : "they cannot be paired";
    const letters =
      words.length === 8 ? ` Half-edges: ${A} A and ${D} D, ${B} B and ${C} C: ${paired}.` : "";
    state.textContent = `${words.length} of 8 chosen.${letters}`;
    if (document.activeElement !== typed) typed.value = words.join(" ");
  }

  let timer = 0;
  typed.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const list = typed.value
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean);
      const wrong = list.find((word) => !/^[A-D]{3}$/.test(word));
      if (wrong !== undefined)
        state.textContent = `${wrong.slice(0, 20)} is not three letters of A to D.`;
      else if (list.length > 8) state.textContent = `${list.length} pieces: eight are needed.`;
      else use(list.map(canonical));
    }, 350);
  });

  return {
    element,
    /** @param {string[]} next */
    show(next) {
      words = [...next];
      render();
    },
  };
}
