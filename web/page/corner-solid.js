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
 * A piece as a flat drawing, seen with its corner away from us.
 * @param {string} word @param {string} [paint]
 */
export function icon(word, paint = "#c9ccd3") {
  const corner = 2;
  const picture = s("svg", {
    class: "piece-icon",
    viewBox: "-132 -160 264 242",
    "aria-hidden": "true",
  });
  const [block, ...arms] = boxes(word, 0, corner);
  const depth = (/** @type {Box} */ { centre: [x, y, z] }) => x - y + z;
  const order = [block, ...arms.sort((a, b) => depth(a) - depth(b))];
  for (const { centre, size, letter } of order) {
    const [low, high] = [-1, 1].map((side) =>
      centre.map((at, axis) => at + (side * size[axis]) / 2),
    );
    /** @type {[string, number[][]][]} */
    const sides = [
      [
        "top",
        [
          [low[0], low[1], high[2]],
          [high[0], low[1], high[2]],
          [...high],
          [low[0], high[1], high[2]],
        ],
      ],
      [
        "right",
        [
          [high[0], low[1], low[2]],
          [high[0], high[1], low[2]],
          [...high],
          [high[0], low[1], high[2]],
        ],
      ],
      [
        "front",
        [
          [...low],
          [high[0], low[1], low[2]],
          [high[0], low[1], high[2]],
          [low[0], low[1], high[2]],
        ],
      ],
    ];
    for (const [name, points] of sides) {
      const text = points
        .map((point) =>
          project(point)
            .map((at) => at.toFixed(1))
            .join(","),
        )
        .join(" ");
      picture.append(s("polygon", { points: text, class: `side ${name}`, fill: paint }));
    }
    if (letter) {
      const along = size.indexOf(LENGTH);
      const end = [...centre];
      end[along] += along === 1 ? -LENGTH / 2 - 16 : LENGTH / 2 + 16;
      const [x, y] = project(end);
      picture.append(s("text", { x, y, class: "letter" }, letter));
    }
  }
  return picture;
}
