// @ts-check
/**
 * Picture cubes with the exact distance of every configuration, from a table in the page.
 *
 * The table has a place for each class of configurations under permuted rows and columns, flips and
 * inversion. A configuration is found in it by permuting its rows and columns, or those of its
 * inverse, until the matrix over S₃ is that of a class.
 */
import { button, h, reducedMotion } from "./dom.js";
import { Grid } from "./picture-grid.js";
import { BY_PHOTO, invert, SOLVED } from "./picture-group.js";
import { cellsOf, Rules } from "./picture-model.js";
import { allow } from "./tour-controls.js";

/**
 * `rotations` are the 24 rotations by rank, as a photo shows them; `keys` the matrix over S₃ of each
 * class, three bits for each cube; `images` where the unit vectors of V₄ to the power of the cubes go
 * in the quotient of each class; `starts` where its part of `distances` begins, one letter each.
 * @typedef {{ rows: number, columns: number, rotations: string[], keys: number[],
 *   images: number[][], starts: number[], distances: string, diameter: number,
 *   start: string[][], hardest: string[][] }} Table
 */

/** @typedef {import("./picture-model.js").Move} Move */

/** @param {number} count @returns {number[][]} all orders of 0 … count − 1 */
const orders = (count) => {
  if (count === 0) return [[]];
  return orders(count - 1).flatMap((rest) =>
    Array.from({ length: count }, (_, at) => [...rest.slice(0, at), count - 1, ...rest.slice(at)]),
  );
};

/** @param {number} count */
const upTo = (count) => Array.from({ length: count }, (_, index) => index);

/**
 * The distance of a configuration given by the ranks of its rotations; null where no moves lead to
 * it.
 * @param {Table} table
 * @returns {(state: number[]) => number | null}
 */
function finder({ rows, columns, rotations, keys, images, starts, distances }) {
  const classes = new Map(keys.map((key, index) => [key, index]));
  const elements = rotations.map((photo) => BY_PHOTO.get(photo) ?? SOLVED);
  const inverse = elements.map((element) => elements.indexOf(invert(element)));
  const maps = orders(rows).flatMap((down) =>
    orders(columns).map((across) =>
      upTo(rows * columns).map(
        (cell) => down[Math.floor(cell / columns)] * columns + across[cell % columns],
      ),
    ),
  );
  /** @param {number[]} state */
  const look = (state) => {
    for (const map of maps) {
      const key = state.reduce((bits, rank, cell) => bits | ((rank % 6) << (3 * map[cell])), 0);
      const found = classes.get(key);
      if (found === undefined) continue;
      let index = 0;
      state.forEach((rank, cell) => {
        const klein = Math.floor(rank / 6);
        if (klein & 1) index ^= images[found][2 * map[cell]];
        if (klein & 2) index ^= images[found][2 * map[cell] + 1];
      });
      return distances.charCodeAt(starts[found] + index) - 97;
    }
    return null;
  };
  return (state) => look(state) ?? look(state.map((rank) => inverse[rank]));
}

/** @param {HTMLElement} root @param {Table} table */
export function pictureWidget(root, table) {
  const puzzle = { rows: table.rows, columns: table.columns };
  const rules = new Rules(puzzle, [], []);
  const find = finder(table);
  const ranks = new Map(table.rotations.map((photo, rank) => [BY_PHOTO.get(photo), rank]));
  /** @param {string[]} of */
  const distanceOf = (of) => find(of.map((cell) => ranks.get(cell) ?? 0)) ?? 0;
  /** @param {string[][]} configuration */
  const read = (configuration) => cellsOf({ ...puzzle, configuration });
  const start = read(table.start);
  let cells = start;
  let made = 0;
  let timer = 0;

  const grid = new Grid({
    turn: (move, held) => {
      halt();
      play(move, "", held);
    },
    paint: () => {},
    type: () => false,
    offered: (isRow, line) => rules.moves(isRow, line),
  });
  const figure = h("p", { class: "distance", role: "status", "aria-live": "polite" });
  const bar = h("i");
  const says = h("output", { "aria-live": "polite" });

  const halt = () => {
    clearInterval(timer);
    timer = 0;
    solve.textContent = "Solve it";
  };
  /** @param {string} text */
  const tell = (text) => {
    const here = distanceOf(cells);
    root.dataset.distance = String(here);
    const turns = `quarter turn${here === 1 ? "" : "s"}`;
    figure.textContent = here ? `Exactly ${here} ${turns} from solved` : "Solved: distance 0";
    bar.style.width = `${(100 * here) / table.diameter}%`;
    for (const control of [hint, solve]) allow(control, here > 0);
    if (here === 0) halt();
    says.textContent = text;
  };
  /** @param {Move} move @param {string} [why] @param {number} [held] */
  const play = (move, why = "", held = 0) => {
    cells = rules.apply(cells, move);
    made += 1;
    grid.turn(cells, move, held);
    tell(`${why}${move.name}; ${made} move${made === 1 ? "" : "s"} made`);
  };
  /** @param {string[]} next @param {string} text */
  const put = (next, text) => {
    halt();
    cells = next;
    made = 0;
    grid.draw(cells);
    tell(text);
  };
  /** Plays a move that brings it one step nearer. @param {string} [why] */
  const approach = (why) => {
    const here = distanceOf(cells);
    const move = rules.all().find((each) => distanceOf(rules.apply(cells, each)) === here - 1);
    if (move && here > 0) play(move, why);
    else halt();
  };

  const hintNow = () => {
    halt();
    approach("Hint: ");
  };
  const hint = button("Hint: play a best move", "hint", hintNow, { class: "hint strong" });
  const toggle = () => {
    if (timer) return halt();
    solve.textContent = "Pause";
    timer = window.setInterval(approach, reducedMotion() ? 50 : 650);
  };
  const solve = button("Solve it", "solve", toggle, { class: "solve" });
  const far = `As far from solved as a configuration can be: ${table.diameter}`;
  const others = [
    button(
      "Scramble",
      "scramble",
      () => put(rules.scrambled(cells, 60), "Scrambled by 60 random moves"),
      { class: "scramble" },
    ),
    button("As far as it gets", "hardest", () => put(read(table.hardest), far), {
      class: "hardest",
    }),
    button("Start again", "reset", () => put(start, "The start"), { class: "reset" }),
  ];
  root.append(
    figure,
    h("div", { class: "bar" }, bar),
    grid.element,
    h("div", { class: "controls" }, hint, solve, others),
    says,
  );
  grid.start(rules, cells);
  tell("Turn rows with ▲ ▼ and columns with ◀ ▶, or drag a cube");
  new ResizeObserver(() => {
    grid.fit();
    grid.draw(cells);
  }).observe(grid.element);
  Object.assign(root, { distanceOf: find });
}
