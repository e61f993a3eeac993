/**
 * The six pictures on picture cubes, cut into the cells of the array. Each has a letter, A to F, and a
 * shape of its own, so that colours are not needed to tell them apart.
 */

import { s } from "./dom.js";
import PICTURES from "./pictures.json" with { type: "json" };

/** @typedef {{ fill: string, points: number[][] }} Shape */
/** @typedef {{ name: string, paper: string, ink: string, shapes: Shape[] }} Picture */

/** Around the middle, where 1 is as far as the edges; this is beyond them. */
const FAR = 1.02;

/** @type {Record<import("./picture-solid.js").Letter, Picture>} */
const DRAWINGS = PICTURES;

/** @param {string} photo such as `B>` */
export const pictureName = (photo) =>
  DRAWINGS[/** @type {import("./picture-solid.js").Letter} */ (photo[0])].name;

/**
 * What is on one face of the cube in one cell: its part of the picture, and the letter.
 * @param {import("./picture-solid.js").Letter} letter
 * @param {{ rows: number, columns: number }} size
 * @param {number} row
 * @param {number} column
 */
export const picturePart = (letter, { rows, columns }, row, column) => {
  const { paper, ink, shapes } = DRAWINGS[letter];
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
    { viewBox: "0 0 1 1", class: "picture-part", "aria-hidden": "true" },
    s("rect", { width: 1, height: 1, fill: paper }),
    s("g", { transform: `translate(${-column} ${-row})` }, polygons),
    s("text", { class: "picture-letter", x: 0.07, y: 0.2, fill: ink, stroke: paper }, letter),
  );
};
