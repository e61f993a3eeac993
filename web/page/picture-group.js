/**
 * Permutations, and the 24 rotations of a cube as permutations of its four diagonals.
 *
 * A permutation is the list of its images, points from 0; products apply the left factor first. In the
 * frame of the page x goes right, y down the screen (to the front) and z towards the reader (up).
 */

/** @typedef {number[]} Permutation */
/** @typedef {number[]} Matrix Nine numbers, row by row. */
/** @typedef {{ matrix: Matrix, photo: string }} Pose How a cube lies, and what a photo of it shows. */

/**
 * @param {Permutation} first
 * @param {Permutation} second
 * @returns {Permutation}
 */
export const times = (first, second) => {
  const length = Math.max(first.length, second.length);
  return Array.from({ length }, (_, point) => {
    const between = first[point] ?? point;
    return second[between] ?? between;
  });
};

/** @param {Permutation} permutation @returns {Permutation} */
export const inverse = (permutation) => {
  /** @type {Permutation} */
  const result = [];
  permutation.forEach((image, point) => {
    result[image] = point;
  });
  return result;
};

/**
 * Cycles such as `(1 4 2 3)`, as the library writes them; the identity is `()`.
 * @param {Permutation} permutation
 */
export const toCycles = (permutation) => {
  const seen = new Set();
  let text = "";
  permutation.forEach((_, from) => {
    const cycle = [];
    for (let at = from; !seen.has(at); at = permutation[at]) {
      seen.add(at);
      cycle.push(at + 1);
    }
    if (cycle.length > 1) text += `(${cycle.join(" ")})`;
  });
  return text || "()";
};

/**
 * Reads cycles that the library has written.
 * @param {string} text
 * @returns {Permutation}
 */
export const fromCycles = (text) => {
  /** @type {Permutation} */
  const images = [];
  for (const [, inner] of text.matchAll(/\(([\d\s,]*)\)/g)) {
    const points = (inner.match(/\d+/g) ?? []).map((point) => Number(point) - 1);
    points.forEach((point, place) => {
      images[point] = points[(place + 1) % points.length];
    });
  }
  return Array.from(images, (image, point) => image ?? point);
};

/** The identity, as a key. */
export const SOLVED = "()";

/**
 * The product of two elements written as cycles.
 * @param {string} first
 * @param {string} second
 */
export const multiply = (first, second) => toCycles(times(fromCycles(first), fromCycles(second)));

/** @param {string} element */
export const invert = (element) => toCycles(inverse(fromCycles(element)));

/** @param {Matrix} a @param {Matrix} b @returns {Matrix} */
const matrixTimes = (a, b) =>
  Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    return [0, 1, 2].reduce((sum, k) => sum + a[3 * row + k] * b[3 * k + column], 0);
  });

/** The quarter turns: what they do to the diagonals, and to space (front goes up; top goes right). */
export const TURNS = {
  up: { element: "(1 4 2 3)", axis: "X", angle: 90, matrix: [1, 0, 0, 0, 0, -1, 0, 1, 0] },
  down: { element: "(1 3 2 4)", axis: "X", angle: -90, matrix: [1, 0, 0, 0, 0, 1, 0, -1, 0] },
  right: { element: "(1 2 4 3)", axis: "Y", angle: 90, matrix: [0, 0, 1, 0, 1, 0, -1, 0, 0] },
  left: { element: "(1 3 4 2)", axis: "Y", angle: -90, matrix: [0, 0, -1, 0, 1, 0, 1, 0, 0] },
  row: { element: "(1 2)(3 4)", axis: "X", angle: 180, matrix: [1, 0, 0, 0, -1, 0, 0, 0, -1] },
  column: { element: "(1 4)(2 3)", axis: "Y", angle: 180, matrix: [-1, 0, 0, 0, 1, 0, 0, 0, -1] },
};

/** The normals of the faces by letter: top, front, right, back, left, bottom; and where "up" points. */
const FACES = [
  { letter: "A", normal: [0, 0, 1], up: [0, -1, 0] },
  { letter: "B", normal: [0, 1, 0], up: [0, 0, 1] },
  { letter: "C", normal: [1, 0, 0], up: [0, -1, 0] },
  { letter: "D", normal: [0, -1, 0], up: [0, 0, -1] },
  { letter: "E", normal: [-1, 0, 0], up: [0, -1, 0] },
  { letter: "F", normal: [0, 0, -1], up: [0, 1, 0] },
];

/** @param {Matrix} matrix @param {number[]} vector */
const image = (matrix, vector) =>
  [0, 1, 2].map((row) => vector.reduce((sum, x, k) => sum + matrix[3 * row + k] * x, 0));

/**
 * The face on top and its turn, as one reads it off a photo.
 * @param {Matrix} matrix
 */
const photoOf = (matrix) => {
  for (const { letter, normal, up } of FACES) {
    if (image(matrix, normal)[2] !== 1) continue;
    const [x, y] = image(matrix, up);
    if (y === -1) return letter;
    if (y === 1) return `${letter}v`;
    return letter + (x === 1 ? ">" : "<");
  }
  return "A";
};

/** All 24 poses by the element, found by rolling from the solved cube. */
export const POSES = (() => {
  /** @type {Map<string, Pose>} */
  const poses = new Map();
  const queue = [{ element: SOLVED, matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1] }];
  for (let at = queue.pop(); at; at = queue.pop()) {
    if (poses.has(at.element)) continue;
    poses.set(at.element, { matrix: at.matrix, photo: photoOf(at.matrix) });
    for (const turn of [TURNS.up, TURNS.right]) {
      const element = multiply(at.element, turn.element);
      queue.push({ element, matrix: matrixTimes(turn.matrix, at.matrix) });
    }
  }
  return poses;
})();

/** The element whose photo is this, such as `B>`. */
export const BY_PHOTO = new Map([...POSES].map(([element, { photo }]) => [photo, element]));

/**
 * A pose as a CSS transform.
 * @param {Matrix} m
 */
export const toCss = (m) =>
  `matrix3d(${m[0]},${m[3]},${m[6]},0,${m[1]},${m[4]},${m[7]},0,${m[2]},${m[5]},${m[8]},0,0,0,0,1)`;
