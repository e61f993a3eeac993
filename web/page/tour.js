/** Die tours: roll the die over every cell of a board, draw your own board, see what is best. */

import { button, fill, grouped, h, isStopped } from "./dom.js";
import { ahead } from "./tour-ahead.js";
import { Board } from "./tour-board.js";
import { allow, player, swipes } from "./tour-controls.js";
import { editor } from "./tour-editor.js";
import { Game, mirrored, rolled, same, spun, WAYS } from "./tour-model.js";
import { rollPad } from "./tour-pad.js";
import { panel } from "./tour-panel.js";
import { net } from "./tour-pips.js";
import { steps } from "./tour-steps.js";
import { firstFree, MOST_CELLS, remaining, toToml } from "./tour-text.js";

/** @typedef {import("./tour-model.js").Puzzle} Puzzle */
/** @typedef {import("./tour-model.js").Way} Way */
/** @typedef {import("./main.js").Context} Context */

/** Seconds for the extremes, and for counting. */
const SECONDS = { extremes: 30, count: 6 };
/** The largest board on which the rest of a game is looked at after every roll. */
const MOST_AHEAD = 36;

/** @type {Record<string, Way>} */
const KEYS = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };

/**
 * @param {HTMLElement} host
 * @param {Context} context
 */
export function mount(host, context) {
  const { cubegraph } = context;
  /** @type {Puzzle} */
  let puzzle = { rows: 3, columns: 3, start: [0, 0], die: { top: 1, north: 2, east: 3 } };
  let game = new Game(puzzle, [0, 0], { top: 1, north: 2, east: 3 });
  /** @type {import("./tour-panel.js").Answer | null} */
  let answer = null;
  /** The moves that are replayed; empty where the reader plays. */
  let script = "";
  let sent = "";
  let asking = new AbortController();
  let looking = new AbortController();
  let later = 0;

  const says = panel();
  const listed = steps((step) => replay("max", step, false));
  const board = new Board({ pick, paint: (cell, first) => edits.paint(cell, first) });
  const edits = editor({
    change: (next) => {
      sent = toToml(next);
      take(next);
      context.change(sent);
    },
    tool: (tool) => {
      board.editing = tool !== "play";
      board.element.classList.toggle("editing", board.editing);
      refresh();
    },
  });

  const pad = rollPad((way) => roll(way, true));
  const undo = button("Undo", "tour-undo", () => back());
  const restart = button("Start again", "tour-restart", () => begin());
  const showBest = button("Show a best tour", "tour-show-best", () => replay("max"));
  const showLeast = button("Show a least tour", "tour-show-least", () => replay("min"));
  const replaying = player({
    test: "tour",
    forward: () => {
      const way = /** @type {Way | undefined} */ (script[game.moves.length]);
      return way !== undefined && roll(way, false);
    },
    back: () => back(true),
    pace: () => (context.reducedMotion() ? 500 : 420),
  });
  replaying.element.hidden = true;
  const place = h("div", { class: "buttons", role: "group", "aria-label": "Place the die" });
  place.append(
    button("Tip it north", "tour-place-north", () => lay(rolled(game.die, "N"))),
    button("Tip it east", "tour-place-east", () => lay(rolled(game.die, "E"))),
    button("Spin it", "tour-place-spin", () => lay(spun(game.die))),
  );
  const hint = h("p", { class: "soft hint" });
  const printed = h("figure", { class: "print-only" });
  const large = h("p", { class: "notice", hidden: true, "data-test": "tour-large" });
  const buttons = h("div", { class: "buttons" }, undo, restart, showBest, showLeast);
  const more = h("div", { class: "play-buttons" }, buttons, replaying.element, place);
  const play = h("div", { class: "card play" }, pad.element, more);

  /** @param {import("./tour-model.js").Die} die */
  function lay(die) {
    if (game.moves.length > 0) return;
    game = new Game(puzzle, game.cell, die);
    board.start(game);
    refresh();
  }

  /** @param {import("./tour-model.js").Cell} cell */
  function pick(cell) {
    if (puzzle.start === "any" && game.moves.length === 0 && game.isFree(cell)) {
      game = new Game(puzzle, cell, game.die);
      board.start(game);
      refresh();
      return;
    }
    const way = /** @type {Way[]} */ (Object.keys(WAYS)).find((w) => same(game.beyond(w), cell));
    if (way) roll(way, true);
  }

  /** @param {Way} way @param {boolean} byHand */
  function roll(way, byHand) {
    const refusal = game.refusal(way);
    if (byHand) leave();
    if (refusal) {
      hint.textContent = refusal;
      context.announce(refusal);
      return false;
    }
    game.roll(way);
    void board.roll(game, way);
    refresh();
    const { state, why } = game.verdict();
    const end = state === "open" ? "" : ` ${why}`;
    context.announce(`${WAYS[way].name}, top ${game.top}, sum ${game.sum}.${end}`);
    return true;
  }

  /** Takes one roll back. @param {boolean} [keeps] whether the replay goes on */
  function back(keeps = false) {
    if (!keeps) leave();
    const way = game.undo();
    if (!way) {
      return false;
    }
    void board.roll(game, WAYS[way].back);
    refresh();
    context.announce(`Back. Sum ${game.sum}.`);
    return true;
  }

  /** The reader plays again. */
  function leave() {
    replaying.stop();
    script = "";
    replaying.element.hidden = true;
  }

  /**
   * Replays a tour from a roll on. @param {"max" | "min"} which
   * @param {number} [step] @param {boolean} [plays]
   */
  function replay(which, step = 0, plays = true) {
    const extreme = answer?.[which];
    if (!extreme) return;
    leave();
    game = new Game(puzzle, extreme.start, extreme.die);
    for (const way of extreme.moves.slice(0, step)) game.roll(/** @type {Way} */ (way));
    board.start(game);
    script = extreme.moves;
    refresh();
    replaying.element.hidden = false;
    if (plays) replaying.start();
  }

  /** Puts the die on the start. */
  function begin() {
    leave();
    const { rows, columns, blocked = [], start, die, handedness } = puzzle;
    const left = { top: 1, north: 2, east: 3 };
    const lying = die === "any" ? (handedness === "right" ? mirrored(left) : left) : die;
    game = new Game(puzzle, start === "any" ? firstFree(rows, columns, blocked) : start, lying);
    board.start(game);
    refresh();
  }

  function refresh() {
    board.draw(game);
    says.show(game);
    fill(printed, net(game.dice[0], game.values));
    listed.mark(script && script === answer?.max?.moves ? game.moves.length : null);
    const fresh = game.moves.length === 0;
    for (const control of [undo, restart]) allow(control, !fresh);
    pad.show(game);
    place.hidden = puzzle.die !== "any" || !fresh;
    hint.textContent = board.editing
      ? "Click or drag over cells; with the keyboard, the arrow keys move and Enter paints."
      : puzzle.start === "any" && fresh
        ? "Click a cell to start there, then roll with the arrow keys, the buttons or swipes."
        : "Arrow keys, swipes, the buttons or a click on the next cell roll the die; Backspace takes a roll back.";
    lookAhead();
  }

  /** Asks what the best and the least sum are that can still be had. */
  function lookAhead() {
    clearTimeout(later);
    looking.abort();
    says.ahead("");
    const open = game.verdict().state === "open";
    if (!open || game.moves.length === 0 || script || game.free - game.visited > MOST_AHEAD) return;
    const texts = remaining(game);
    if (!texts) return;
    looking = new AbortController();
    const { signal } = looking;
    later = window.setTimeout(async () => {
      const text = await ahead(cubegraph, game, texts, signal);
      if (!signal.aborted) says.ahead(text);
    }, 180);
  }

  /** @param {string} text */
  async function ask(text) {
    asking.abort();
    const controller = new AbortController();
    const { signal } = controller;
    asking = controller;
    answer = null;
    listed.show(puzzle, null);
    board.parity = false;
    for (const control of [showBest, showLeast]) allow(control, false);
    says.wait();
    try {
      const options = { time: SECONDS.extremes, signal };
      const found = await context.busy(cubegraph.solve(text, options), controller);
      if (signal.aborted) return;
      answer = found;
      says.answer(found);
      listed.show(puzzle, found.max);
      board.parity = !found.max && !found.min && /even/.test(found.why ?? "");
      board.draw(game);
      allow(showBest, found.max !== null);
      allow(showLeast, found.min !== null);
      if (!found.max && !found.min) return;
    } catch (error) {
      if (asking !== controller) return;
      if (isStopped(error)) return says.unknown("Stopped.");
      says.unknown(error);
    }
    try {
      const small = game.free <= MOST_AHEAD;
      const options = { distribution: small, count: !small, time: SECONDS.count, signal };
      const found = await context.busy(cubegraph.solveText(text, options), controller);
      if (!signal.aborted) says.count(found);
    } catch {
      if (!signal.aborted) says.count(null);
    }
  }

  /** @param {Puzzle} next */
  function take(next) {
    puzzle = next;
    const tooLarge = next.rows * next.columns > MOST_CELLS;
    large.hidden = !tooLarge;
    for (const part of [area, says.now, play]) part.hidden = tooLarge;
    edits.show(next);
    if (!tooLarge) return begin();
    clearTimeout(later);
    const [rows, columns] = [grouped(next.rows), grouped(next.columns)];
    large.textContent = `${rows} × ${columns} is too large to be drawn here.`;
  }

  host.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.matches("input, select, textarea") || event.altKey || event.metaKey) return;
    const way = KEYS[event.key];
    const onBoard = board.element.contains(target) || play.contains(target);
    if (way && onBoard) {
      event.preventDefault();
      if (board.editing && board.element.contains(target)) board.step(game, way);
      else roll(way, true);
    } else if (onBoard && (event.key === "Backspace" || (event.ctrlKey && event.key === "z"))) {
      event.preventDefault();
      back();
    }
  });
  swipes(board.element, (way) => !board.editing && roll(way, true));

  const area = h("div", { class: "card tour-area" }, edits.toolbar, board.element, hint);
  const aside = h("div", { class: "layout-side" }, says.now, play, says.known, listed.element);
  const main = h("div", { class: "layout-main" }, large, area, printed);
  host.append(h("div", { class: "family-layout" }, main, aside, edits.element));
  const watcher = new ResizeObserver(() => board.fit(game));
  watcher.observe(board.element);

  return {
    /** @param {string} text @param {Puzzle} json */
    show(text, json) {
      if (toToml(json) !== sent) take(json);
      sent = "";
      void ask(text);
    },
    dispose() {
      clearTimeout(later);
      replaying.stop();
      asking.abort();
      looking.abort();
      watcher.disconnect();
      host.replaceChildren();
    },
  };
}
