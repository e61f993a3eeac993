// @ts-check
/**
 * The shape of a piece: a corner block and three half-bars, as boxes in space, drawn in three
 * dimensions (CSS) or flat (SVG).
 *
 * With the piece in front of us and its corner away from us, a half-edge is the top (A), right (B),
 * bottom (C) or left (D) half of its bar. So A and C divide the bar across the axis read before it,
 * B and D across the axis read after it; A and B are the inner halves.
 */
import { halves, reading } from "./corner-model.js";
import { h, s, textOn } from "./dom.js";

/** Half the thickness of a bar, and the length of the free part of a bar, in pixels. */
export const LAYER = 13;
export const LENGTH = 100;
/** From the centre of the cube to its surface. */
export const HALF = 2 * LAYER + LENGTH / 2;

/** The paint of the pieces. */
export const PAINTS = [
  ...["#e69f00", "#3d8fc7", "#1fae83", "#cc79a7", "#e0702a", "#7cc6f0", "#f0e442", "#a98a4b"],
];

/** Centre and size along x (right), y (back) and z (up). */
/** @typedef {{ centre: number[], size: number[], letter: string }} Box */

/**
 * @param {string} word @param {number} turn @param {number} corner
 * @returns {Box[]}
 */
export function boxes(word, turn, corner) {
  const sign = [0, 1, 2].map((axis) => (corner & (1 << axis) ? 1 : -1));
  const middle = HALF - LAYER;
  /** @type {Box[]} */
  const result = [
    { centre: sign.map((each) => each * middle), size: [0, 1, 2].map(() => 2 * LAYER), letter: "" },
  ];
  const order = reading(corner);
  const letters = halves(word, turn, corner);
  order.forEach((along, index) => {
    const [next, before] = [order[(index + 1) % 3], order[(index + 2) % 3]];
    const letter = letters[along];
    const across = letter === "A" || letter === "C" ? before : next;
    const inner = letter === "A" || letter === "B";
    const centre = sign.map((each) => each * middle);
    const size = [0, 1, 2].map(() => 2 * LAYER);
    centre[along] = 0;
    size[along] = LENGTH;
    centre[across] = sign[across] * (HALF - (inner ? 1.5 : 0.5) * LAYER);
    size[across] = LAYER;
    result.push({ centre, size, letter });
  });
  return result;
}

/** How the six sides of a box are turned, and which axes they show as width and height. */
const FACES = [
  { name: "front", turn: "", width: 0, height: 2, depth: 1 },
  { name: "back", turn: "rotateY(180deg)", width: 0, height: 2, depth: 1 },
  { name: "left", turn: "rotateY(-90deg)", width: 1, height: 2, depth: 0 },
  { name: "right", turn: "rotateY(90deg)", width: 1, height: 2, depth: 0 },
  { name: "top", turn: "rotateX(90deg)", width: 0, height: 1, depth: 2 },
  { name: "bottom", turn: "rotateX(-90deg)", width: 0, height: 1, depth: 2 },
];

/**
 * A piece in three dimensions, for the scene of a stage.
 * @param {string} word @param {number} turn @param {number} corner @param {number} piece its index
 */
export function solid(word, turn, corner, piece) {
  const paint = PAINTS[piece % PAINTS.length];
  const element = h("div", {
    class: "solid",
    "data-cube": piece + 1,
    style: { "--paint": paint, color: textOn(paint) },
  });
  for (const { centre, size, letter } of boxes(word, turn, corner)) {
    const [x, y, z] = centre;
    const box = h("div", {
      class: "box",
      style: { transform: `translate3d(${x}px, ${-z}px, ${-y}px)` },
    });
    for (const face of FACES) {
      const [width, height] = [size[face.width], size[face.height]];
      const wide = Math.min(width, height) > LAYER;
      const text = letter ? (wide ? letter : "") : String(piece + 1);
      const style = {
        width: `${width}px`,
        height: `${height}px`,
        left: `${-width / 2}px`,
        top: `${-height / 2}px`,
        transform: `${face.turn} translateZ(${size[face.depth] / 2}px)`,
      };
      box.append(
        h("span", { class: `side ${face.name} ${letter ? "arm" : "block"}`, style }, text),
      );
    }
    element.append(box);
  }
  return element;
}

/**
 * The outline of the cube, for corners that are still empty.
 */
export function wire() {
  const element = h("div", { class: "solid wire" });
  for (const { turn } of FACES.slice(0, 4)) {
    const style = { transform: `${turn} translateZ(calc(var(--size) / 2))` };
    element.append(h("span", { class: "side", style }));
  }
  return element;
}

/** Isometric: x to the lower right, front to the lower left, up. @param {number[]} point */
function project([x, y, z]) {
  return [(x + y) * 0.866, (x - y) * 0.5 - z];
}

/**
 * The three sides of a box that we see.
 * @param {Box} box @param {string} paint @param {number[]} [shift]
 */
function polygons({ centre, size }, paint, shift = [0, 0, 0]) {
  const [low, high] = [-1, 1].map((side) =>
    centre.map((at, axis) => at + shift[axis] + (side * size[axis]) / 2),
  );
  const [left, front, bottom] = low;
  const [right, back, top] = high;
  /** @type {[string, number[][]][]} */
  const sides = [
    [
      "top",
      [
        [left, front, top],
        [right, front, top],
        [right, back, top],
        [left, back, top],
      ],
    ],
    [
      "right",
      [
        [right, front, bottom],
        [right, back, bottom],
        [right, back, top],
        [right, front, top],
      ],
    ],
    [
      "front",
      [
        [left, front, bottom],
        [right, front, bottom],
        [right, front, top],
        [left, front, top],
      ],
    ],
  ];
  return sides.map(([name, points]) => {
    const text = points
      .map((point) =>
        project(point)
          .map((at) => at.toFixed(1))
          .join(","),
      )
      .join(" ");
    return s("polygon", { points: text, class: `side ${name}`, fill: paint });
  });
}

/** Larger is nearer to us. @param {Box} box */
function nearness({ centre: [x, y, z] }) {
  return x - y + z;
}

/**
 * A piece as a flat drawing, seen with its corner away from us.
 * @param {string} word @param {string} [paint]
 */
export function icon(word, paint = "#c9ccd3") {
  const attributes = { class: "piece-icon", viewBox: "-132 -160 264 242", "aria-hidden": "true" };
  const picture = s("svg", attributes);
  const [block, ...arms] = boxes(word, 0, 2);
  for (const box of [block, ...arms.sort((a, b) => nearness(a) - nearness(b))]) {
    picture.append(...polygons(box, paint));
    if (!box.letter) continue;
    const along = box.size.indexOf(LENGTH);
    const end = [...box.centre];
    end[along] += along === 1 ? -LENGTH / 2 - 16 : LENGTH / 2 + 16;
    const [x, y] = project(end);
    picture.append(s("text", { x, y, class: "letter" }, box.letter));
  }
  return picture;
}

/**
 * The cube as a flat drawing, taken apart, for the printer.
 * @param {string[]} words @param {import("./corner-model.js").Board} board
 */
export function flat(words, board) {
  const attributes = { class: "piece-icon flat", viewBox: "-250 -290 500 580", role: "img" };
  const picture = s("svg", { ...attributes, "aria-label": "The cube, taken apart" });
  // Left, back and bottom are farthest away.
  for (const corner of [2, 0, 3, 6, 1, 4, 7, 5]) {
    const place = board[corner];
    if (!place) continue;
    const sign = [0, 1, 2].map((axis) => (corner & (1 << axis) ? 1 : -1));
    const shift = sign.map((each) => each * 62);
    const solids = boxes(words[place.piece], place.turn, corner);
    for (const box of solids.sort((a, b) => nearness(a) - nearness(b))) {
      picture.append(...polygons(box, PAINTS[place.piece % PAINTS.length], shift));
    }
    const [x, y] = project(sign.map((each) => each * (HALF - LAYER + 62)));
    picture.append(s("text", { x, y, class: "letter" }, place.piece + 1));
  }
  return picture;
}
