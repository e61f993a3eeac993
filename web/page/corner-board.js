// @ts-check
/**
 * The cube in three dimensions with a button over each corner: click or drop a piece there. A
 * slider takes the cube apart.
 */
import { bars, barName, CORNERS } from "./corner-model.js";
import { HALF, LAYER, solid, wire } from "./corner-solid.js";
import { stage } from "./cube.js";
import { h } from "./dom.js";

/** @typedef {import("./corner-model.js").Board} Board */

/** As in the style of `.stage`. */
const PERSPECTIVE = 900;

/**
 * @param {object} options
 * @param {(corner: number) => void} options.pick
 * @param {(corner: number, event: PointerEvent) => void} options.grab
 */
export function cornerBoard({ pick, grab }) {
  let spread = 46;
  let ready = false;
  const view = stage({ label: "The cube", x: -24, y: -32, onview: () => ready && arrange() });
  view.element.classList.add("corner-stage");
  view.element.dataset.test = "corner-stage";
  const buttons = CORNERS.map((name, corner) =>
    h("button", {
      type: "button",
      class: "spot",
      "aria-label": name,
      "data-corner": corner,
      "data-test": `corner-${name.replaceAll(" ", "-")}`,
      onclick: () => pick(corner),
      onpointerdown: (/** @type {PointerEvent} */ event) => grab(corner, event),
    }),
  );
  const outline = wire();
  view.scene.append(outline);
  view.element.append(...buttons);
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 100,
    value: spread,
    "data-test": "explode",
    oninput: () => {
      spread = Number(slider.value);
      move();
    },
  });
  const element = h(
    "div",
    { class: "corner-board" },
    view.element,
    h(
      "label",
      { class: "slider" },
      h("span", {}, "together"),
      slider,
      h("span", {}, "apart"),
      h("span", { class: "hidden" }, "Take the cube apart"),
    ),
  );
  /** @type {(HTMLElement | null)[]} */
  const solids = CORNERS.map(() => null);
  /** What was drawn in each corner. */
  const keys = CORNERS.map(() => "");

  /** @param {number} corner */
  function signs(corner) {
    return [corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1];
  }

  /** Puts the buttons over their corners. */
  function arrange() {
    const { x: tilt, y: spin } = view.angles();
    const zoom = Number.parseFloat(getComputedStyle(view.scene).scale) || 1;
    const [t, p] = [tilt, spin].map((degrees) => (degrees * Math.PI) / 180);
    buttons.forEach((button, corner) => {
      const [sx, sy, sz] = signs(corner);
      const reach = (HALF - LAYER + spread) * zoom;
      const [x, y, z] = [sx * reach, -sz * reach, -sy * reach];
      const x1 = x * Math.cos(p) + z * Math.sin(p);
      const z1 = -x * Math.sin(p) + z * Math.cos(p);
      const y2 = y * Math.cos(t) - z1 * Math.sin(t);
      const z2 = y * Math.sin(t) + z1 * Math.cos(t);
      const scale = PERSPECTIVE / (PERSPECTIVE - z2);
      button.style.transform = `translate(-50%, -50%) translate(${x1 * scale}px, ${y2 * scale}px)`;
      button.style.zIndex = String(Math.round(500 + z2));
    });
  }

  function move() {
    solids.forEach((element, corner) => {
      const [x, y, z] = signs(corner).map((sign) => sign * spread);
      if (element) element.style.transform = `translate3d(${x}px, ${-z}px, ${-y}px)`;
    });
    outline.style.setProperty("--size", `${2 * (HALF - LAYER + spread)}px`);
    arrange();
  }

  /**
   * @param {string[]} words @param {Board} board
   * @param {{ selected: number | null, fits: Map<number, number[]> }} choice the piece in hand, and
   *   the corners where it fits
   */
  function show(words, board, { selected, fits }) {
    const bad = bars(words, board).filter(({ whole, fits: good }) => whole && !good);
    outline.hidden = board.every((place) => place !== null);
    board.forEach((place, corner) => {
      const key = place ? `${words[place.piece]} ${place.turn} ${place.piece}` : "";
      if (key !== keys[corner]) {
        solids[corner]?.remove();
        solids[corner] = place ? solid(words[place.piece], place.turn, corner, place.piece) : null;
        const made = solids[corner];
        if (made) view.scene.append(made);
        keys[corner] = key;
      }
      const element = solids[corner];
      const wrong = bad.some(
        (bar) => bar.corner === corner || (bar.corner | (1 << bar.axis)) === corner,
      );
      element?.classList.toggle("wrong", wrong);
      element?.classList.toggle("chosen", place !== null && place.piece === selected);
      const turns = fits.get(corner);
      const button = buttons[corner];
      button.classList.toggle("filled", place !== null);
      button.classList.toggle("fits", turns !== undefined && turns.length > 0);
      const state = place ? `piece ${place.piece + 1}, ${words[place.piece]}` : "empty";
      const glow = turns && turns.length > 0 ? ", the piece in hand fits" : "";
      button.setAttribute("aria-label", `${CORNERS[corner]}: ${state}${glow}`);
      button.textContent = place ? "" : "+";
    });
    move();
    return bad.map((bar) => `The bar ${barName(bar)} does not fit: ${bar.near} meets ${bar.far}.`);
  }

  ready = true;
  return {
    element,
    show,
    /** Moves the slider. @param {number} value */
    setSpread(value) {
      spread = value;
      slider.value = String(value);
      move();
    },
  };
}
