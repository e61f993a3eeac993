/** Small controls that the editors of several families share. */

import { button, fill, h } from "./dom.js";

/**
 * Says whether a button does anything now. It keeps the focus even where it does nothing.
 * @param {HTMLButtonElement} control
 * @param {boolean} on
 */
export const allow = (control, on) => control.setAttribute("aria-disabled", String(!on));

let fields = 0;

/**
 * A number with a label; `change` is called with numbers in range alone.
 * @param {{ label: string, test: string, min: number, max: number, change: (value: number) => void }} options
 */
export const numberField = ({ label, test, min, max, change }) => {
  fields += 1;
  const id = `field-${fields}`;
  const input = h("input", { id, type: "number", min, max, step: 1, "data-test": test });
  input.addEventListener("input", () => {
    const value = Number(input.value);
    const right = input.value !== "" && Number.isInteger(value) && value >= min && value <= max;
    input.setAttribute("aria-invalid", String(!right));
    if (right) change(value);
  });
  const element = h("span", { class: "field" }, h("label", { for: id }, label), input);
  return {
    element,
    input,
    /** @param {number} value */
    set(value) {
      if (Number(input.value) !== value || input.value === "") input.value = String(value);
      input.setAttribute("aria-invalid", "false");
    },
  };
};

/**
 * One of several, as a row of radio buttons.
 * @param {{ label: string, test: string, options: [string, string][], change: (value: string) => void }} options
 */
export const choices = ({ label, test, options, change }) => {
  fields += 1;
  const name = `choice-${fields}`;
  /** @type {HTMLInputElement[]} */
  const inputs = [];
  const items = options.map(([value, text]) => {
    const input = h("input", { type: "radio", name, value, "data-test": `${test}-${value}` });
    input.addEventListener("change", () => change(value));
    inputs.push(input);
    return h("label", { class: "choice" }, input, h("span", {}, text));
  });
  const element = h("fieldset", { class: "choices" }, h("legend", {}, label), items);
  return {
    element,
    /** @param {string} value */
    set(value) {
      for (const input of inputs) input.checked = input.value === value;
    },
  };
};

/**
 * @param {{ label: string, test: string, change: (on: boolean) => void }} options
 */
export const checkBox = ({ label, test, change }) => {
  const input = h("input", { type: "checkbox", "data-test": test });
  input.addEventListener("change", () => change(input.checked));
  const element = h("label", { class: "check" }, input, h("span", {}, label));
  return {
    element,
    /** @param {boolean} on */
    set(on) {
      input.checked = on;
    },
  };
};

/**
 * A list to pick from.
 * @param {{ label: string, test: string, options?: [string, string][], change: (value: string) => void }} options
 */
export const selectField = ({ label, test, options = [], change }) => {
  fields += 1;
  const id = `field-${fields}`;
  const input = h("select", { id, "data-test": test });
  /** @param {[string, string][]} list */
  const offer = (list) => fill(input, ...list.map(([value, text]) => h("option", { value }, text)));
  offer(options);
  input.addEventListener("change", () => change(input.value));
  const element = h("span", { class: "field" }, h("label", { for: id }, label), input);
  return { element, input, offer };
};

/**
 * Back, play or pause, and on, over the steps of something that can be replayed.
 * @param {{ test: string, forward: () => boolean, back: () => boolean, pace: () => number }} options
 *   `forward` and `back` make a step and say whether there was one
 */
export const player = ({ test, forward, back, pace }) => {
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    play.textContent = "Play";
  };
  const tick = () => {
    if (!forward()) return stop();
    timer = window.setTimeout(tick, pace());
  };
  const start = () => {
    stop();
    play.textContent = "Pause";
    tick();
  };
  const play = button("Play", `${test}-play`, () => (timer ? stop() : start()));
  /** @param {() => boolean} step */
  const by = (step) => () => {
    stop();
    step();
  };
  const element = h(
    "div",
    { class: "player", role: "group", "aria-label": "Replay" },
    button("‹ Back", `${test}-back`, by(back)),
    play,
    button("Next ›", `${test}-next`, by(forward)),
  );
  return { element, stop, start };
};

/**
 * An error of the library in words, with what to do on a machine.
 * @param {any} error
 */
export const apology = (error) =>
  [
    String(error?.message ?? error),
    error?.command ? [" On a machine: ", h("code", {}, String(error.command))] : "",
  ].flat();

/**
 * Calls `act` with the way of a swipe.
 * @param {HTMLElement} element
 * @param {(way: "N" | "E" | "S" | "W") => void} act
 */
export function swipes(element, act) {
  /** @type {PointerEvent | null} */
  let down = null;
  element.addEventListener("pointerdown", (event) => {
    down = event;
  });
  element.addEventListener("pointerup", (event) => {
    const [x, y] = [event.clientX - (down?.clientX ?? 0), event.clientY - (down?.clientY ?? 0)];
    const swiped = down && Math.max(Math.abs(x), Math.abs(y)) > 24;
    down = null;
    if (!swiped) return;
    if (Math.abs(x) > Math.abs(y)) act(x > 0 ? "E" : "W");
    else act(y > 0 ? "S" : "N");
  });
  element.addEventListener("pointercancel", () => {
    down = null;
  });
}
