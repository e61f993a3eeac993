// @ts-check
/**
 * One small cube in three dimensions, and the stage on which cubes stand.
 *
 * A *stage* is a box with perspective that the reader turns with the mouse, a finger or the arrow
 * keys (Home brings the first view back). A *cube* has six faces, each with a paint, a label or a
 * glyph (any element). Everything is made of CSS transforms; a quarter turn takes 300 ms, or no
 * time where the reader asked for reduced motion.
 *
 * ```js
 * const view = stage({ label: "The die", x: -30, y: -25 });
 * const die = cube({ size: 80, faces: { top: { label: "1" }, front: { label: "2" } } });
 * view.scene.append(die.element);
 * host.append(view.element);
 * await die.turn("up");      // what was in front is now on top, labels included
 * await die.tip("E");        // rolls over its bottom edge to the right: same faces as turn, and
 *                            // it ends up in its old place, so move `die.element` yourself
 * ```
 *
 * The sides are *places*: after a turn, `die.faces().top` is what lies on top now. x points right,
 * y down and z to the viewer, as in CSS. A cube is `size` pixels wide and lies with its centre at
 * the centre of the scene; move it with `die.place(x, y, z)`.
 */
import { h, reducedMotion, set, textOn } from "./dom.js";

/** @typedef {"front" | "back" | "left" | "right" | "top" | "bottom"} Side */

/**
 * What a face looks like. `paint` is any CSS colour (text is black or white to suit it if it is
 * `#rrggbb`); `glyph` takes the place of `label`; `class` is put on the face.
 * @typedef {{ paint?: string, label?: string, glyph?: Element, class?: string }} Look
 */

/** @typedef {Partial<Record<Side, Look>>} Faces */

/**
 * Turns in place: `up` brings the front to the top, `down` the top to the front, `left` the front
 * to the left, `right` the front to the right, `clockwise` the top to the right.
 * @typedef {"up" | "down" | "left" | "right" | "clockwise" | "anticlockwise"} Turn
 */

/** @type {Side[]} */
export const SIDES = ["front", "back", "left", "right", "top", "bottom"];

/** How long a quarter turn takes, in milliseconds. */
export const QUARTER = 300;

/** Where the face comes from that a turn brings to each side. @type {Record<Turn, Side[]>} */
const CYCLES = {
  up: ["front", "top", "back", "bottom"],
  down: ["front", "bottom", "back", "top"],
  left: ["front", "left", "back", "right"],
  right: ["front", "right", "back", "left"],
  clockwise: ["top", "right", "bottom", "left"],
  anticlockwise: ["top", "left", "bottom", "right"],
};

/** The rotation in CSS that goes with each turn. @type {Record<Turn, string>} */
const ROTATIONS = {
  up: "rotateX(90deg)",
  down: "rotateX(-90deg)",
  left: "rotateY(-90deg)",
  right: "rotateY(90deg)",
  clockwise: "rotateZ(90deg)",
  anticlockwise: "rotateZ(-90deg)",
};

/** @typedef {"N" | "E" | "S" | "W"} Direction */

/** Rolling north is away from the viewer. @type {Record<Direction, Turn>} */
const ROLLS = { N: "up", S: "down", E: "clockwise", W: "anticlockwise" };

/**
 * The faces after a turn, by side.
 * @template T
 * @param {Record<Side, T>} faces
 * @param {Turn} turn
 * @returns {Record<Side, T>}
 */
export function turned(faces, turn) {
  const cycle = CYCLES[turn];
  const result = { ...faces };
  for (let i = 0; i < 4; i += 1) result[cycle[(i + 1) % 4]] = faces[cycle[i]];
  return result;
}

/**
 * A cube.
 * @param {{ size?: number, faces?: Faces }} [options]
 */
export function cube({ size = 64, faces = {} } = {}) {
  const sides = /** @type {Record<Side, HTMLElement>} */ ({});
  /** @type {Record<Side, Look>} */
  const looks = { front: {}, back: {}, left: {}, right: {}, top: {}, bottom: {} };
  let position = "translate3d(0, 0, 0)";
  const element = h("div", { class: "cube", style: { "--size": `${size}px` } });
  for (const side of SIDES) {
    sides[side] = h("span", { class: `face ${side}` });
    element.append(sides[side]);
  }

  /** @param {Side} side @param {Look} look */
  function setFace(side, look) {
    looks[side] = look;
    const face = sides[side];
    face.className = `face ${side} ${look.class ?? ""}`;
    face.replaceChildren(look.glyph ?? look.label ?? "");
    const paint = look.paint ?? "";
    set(face, { style: { background: paint, color: paint.startsWith("#") ? textOn(paint) : "" } });
  }

  /** @param {Faces} given */
  function setFaces(given) {
    for (const side of SIDES) setFace(side, given[side] ?? {});
  }

  /** @param {string} transform @param {Turn} turn */
  async function animate(transform, turn) {
    if (!reducedMotion() && element.isConnected) {
      const timing = { duration: QUARTER, easing: "ease-in-out" };
      const keys = [{ transform: position }, { transform: `${position} ${transform}` }];
      await element.animate(keys, timing).finished.catch(() => {});
    }
    const next = turned(looks, turn);
    for (const side of SIDES) setFace(side, next[side]);
  }

  setFaces(faces);
  return {
    element,
    setFace,
    setFaces,
    /** What lies on each side now. */
    faces: () => ({ ...looks }),
    /** The elements of the faces, to hang listeners or data on. */
    sides,
    /**
     * Moves the centre of the cube, in pixels from the centre of the scene.
     * @param {number} x @param {number} y @param {number} z
     */
    place(x, y, z) {
      position = `translate3d(${x}px, ${y}px, ${z}px)`;
      element.style.transform = position;
    },
    /** A quarter turn in place. @param {Turn} turn */
    turn: (turn) => animate(ROTATIONS[turn], turn),
    /**
     * Rolls over a bottom edge, north away from the viewer; afterwards the cube is back in its
     * place with its faces turned, and the caller moves it one `size` on.
     * @param {Direction} direction
     */
    tip(direction) {
      const half = size / 2;
      const [x, z] = { N: [0, -half], S: [0, half], E: [half, 0], W: [-half, 0] }[direction];
      const turn = ROLLS[direction];
      const there = `translate3d(${x}px, ${half}px, ${z}px)`;
      const back = `translate3d(${-x}px, ${-half}px, ${-z}px)`;
      return animate(`${there} ${ROTATIONS[turn]} ${back}`, turn);
    },
  };
}

/**
 * A box with perspective that the reader turns. Put cubes into `scene`.
 *
 * `label` names it for screen readers; `x` and `y` are the first view in degrees (x below 0 looks
 * from above, y below 0 shows the right side); `turnable: false` makes a still picture of it;
 * `onview` is called with the angles after each change.
 * @param {{ label: string, x?: number, y?: number, turnable?: boolean,
 *   onview?: (x: number, y: number) => void }} options
 */
export function stage({ label, x = -24, y = -32, turnable = true, onview = () => {} }) {
  let [tilt, spin] = [x, y];
  const scene = h("div", { class: "scene" });
  const element = h(
    "div",
    turnable
      ? {
          class: "stage",
          role: "group",
          tabindex: 0,
          "aria-label": `${label}. Drag or use the arrow keys to turn it.`,
        }
      : { class: "stage still", role: "img", "aria-label": label },
    scene,
  );

  /** @param {number} nextTilt @param {number} nextSpin @param {boolean} [smoothly] */
  function view(nextTilt, nextSpin, smoothly = false) {
    tilt = Math.max(-90, Math.min(90, nextTilt));
    spin = nextSpin;
    scene.classList.toggle("smooth", smoothly && !reducedMotion());
    scene.style.transform = `rotateX(${tilt}deg) rotateY(${spin}deg)`;
    onview(tilt, spin);
  }

  /** @type {{ id: number, x: number, y: number } | null} */
  let held = null;
  if (turnable) {
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || /** @type {Element} */ (event.target).closest("button")) return;
      held = { id: event.pointerId, x: event.clientX, y: event.clientY };
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener("pointermove", (event) => {
      if (held?.id !== event.pointerId) return;
      view(tilt - (event.clientY - held.y) * 0.5, spin + (event.clientX - held.x) * 0.5);
      held = { id: event.pointerId, x: event.clientX, y: event.clientY };
    });
    for (const end of ["pointerup", "pointercancel"]) {
      element.addEventListener(end, () => {
        held = null;
      });
    }
    element.addEventListener("keydown", (event) => {
      if (event.target !== element || event.altKey || event.ctrlKey || event.metaKey) return;
      const step = {
        ArrowLeft: [0, 15],
        ArrowRight: [0, -15],
        ArrowUp: [-15, 0],
        ArrowDown: [15, 0],
      };
      const move = step[/** @type {keyof typeof step} */ (event.key)];
      if (!move && event.key !== "Home") return;
      event.preventDefault();
      if (move) view(tilt + move[0], spin + move[1], true);
      else view(x, y, true);
    });
  }
  view(x, y);
  return {
    element,
    scene,
    view,
    /** The angles now. */
    angles: () => ({ x: tilt, y: spin }),
    /** Renames it for screen readers. @param {string} text */
    describe(text) {
      const turning = turnable ? ". Drag or use the arrow keys to turn it." : "";
      element.setAttribute("aria-label", text + turning);
    },
  };
}
