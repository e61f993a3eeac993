/** What stands in a cell: a cube, a coin, a clock, or a tile with the name of an element. */

import { h, reducedMotion, s } from "./dom.js";
import { POSES, SOLVED } from "./picture-group.js";
import { hourOf, hoursOf } from "./picture-model.js";
import { pictureName, picturePart } from "./picture-drawings.js";
import { LETTERS, solid } from "./picture-solid.js";

/** @typedef {import("./picture-model.js").Puzzle} Puzzle */
/** @typedef {import("./picture-model.js").Move} Move */
/**
 * @typedef {object} Item
 * @property {Element} element
 * @property {(size: number) => void} resize
 * @property {(value: string) => void} set
 * @property {(value: string, move: Move, held: number) => void} turn shows a move that was made
 * @property {(axis: string, angle: number) => void} hold follows a finger
 * @property {(value: string) => string} words
 */

const DURATION = 300;

/** @param {Puzzle} puzzle @param {number} row @param {number} column @returns {Item} */
const cubeItem = (puzzle, row, column) => {
  const glyphs = /** @type {Record<import("./picture-solid.js").Letter, Element>} */ ({});
  for (const letter of LETTERS) glyphs[letter] = picturePart(letter, puzzle, row, column);
  const body = solid(64, glyphs);
  const flat = h("div", { class: "flat print-only" });
  /** Paper has two dimensions. @param {string} value */
  const print = (value) => {
    const photo = POSES.get(value)?.photo ?? "A";
    const letter = /** @type {import("./picture-solid.js").Letter} */ (photo[0]);
    const part = picturePart(letter, puzzle, row, column);
    part.style.transform = `rotate(${90 * ["", ">", "v", "<"].indexOf(photo.slice(1))}deg)`;
    flat.replaceChildren(part);
  };
  return {
    element: h("div", { class: "cube-item" }, body.element, flat),
    resize: (size) => {
      body.resize(size);
      body.place(size / 2, size / 2, -size / 2);
    },
    set: (value) => {
      body.set(value);
      print(value);
    },
    turn: (value, move, held) => {
      void body.turn(value, move.axis, move.angle, held);
      print(value);
    },
    hold: (axis, angle) => body.hold(axis, angle),
    words: (value) => {
      const photo = POSES.get(value)?.photo ?? "A";
      const turns = { ">": "turned right", v: "upside down", "<": "turned left" };
      const turn = turns[/** @type {keyof typeof turns} */ (photo.slice(1))] ?? "upright";
      return `${photo[0]}, ${pictureName(photo)}, ${turn}`;
    },
  };
};

/** Both sides of a coin; heads is solved. @returns {Item} */
const coinItem = () => {
  const side = (/** @type {string} */ name, /** @type {SVGElement[]} */ ...marks) =>
    s(
      "svg",
      { viewBox: "-50 -50 100 100", class: `coin-side ${name}` },
      s("circle", { r: 46 }),
      s("circle", { class: "coin-rim", r: 38 }),
      marks,
    );
  const crown = s("path", { class: "coin-mark", d: "M-22 16v-28l11 12 11-18 11 18 11-12v28z" });
  const number = s("text", { class: "coin-mark", y: 15, "text-anchor": "middle" }, "1");
  const element = h("div", { class: "coin" }, side("heads", crown), side("tails", number));
  let tails = false;
  const at = () => (tails ? 180 : 0);
  const rest = () => {
    element.classList.toggle("is-tails", tails);
    element.style.transform = `rotateY(${at()}deg)`;
  };
  return {
    element,
    resize: (size) => element.style.setProperty("--size", `${size}px`),
    set: (value) => {
      tails = value !== SOLVED;
      rest();
    },
    turn: (value, move, held) => {
      const before = `rotateY(${at()}deg)`;
      tails = value !== SOLVED;
      rest();
      if (reducedMotion()) return;
      const frame = (/** @type {number} */ angle) => ({
        transform: `rotate${move.axis}(${angle}deg) ${before}`,
      });
      element.animate([frame(held), frame(held < 0 ? -180 : 180)], {
        duration: DURATION,
        easing: "ease-in-out",
      });
    },
    hold: (axis, angle) => {
      element.style.transform = `rotate${axis}(${angle}deg) rotateY(${at()}deg)`;
    },
    words: (value) => (value === SOLVED ? "heads" : "tails"),
  };
};

/** A clock with as many hours as the group has elements. @param {Puzzle} puzzle @returns {Item} */
const clockItem = (puzzle) => {
  const hours = hoursOf(puzzle);
  const marks = Array.from({ length: hours }, (_, k) => {
    const angle = (2 * Math.PI * k) / hours;
    const place = { x: 34 * Math.sin(angle), y: 5 - 34 * Math.cos(angle) };
    const named = hours <= 12 || k % Math.ceil(hours / 12) === 0;
    return named && s("text", { class: "clock-hour", "text-anchor": "middle", ...place }, k);
  });
  const hand = s("g", { class: "clock-hand" }, s("path", { d: "M-2.5 8V-20h-4L0-29l6.5 9h-4V8z" }));
  const face = s(
    "svg",
    { viewBox: "-50 -50 100 100", class: "clock" },
    s("circle", { class: "clock-face", r: 46 }),
    marks,
    hand,
    s("circle", { r: 4 }),
  );
  let turned = 0;
  const rest = () => {
    hand.style.transform = `rotate(${turned}deg)`;
  };
  return {
    element: face,
    resize: (size) => face.style.setProperty("--size", `${size}px`),
    set: (value) => {
      turned = (360 * hourOf(value)) / hours;
      rest();
    },
    turn: (value) => {
      const goal = (360 * hourOf(value)) / hours;
      // The hand goes the shorter way round.
      turned += ((((goal - turned) % 360) + 540) % 360) - 180;
      rest();
    },
    hold: () => {},
    words: (value) => `${hourOf(value)} o'clock`,
  };
};

/** @param {string} value */
export const shortName = (value) => (value === SOLVED ? "e" : value.replaceAll(" ", "\u2009"));

/** @returns {Item} */
const tileItem = () => {
  const element = h("div", { class: "tile" });
  /** @param {string} value */
  const show = (value) => {
    element.textContent = shortName(value);
    element.classList.toggle("solved", value === SOLVED);
    element.classList.toggle("long", value.length > 9);
  };
  return {
    element,
    resize: (size) => element.style.setProperty("--size", `${size}px`),
    set: show,
    turn: (value, move, held) => {
      show(value);
      if (reducedMotion()) return;
      const frames = [{ transform: `rotate${move.axis}(${held || 90}deg)` }, { transform: "none" }];
      element.animate(frames, { duration: DURATION, easing: "ease-out" });
      element.style.transform = "";
    },
    hold: (axis, angle) => {
      element.style.transform = angle ? `rotate${axis}(${angle / 2}deg)` : "";
    },
    words: (value) => (value === SOLVED ? "identity" : value),
  };
};

/**
 * @param {import("./picture-model.js").Kind} kind
 * @param {Puzzle} puzzle @param {number} row @param {number} column
 * @returns {Item}
 */
export const makeItem = (kind, puzzle, row, column) => {
  if (kind === "cube") return cubeItem(puzzle, row, column);
  if (kind === "coin") return coinItem();
  return kind === "clock" ? clockItem(puzzle) : tileItem();
};
