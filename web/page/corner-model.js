// @ts-check
/**
 * The corner cube as the page holds it: corners, bars, what fits, which rings are closed.
 *
 * A corner is a number from 0 to 7: bit 0 is set on the right, bit 1 at the back, bit 2 on top.
 * Axes are 0 (left to right), 1 (front to back) and 2 (bottom to top). A piece is read clockwise
 * from outside: that is x, y, z at corners with an even number of bits and x, z, y at the others.
 */

/** A piece in a corner: its index in the set and how often it was turned. */
/** @typedef {{ piece: number, turn: number }} Place */
/** @typedef {(Place | null)[]} Board eight corners */

/** @type {Record<string, string>} */
export const PARTNER = { A: "D", B: "C", C: "B", D: "A" };

export const CORNERS = Array.from({ length: 8 }, (_, corner) =>
  [
    corner & 1 ? "right" : "left",
    corner & 2 ? "back" : "front",
    corner & 4 ? "top" : "bottom",
  ].join(" "),
);

/** The 24 pieces, each by the first of its three words in the alphabet. */
export const PIECES = (() => {
  const letters = [..."ABCD"];
  const words = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
  return [...new Set(words.map(canonical))].sort();
})();

/** @param {string} word */
export function canonical(word) {
  return [0, 1, 2].map((turn) => word.slice(turn) + word.slice(0, turn)).sort()[0];
}

/** The axes of a corner in the order of reading. @param {number} corner */
export function reading(corner) {
  const even = ((corner & 1) + ((corner >> 1) & 1) + ((corner >> 2) & 1)) % 2 === 0;
  return even ? [0, 1, 2] : [0, 2, 1];
}

/**
 * The letters along the three axes.
 * @param {string} word @param {number} turn @param {number} corner
 */
export function halves(word, turn, corner) {
  const letters = ["", "", ""];
  reading(corner).forEach((axis, index) => {
    letters[axis] = word[(index + turn) % 3];
  });
  return letters;
}

/** The twelve bars: the near corner and the axis. */
export const BARS = [0, 1, 2].flatMap((axis) =>
  CORNERS.flatMap((_, corner) => (corner & (1 << axis) ? [] : [{ corner, axis }])),
);

/** The name of a bar by the sides that it lies on. @param {{ corner: number, axis: number }} bar */
export function barName({ corner, axis }) {
  return CORNERS[corner]
    .split(" ")
    .filter((_, index) => index !== axis)
    .join(" ");
}

/** The six faces, each with its corners in order round it. */
export const RINGS = [
  { name: "left", corners: [0, 2, 6, 4] },
  { name: "right", corners: [1, 3, 7, 5] },
  { name: "front", corners: [0, 1, 5, 4] },
  { name: "back", corners: [2, 3, 7, 6] },
  { name: "bottom", corners: [0, 1, 3, 2] },
  { name: "top", corners: [4, 5, 7, 6] },
];

/**
 * The letters at the two ends of every bar, or `""` where the corner is empty.
 * @param {string[]} words @param {Board} board
 */
export function bars(words, board) {
  const letters = board.map((place, corner) =>
    place ? halves(words[place.piece], place.turn, corner) : ["", "", ""],
  );
  return BARS.map((bar) => {
    const near = letters[bar.corner][bar.axis];
    const far = letters[bar.corner | (1 << bar.axis)][bar.axis];
    const whole = near !== "" && far !== "";
    return { ...bar, near, far, whole, fits: whole && PARTNER[near] === far };
  });
}

/**
 * The turns in which a piece fits the neighbours of a corner.
 * @param {string[]} words @param {Board} board @param {number} piece @param {number} corner
 */
export function fittingTurns(words, board, piece, corner) {
  const without = board.map((place) => (place?.piece === piece ? null : place));
  return [0, 1, 2].filter((turn) => {
    const letters = halves(words[piece], turn, corner);
    return letters.every((letter, axis) => {
      const other = corner ^ (1 << axis);
      const place = without[other];
      return !place || halves(words[place.piece], place.turn, other)[axis] === PARTNER[letter];
    });
  });
}

/** The faces whose ring of four pieces is closed. @param {string[]} words @param {Board} board */
export function closedRings(words, board) {
  const good = new Set(
    bars(words, board)
      .filter(({ fits }) => fits)
      .map(({ corner, axis }) => `${corner} ${corner | (1 << axis)}`),
  );
  return RINGS.filter(({ corners }) =>
    corners.every((corner, index) => {
      const next = corners[(index + 1) % 4];
      return good.has(`${Math.min(corner, next)} ${Math.max(corner, next)}`);
    }),
  );
}

/** How often each letter occurs. @param {string[]} words */
export function census(words) {
  const count = (/** @type {string} */ letter) =>
    words
      .join("")
      .split("")
      .filter((each) => each === letter).length;
  return { A: count("A"), B: count("B"), C: count("C"), D: count("D") };
}

/**
 * The board of an assembly of the library.
 * @param {any[]} assembly
 * @returns {Board}
 */
export function boardOf(assembly) {
  /** @type {Board} */
  const board = Array.from({ length: 8 }, () => null);
  for (const { corner, piece, turn } of assembly) {
    board[CORNERS.indexOf(corner)] = { piece: piece - 1, turn };
  }
  return board;
}
