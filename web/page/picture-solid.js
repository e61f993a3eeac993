/**
 * The small cube of the page seen from above, with the way its faces are turned: a picture cube turns
 * in place, a die tips over its edge. The faces are A on top, B in front (down the screen), C right,
 * D at the back, E left, F below, each with its own drawing.
 */

import { cube, QUARTER } from "./cube.js";
import { reducedMotion } from "./dom.js";
import { POSES, SOLVED, TURNS, toCss } from "./picture-group.js";

/** @typedef {"A" | "B" | "C" | "D" | "E" | "F"} Letter */
/** @typedef {keyof typeof TURNS} TurnName */

/**
 * Which side of the page's cube a face is when one looks from above.
 * @type {Record<Letter, import("./cube.js").Side>}
 */
const SIDE = { A: "front", B: "bottom", C: "right", D: "top", E: "left", F: "back" };

/** @type {Letter[]} */
export const LETTERS = ["A", "B", "C", "D", "E", "F"];

/**
 * @param {number} size
 * @param {Record<Letter, Element>} glyphs
 */
export function solid(size, glyphs) {
  /** @type {import("./cube.js").Faces} */
  const faces = {};
  for (const letter of LETTERS) {
    // The back of the page's cube is turned about the vertical axis, our bottom about the other.
    if (letter === "F") glyphs.F.classList.add("upside-down");
    faces[SIDE[letter]] = { glyph: glyphs[letter], class: "solid-face" };
  }
  const { element } = cube({ size, faces });
  element.classList.add("solid");
  element.setAttribute("aria-hidden", "true");
  let edge = size;
  let at = SOLVED;
  let position = "translate3d(0px, 0px, 0px)";
  /** @type {Animation | null} */
  let running = null;

  const still = () => `${position} ${toCss(POSES.get(at)?.matrix ?? [])}`;
  const rest = () => {
    running?.cancel();
    running = null;
    element.style.transform = still();
  };
  rest();

  /**
   * Plays from the rotation `from` about an axis to `to`, both in degrees, around a line through
   * `pivot`, and stays at rest afterwards.
   * @param {string} start the position and the pose before
   * @param {string} pose
   * @param {string} axis
   * @param {[number, number]} angles
   * @param {[number, number, number]} pivot
   */
  const play = async (start, pose, axis, [from, to], pivot) => {
    if (reducedMotion() || !element.isConnected || !element.checkVisibility()) return;
    const [x, y, z] = pivot;
    /** @param {number} angle */
    const frame = (angle) => ({
      transform:
        `${start} translate3d(${x}px, ${y}px, ${z}px) rotate${axis}(${angle}deg) ` +
        `translate3d(${-x}px, ${-y}px, ${-z}px) ${pose}`,
    });
    const duration = Math.max(80, (QUARTER * Math.abs(to - from)) / 90);
    running = element.animate([frame(from), frame(to)], { duration, easing: "ease-in-out" });
    await running.finished.catch(() => {});
  };

  return {
    element,
    /** The element of the group by which the cube is turned. */
    pose: () => at,
    /** @param {string} pose */
    set(pose) {
      at = POSES.has(pose) ? pose : SOLVED;
      rest();
    },
    /**
     * Moves the centre, in pixels from where the page puts it.
     * @param {number} x @param {number} y @param {number} z
     */
    place(x, y, z) {
      position = `translate3d(${x}px, ${y}px, ${z}px)`;
      rest();
    },
    /** @param {number} next the edge in pixels */
    resize(next) {
      edge = next;
      element.style.setProperty("--size", `${next}px`);
    },
    /**
     * Shows the cube turned by some degrees, as long as a finger holds it.
     * @param {string} axis @param {number} angle
     */
    hold(axis, angle) {
      running?.cancel();
      const pose = toCss(POSES.get(at)?.matrix ?? []);
      element.style.transform = `${position} rotate${axis}(${angle}deg) ${pose}`;
    },
    /**
     * Turns in place to a new pose, from an angle where a finger has let go.
     * @param {string} next @param {string} axis @param {number} angle @param {number} [held]
     */
    turn(next, axis, angle, held = 0) {
      const pose = toCss(POSES.get(at)?.matrix ?? []);
      at = next;
      rest();
      return play(position, pose, axis, [held, angle], [0, 0, 0]);
    },
    /**
     * Tips over the edge on the floor, to the place (x, y, z).
     * @param {"up" | "down" | "left" | "right"} way
     * @param {string} next the pose afterwards
     * @param {[number, number, number]} to
     */
    tip(way, next, [x, y, z]) {
      const [start, pose] = [position, toCss(POSES.get(at)?.matrix ?? [])];
      const half = edge / 2;
      const sides = { up: [0, -half], down: [0, half], left: [-half, 0], right: [half, 0] };
      const { axis, angle } = TURNS[way];
      at = next;
      position = `translate3d(${x}px, ${y}px, ${z}px)`;
      rest();
      const [px, py] = sides[way];
      return play(start, pose, axis, [0, angle], [px, py, -half]);
    },
  };
}
