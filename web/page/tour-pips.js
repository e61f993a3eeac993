/** Faces of a die in SVG: pips where the value is 0 to 6, digits elsewhere; and the net of a die. */

import { s } from "./dom.js";
import { sides } from "./tour-model.js";

const PLACES = [
  [0, 0],
  [-1, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, 0],
  [1, 0],
];

/**
 * Whether the faces of a die are shown by pips: all of them, or none.
 * @param {number[]} values
 */
export const hasPips = (values) =>
  values.every((value) => Number.isInteger(value) && value >= 0 && value <= 6);

/**
 * The marks of a value on a square of edge 1 around the origin.
 * @param {number} value
 * @param {boolean} dotted
 * @returns {SVGElement[]}
 */
const pips = (value, dotted) => {
  if (!dotted) {
    const digits = String(value);
    const size = Math.min(0.5, 1.25 / Math.max(digits.length, 1));
    const place = { class: "pip-text", y: size * 0.35, "font-size": size, "text-anchor": "middle" };
    return [s("text", place, digits)];
  }
  const shown = value % 2 ? [0] : [];
  if (value >= 2) shown.push(1, 2);
  if (value >= 4) shown.push(3, 4);
  if (value === 6) shown.push(5, 6);
  return shown.map((index) => {
    const [x, y] = PLACES[index];
    return s("circle", { class: "pip", cx: x * 0.26, cy: y * 0.26, r: 0.1 });
  });
};

/**
 * One face as a drawing of its own.
 * @param {number} value
 * @param {boolean} dotted
 */
export const faceGlyph = (value, dotted) =>
  s(
    "svg",
    { viewBox: "-0.5 -0.5 1 1", class: "die-glyph", "aria-hidden": "true" },
    pips(value, dotted),
  );

/**
 * A face on a drawing: a rounded square with its marks.
 * @param {number} value
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {{ name: string, dotted: boolean }} look its class, and whether it has pips
 */
export const stamp = (value, x, y, size, { name, dotted }) =>
  s(
    "g",
    { class: name, transform: `translate(${x} ${y}) scale(${size})` },
    s("rect", { x: -0.5, y: -0.5, width: 1, height: 1, rx: 0.16 }),
    pips(value, dotted),
  );

/** Where the sides lie in the net: a cross around the top, the bottom beyond the east. */
export const NET = /** @type {const} */ ({
  north: [1, 0],
  west: [0, 1],
  top: [1, 1],
  east: [2, 1],
  bottom: [3, 1],
  south: [1, 2],
});

/**
 * The net of a die as it lies, in its handedness: cut it out, fold the sides down.
 * @param {import("./tour-model.js").Die} die
 * @param {number[]} values
 */
export const net = (die, values) => {
  const faces = sides(die);
  const says = `Net of the die: top ${values[faces.top - 1]}, north ${values[faces.north - 1]}, east ${values[faces.east - 1]}`;
  const squares = Object.entries(NET).map(([side, [x, y]]) => {
    const value = values[faces[/** @type {keyof typeof NET} */ (side)] - 1];
    const name = side === "top" ? "net-face net-top" : "net-face";
    return stamp(value, x + 0.5, y + 0.5, 0.96, { name, dotted: hasPips(values) });
  });
  return s(
    "svg",
    { viewBox: "0 0 4 3", class: "die-net", role: "img", "aria-label": says },
    squares,
  );
};
