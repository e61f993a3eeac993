// @ts-check
/** First, back, next, last, play and a slider over steps that are counted from 0. */
import { button, h } from "./dom.js";
import { allow } from "./tour-controls.js";

/**
 * @param {HTMLElement} root
 * @param {number} last
 * @param {(step: number) => void} show
 * @param {number} [pace] milliseconds for each step while it plays
 */
export function stepper(root, last, show, pace = 900) {
  let at = 0;
  let timer = 0;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  };
  /** @param {number} step */
  const go = (step) => {
    at = Math.max(0, Math.min(last, step));
    slider.value = String(at);
    for (const control of [first, back]) allow(control, at > 0);
    for (const control of [next, end]) allow(control, at < last);
    if (at === last) stop();
    show(at);
  };
  /** @param {string} text @param {string} name @param {string} label @param {() => number} to */
  const jump = (text, name, label, to) => {
    const act = () => {
      stop();
      go(to());
    };
    return button(text, `step-${name}`, act, { class: name, title: label, "aria-label": label });
  };
  const first = jump("|◀", "first", "To the start", () => 0);
  const back = jump("◀", "back", "One step back", () => at - 1);
  const next = jump("▶", "next", "One step forward", () => at + 1);
  const end = jump("▶|", "last", "To the end", () => last);
  const toggle = () => {
    if (timer) return stop();
    if (at === last) go(0);
    play.textContent = "Pause";
    timer = window.setInterval(() => go(at + 1), pace);
  };
  const play = button("Play", "step-play", toggle, { class: "play" });
  const slider = h("input", {
    type: "range",
    min: 0,
    max: last,
    value: 0,
    "aria-label": "Step",
    oninput: () => {
      stop();
      go(Number(slider.value));
    },
  });
  root.append(h("div", { class: "controls" }, first, back, next, end, play, slider));
  go(0);
}
