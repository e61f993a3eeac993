/**
 * The rolling die on its board: what a roll does, where it may go, what is still reachable.
 *
 * Cells are [row, column] from 0 in the south-west. A die is (top, north, east) by the numbers of its
 * faces, opposite faces add up to seven; what a face is worth is another matter (`faces`).
 */

/** @typedef {[number, number]} Cell */
/** @typedef {{ top: number, north: number, east: number }} Die */
/** @typedef {"N" | "E" | "S" | "W"} Way */
/**
 * A tour puzzle as the library writes it.
 * @typedef {object} Puzzle
 * @property {string} [title]
 * @property {number} rows
 * @property {number} columns
 * @property {Cell | "any"} start
 * @property {Cell} [end]
 * @property {Die | "any"} die
 * @property {"left" | "right"} [handedness]
 * @property {number[]} [faces]
 * @property {Cell[]} [blocked]
 * @property {boolean | "orientation"} [closed]
 * @property {[number, number, number][]} [labels]
 */

/** @type {Record<Way, { row: number, column: number, back: Way, name: string }>} */
export const WAYS = {
  N: { row: 1, column: 0, back: "S", name: "north" },
  E: { row: 0, column: 1, back: "W", name: "east" },
  S: { row: -1, column: 0, back: "N", name: "south" },
  W: { row: 0, column: -1, back: "E", name: "west" },
};

/**
 * The die after one roll.
 * @param {Die} die
 * @param {Way} way
 * @returns {Die}
 */
export const rolled = ({ top, north, east }, way) => {
  switch (way) {
    case "N":
      return { top: 7 - north, north: top, east };
    case "S":
      return { top: north, north: 7 - top, east };
    case "E":
      return { top: 7 - east, north, east: top };
    default:
      return { top: east, north, east: 7 - top };
  }
};

/**
 * The die turned on the spot by a quarter turn, clockwise seen from above.
 * @param {Die} die
 * @returns {Die}
 */
export const spun = ({ top, north, east }) => ({ top, north: 7 - east, east: north });

/**
 * The mirror image: east and west exchanged.
 * @param {Die} die
 * @returns {Die}
 */
export const mirrored = ({ top, north, east }) => ({ top, north, east: 7 - east });

/**
 * (1, 2, 3) is left-handed; a roll keeps the handedness.
 * @param {Die} die
 * @returns {"left" | "right"}
 */
export const handednessOf = ({ top, north, east }) => {
  const axis = (/** @type {number} */ face) => (face > 3 ? 7 - face : face) - 1;
  const sign = [top, north, east].filter((face) => face > 3).length % 2 ? -1 : 1;
  const even = (axis(north) - axis(top) + 3) % 3 === 1;
  return (even ? sign : -sign) > 0 ? "left" : "right";
};

/**
 * The face on each side.
 * @param {Die} die
 */
export const sides = ({ top, north, east }) => ({
  top,
  north,
  east,
  south: 7 - north,
  west: 7 - east,
  bottom: 7 - top,
});

/**
 * @param {Cell} a
 * @param {Cell} b
 */
export const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** A game on one puzzle: the rolls made so far, and what follows from them. */
export class Game {
  /**
   * @param {Puzzle} puzzle
   * @param {Cell} start
   * @param {Die} die
   */
  constructor(puzzle, start, die) {
    this.puzzle = puzzle;
    this.values = puzzle.faces ?? [1, 2, 3, 4, 5, 6];
    this.holes = new Set((puzzle.blocked ?? []).map((cell) => this.index(cell)));
    this.labels = new Map((puzzle.labels ?? []).map(([r, c, face]) => [this.index([r, c]), face]));
    this.free = puzzle.rows * puzzle.columns - this.holes.size;
    /** @type {Cell[]} */
    this.cells = [start];
    /** @type {Die[]} */
    this.dice = [die];
    /** @type {Way[]} */
    this.moves = [];
  }

  /** @param {Cell} cell */
  index([row, column]) {
    return row * this.puzzle.columns + column;
  }

  /** @param {Cell} cell */
  isFree([row, column]) {
    const { rows, columns } = this.puzzle;
    const inside = row >= 0 && column >= 0 && row < rows && column < columns;
    return inside && !this.holes.has(this.index([row, column]));
  }

  get cell() {
    return this.cells[this.cells.length - 1];
  }

  get die() {
    return this.dice[this.dice.length - 1];
  }

  /** What the face on top is worth. */
  get top() {
    return this.values[this.die.top - 1];
  }

  /** Whether the last roll brought the die home to its first cell. */
  get isHome() {
    return this.cells.length > 1 && same(this.cell, this.cells[0]);
  }

  /** The sum of the faces on top; a closed tour counts its first cell once. */
  get sum() {
    const counted = this.isHome ? this.dice.slice(0, -1) : this.dice;
    return counted.reduce((sum, die) => sum + this.values[die.top - 1], 0);
  }

  /** How many cells the die has stood on. */
  get visited() {
    return this.cells.length - (this.isHome ? 1 : 0);
  }

  /** @param {Cell} cell */
  hasVisited(cell) {
    return this.cells.some((other) => same(cell, other));
  }

  /** @param {Way} way @returns {Cell} */
  beyond(way) {
    return [this.cell[0] + WAYS[way].row, this.cell[1] + WAYS[way].column];
  }

  /**
   * Why the die may not roll this way, or null where it may.
   * @param {Way} way
   */
  refusal(way) {
    const to = this.beyond(way);
    if (this.isHome) return "The tour is complete.";
    if (!this.isFree(to)) return `There is no cell to the ${WAYS[way].name}.`;
    const home = same(to, this.cells[0]) && this.visited === this.free && this.free > 2;
    if (this.hasVisited(to) && !(home && this.puzzle.closed)) {
      return `The cell to the ${WAYS[way].name} was visited before.`;
    }
    const asked = this.labels.get(this.index(to));
    const shown = rolled(this.die, way).top;
    if (asked !== undefined && asked !== shown && !home) {
      const [wanted, got] = [asked, shown].map((face) => this.values[face - 1]);
      return `The cell to the ${WAYS[way].name} asks for ${wanted}; the die would show ${got}.`;
    }
    return null;
  }

  /** The ways the die may roll. */
  ways() {
    return /** @type {Way[]} */ (Object.keys(WAYS)).filter((way) => this.refusal(way) === null);
  }

  /** @param {Way} way */
  roll(way) {
    const [cell, die] = [this.beyond(way), rolled(this.die, way)];
    this.cells.push(cell);
    this.dice.push(die);
    this.moves.push(way);
  }

  /** Takes the last roll back and says which it was. */
  undo() {
    if (this.moves.length === 0) return undefined;
    this.cells.pop();
    this.dice.pop();
    return this.moves.pop();
  }

  /** The cells, by index, that can be reached over cells not yet visited. */
  reachable() {
    const seen = new Set();
    const queue = [this.cell];
    for (let at = queue.pop(); at; at = queue.pop()) {
      for (const { row, column } of Object.values(WAYS)) {
        /** @type {Cell} */
        const next = [at[0] + row, at[1] + column];
        if (!this.isFree(next) || this.hasVisited(next) || seen.has(this.index(next))) continue;
        seen.add(this.index(next));
        queue.push(next);
      }
    }
    return seen;
  }

  /**
   * Where the game stands: `won`, `lost` (with the reason) or `open`.
   * @returns {{ state: "won" | "lost" | "open", why: string }}
   */
  verdict() {
    const { end, closed } = this.puzzle;
    const left = this.free - this.visited;
    if (left === 0) return this.#finished(end, closed);
    const reach = this.reachable().size;
    if (end && same(this.cell, end)) {
      return { state: "lost", why: `Dead end: the die is at the end, ${cells(left)} left out.` };
    }
    if (this.ways().length === 0) {
      return { state: "lost", why: `Dead end: no roll is left, ${cells(left)} not visited.` };
    }
    if (reach < left) {
      return { state: "lost", why: `Dead end: ${cells(left - reach)} out of reach.` };
    }
    return { state: "open", why: `${cells(left)} to go.` };
  }

  /**
   * @param {Cell | undefined} end
   * @param {boolean | "orientation" | undefined} closed
   * @returns {{ state: "won" | "lost" | "open", why: string }}
   */
  #finished(end, closed) {
    if (end && !same(this.cell, end) && !this.isHome) {
      return { state: "lost", why: "All cells are visited, but this is not the end." };
    }
    if (!closed) return { state: "won", why: "A complete tour." };
    if (!this.isHome) {
      const home = this.ways().length > 0;
      return home
        ? { state: "open", why: "One roll home." }
        : { state: "lost", why: "Dead end: home is not next to this cell." };
    }
    const [first, last] = [this.dice[0], this.die];
    const turned = first.top !== last.top || first.north !== last.north;
    if (closed === "orientation" && turned) {
      return { state: "lost", why: "Home, but the die does not lie as it lay at the start." };
    }
    return { state: "won", why: "A complete tour, and home again." };
  }
}

/** @param {number} count */
const cells = (count) => `${count} cell${count === 1 ? "" : "s"}`;
