// @ts-check
/**
 * The moving parts of the page that `cubegraph report` writes: those of the workshop, with the
 * answers in the page. Each finds its data as JSON in its own element.
 */
import { button, h } from "./dom.js";
import { towerView } from "./insanity-tower.js";
import { pictureWidget } from "./report-picture.js";
import { stepper } from "./report-stepper.js";
import { offerThemes, unfoldInPrint } from "./surroundings.js";
import { Board } from "./tour-board.js";
import { Game, WAYS } from "./tour-model.js";

/** @typedef {import("./cube.js").Side} Side */
/** @typedef {import("./tour-model.js").Way} Way */

/** @type {Side[]} */
const SIDES = ["front", "right", "back", "left"];
/** @type {Side[]} */
const ORDER = ["left", "front", "right", "back", "top", "bottom"];

/**
 * A tour, roll by roll.
 * @param {HTMLElement} root
 * @param {{ puzzle: import("./tour-model.js").Puzzle,
 *   extreme: import("./tour-panel.js").Extreme }} data
 */
function tour(root, { puzzle, extreme }) {
  const moves = /** @type {Way[]} */ ([...extreme.moves]);
  const board = new Board({ pick: () => {}, paint: () => {} });
  const says = h("output", { "aria-live": "polite", class: "sum" });
  root.append(board.element);
  /** @param {number} step */
  const after = (step) => {
    const game = new Game(puzzle, extreme.start, extreme.die);
    for (const way of moves.slice(0, step)) game.roll(way);
    return game;
  };
  let game = after(0);
  board.start(game);
  /** @param {number} step */
  const show = (step) => {
    const by = step - game.moves.length;
    const undone = moves[step];
    game = after(step);
    if (by === 1) void board.roll(game, moves[step - 1]);
    else if (by === -1) void board.roll(game, WAYS[undone].back);
    else board.start(game);
    board.draw(game);
    const shows = game.isHome ? "home again" : `top ${game.top}`;
    const roll = step > 0 && `Roll ${step} of ${moves.length}, ${WAYS[moves[step - 1]].name}`;
    says.textContent = `${roll || "Start"}: ${shows}, sum ${game.sum}`;
  };
  stepper(root, moves.length, show);
  root.append(says);
  new ResizeObserver(() => board.fit(game)).observe(board.element);
}

/**
 * A tower that turns. The faces of a cube are given in the order left, front, right, back, top,
 * bottom, as indices of colours.
 * @param {HTMLElement} root
 * @param {{ colours: { name: string, letter: string, paint: string }[], cubes: number[][] }} data
 */
function tower(root, { colours, cubes }) {
  const view = towerView();
  const paints = new Map(colours.map(({ name, paint }) => [name, paint]));
  const marks = new Map(colours.map(({ name, letter }) => [name, letter]));
  const sides = cubes.map((faces) => {
    /** @type {Partial<Record<Side, string>>} */
    const cube = {};
    for (const [index, side] of ORDER.entries()) cube[side] = colours[faces[index]].name;
    return cube;
  });
  const says = h("output", { "aria-live": "polite" });
  let turned = 0;
  /** @param {number} by */
  const turn = (by) => {
    turned += by;
    view.turn(-90 * turned - 36);
    const side = SIDES[((turned % 4) + 4) % 4];
    const names = sides.map((cube) => cube[side]).join(", ");
    says.textContent = `The ${side} side, from the top: ${names}`;
  };
  const controls = [
    button("↺ Turn to the left side", "turn-left", () => turn(-1), { class: "turn-left" }),
    button("Turn to the right side ↻", "turn-right", () => turn(1), { class: "turn-right" }),
  ];
  view.show(
    sides,
    sides.map(() => ({})),
    paints,
    marks,
  );
  view.instruct([]);
  root.append(view.element, h("div", { class: "controls" }, controls), says);
  turn(0);
}

/** Pictures that are in the page, one after the other. @param {HTMLElement} root */
function steps(root) {
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".step")]);
  const says = h("output", { "aria-live": "polite" });
  /** @param {number} at */
  const show = (at) => {
    all.forEach((step, index) => {
      step.hidden = index !== at;
    });
    says.textContent = `Step ${at + 1} of ${all.length}: ${all[at].dataset.says}`;
  };
  stepper(root, all.length - 1, show, 2200);
  root.append(says);
}

/** @type {Record<string, (root: HTMLElement, data: any) => void>} */
const WIDGETS = { tour, tower, steps, picture: pictureWidget };

for (const root of document.querySelectorAll("[data-widget]")) {
  if (!(root instanceof HTMLElement)) continue;
  const source = root.querySelector('script[type="application/json"]')?.textContent;
  WIDGETS[root.dataset.widget ?? ""](root, source ? JSON.parse(source) : null);
  root.dataset.ready = "yes";
}
unfoldInPrint("");
offerThemes();
