/**
 * The six pictures on picture cubes, cut into the cells of the array. Each has a letter, A to F, and a
 * shape of its own, so that colours are not needed to tell them apart.
 */

import { s } from "./dom.js";

/** @typedef {[number, number][]} Outline */
/** @typedef {{ fill: string, points: Outline }} Shape */
/** @typedef {{ name: string, paper: string, ink: string, shapes: Shape[] }} Mural */

const [ORANGE, SKY, GREEN, YELLOW] = ["#e69f00", "#7cc4ee", "#009e73", "#f0e442"];
const [BLUE, VERMILION, PURPLE, WHITE, BLACK] = [
  "#0b4f8a",
  "#d55e00",
  "#cc79a7",
  "#ffffff",
  "#1d1d1b",
];

/**
 * A star with this number of points, one of them up; with equal radii a polygon.
 * @param {number} points @param {number} outer @param {number} inner
 * @param {number} [x] @param {number} [y]
 * @returns {Outline}
 */
const star = (points, outer, inner, x = 0, y = 0) =>
  Array.from({ length: 2 * points }, (_, index) => {
    const radius = index % 2 === 0 ? outer : inner;
    const angle = (Math.PI * index) / points;
    return [x + radius * Math.sin(angle), y - radius * Math.cos(angle)];
  });

/**
 * @param {number} left @param {number} top @param {number} right @param {number} bottom
 * @returns {Outline}
 */
const box = (left, top, right, bottom) => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** Around the middle, where 1 is as far as the edges: drawings are stretched to the array. */
const FAR = 1.02;

/** @type {Record<import("./picture-solid.js").Letter, Mural>} */
const MURALS = {
  A: {
    name: "sun",
    paper: SKY,
    ink: BLACK,
    shapes: [
      { fill: YELLOW, points: star(14, 0.86, 0.58, 0, -0.12) },
      { fill: ORANGE, points: star(20, 0.46, 0.46, 0, -0.12) },
      {
        fill: GREEN,
        points: [
          [-FAR, 0.62],
          [-0.35, 0.4],
          [0.4, 0.72],
          [FAR, 0.5],
          [FAR, FAR],
          [-FAR, FAR],
        ],
      },
    ],
  },
  B: {
    name: "house",
    paper: "#e9eef2",
    ink: BLACK,
    shapes: [
      { fill: GREEN, points: box(-FAR, 0.72, FAR, FAR) },
      { fill: ORANGE, points: box(-0.66, -0.12, 0.66, 0.8) },
      {
        fill: VERMILION,
        points: [
          [-0.88, -0.08],
          [0, -0.92],
          [0.88, -0.08],
        ],
      },
      { fill: BLACK, points: box(-0.18, 0.26, 0.18, 0.8) },
      { fill: SKY, points: box(-0.54, 0.08, -0.28, 0.36) },
      { fill: SKY, points: box(0.28, 0.08, 0.54, 0.36) },
    ],
  },
  C: {
    name: "star",
    paper: BLUE,
    ink: WHITE,
    shapes: [
      { fill: YELLOW, points: star(5, 0.9, 0.37, 0, 0.04) },
      { fill: WHITE, points: star(4, 0.16, 0.05, -0.76, -0.72) },
      { fill: WHITE, points: star(4, 0.16, 0.05, 0.78, -0.62) },
      { fill: WHITE, points: star(4, 0.16, 0.05, -0.8, 0.78) },
      { fill: WHITE, points: star(4, 0.16, 0.05, 0.8, 0.8) },
    ],
  },
  D: {
    name: "diamond",
    paper: PURPLE,
    ink: BLACK,
    shapes: [
      {
        fill: WHITE,
        points: [
          [-0.5, -0.72],
          [0.5, -0.72],
          [0.92, -0.22],
          [0, 0.9],
          [-0.92, -0.22],
        ],
      },
      {
        fill: SKY,
        points: [
          [-0.28, -0.22],
          [0.28, -0.22],
          [0, 0.9],
        ],
      },
      {
        fill: SKY,
        points: [
          [-0.5, -0.72],
          [-0.28, -0.22],
          [-0.92, -0.22],
        ],
      },
      {
        fill: SKY,
        points: [
          [0.5, -0.72],
          [0.28, -0.22],
          [0.92, -0.22],
        ],
      },
    ],
  },
  E: {
    name: "tree",
    paper: YELLOW,
    ink: BLACK,
    shapes: [
      { fill: ORANGE, points: box(-FAR, 0.8, FAR, FAR) },
      { fill: BLACK, points: box(-0.13, 0.4, 0.13, 0.9) },
      {
        fill: GREEN,
        points: [
          [-0.84, 0.56],
          [0, -0.36],
          [0.84, 0.56],
        ],
      },
      {
        fill: GREEN,
        points: [
          [-0.6, 0.02],
          [0, -0.92],
          [0.6, 0.02],
        ],
      },
    ],
  },
  F: {
    name: "boat",
    paper: "#d7ece4",
    ink: BLACK,
    shapes: [
      { fill: BLUE, points: box(-FAR, 0.62, FAR, FAR) },
      {
        fill: VERMILION,
        points: [
          [-0.86, 0.4],
          [0.86, 0.4],
          [0.56, 0.78],
          [-0.56, 0.78],
        ],
      },
      {
        fill: WHITE,
        points: [
          [0.06, -0.9],
          [0.78, 0.3],
          [0.06, 0.3],
        ],
      },
      {
        fill: ORANGE,
        points: [
          [-0.06, -0.66],
          [-0.06, 0.3],
          [-0.66, 0.3],
        ],
      },
    ],
  },
};

/** @param {string} photo such as `B>` */
export const muralName = (photo) =>
  MURALS[/** @type {import("./picture-solid.js").Letter} */ (photo[0])].name;

/**
 * What is on one face of the cube in one cell: its part of the picture, and the letter.
 * @param {import("./picture-solid.js").Letter} letter
 * @param {{ rows: number, columns: number }} size
 * @param {number} row
 * @param {number} column
 */
export const muralPart = (letter, { rows, columns }, row, column) => {
  const { paper, ink, shapes } = MURALS[letter];
  // Shapes keep their proportions as far as a long array allows.
  const unit = Math.min(rows, columns) / 2;
  const stretch = 0.55;
  const across = unit + (columns / 2 - unit) * stretch;
  const down = unit + (rows / 2 - unit) * stretch;
  /** @param {number} z @param {number} scale @param {number} middle */
  const place = (z, scale, middle) =>
    Math.abs(z) === FAR ? middle * (1 + Math.sign(z) * 1.02) : middle + z * scale;
  const polygons = shapes.map(({ fill, points }) => {
    const corners = points.map(([x, y]) => [
      place(x, across, columns / 2).toFixed(3),
      place(y, down, rows / 2).toFixed(3),
    ]);
    return s("polygon", { fill, points: corners.join(" ") });
  });
  return s(
    "svg",
    { viewBox: "0 0 1 1", class: "mural", "aria-hidden": "true" },
    s("rect", { width: 1, height: 1, fill: paper }),
    s("g", { transform: `translate(${-column} ${-row})` }, polygons),
    s("text", { class: "mural-letter", x: 0.07, y: 0.2, fill: ink, stroke: paper }, letter),
  );
};
