/** Picture cubes: turn rows and columns until the picture is whole; see how far away it is. */

import { button, h, isStopped } from "./dom.js";
import { argument } from "./picture-argument.js";
import { moveChoice } from "./picture-choice.js";
import { editor, LONGEST } from "./picture-editor.js";
import { Grid } from "./picture-grid.js";
import { SOLVED } from "./picture-group.js";
import { elementsOf, facts, MOST_AT_ONCE, methodsFor } from "./picture-library.js";
import { cellsOf, Rules, sameMove, shapeOf, toToml } from "./picture-model.js";
import { panel } from "./picture-panel.js";
import { allow, player } from "./tour-controls.js";

/** @typedef {import("./picture-model.js").Puzzle} Puzzle */
/** @typedef {import("./picture-model.js").Move} Move */
/** @typedef {import("./main.js").Context} Context */

/** Seconds for a solution, and for the shortest one on request; the moves of a scramble. */
const SECONDS = { solve: 20, shortest: 120 };
const SCRAMBLE = 40;
/**
 * @param {HTMLElement} host
 * @param {Context} context
 */
export function mount(host, context) {
  /** @type {Puzzle} */
  let puzzle = { rows: 3, columns: 2 };
  let rules = new Rules(puzzle, [], []);
  /** The configuration at the start, and as it is. @type {string[][]} */
  let [first, cells] = [[], []];
  /** The moves made since the start, to be taken back. @type {Move[]} */
  let made = [];
  /** What solves the configuration that is shown, or null. @type {import("./picture-panel.js").Solution | null} */
  let solution = null;
  let sent = "";
  let asking = new AbortController();
  let solving = new AbortController();
  let [later, soon] = [0, 0];
  /** @type {string[][] | null} */
  let farthest = null;

  const says = panel({
    step: (index) => playTo(index + 1),
    point: (index) => grid.hint(index === null ? null : rules.read(solution?.moves?.[index] ?? "")),
  });
  const grid = new Grid({
    turn: (move, held) => turn(move, held, true),
    paint: (cell) => edits.paint(cell),
    type: (cell, key) => grid.editing && edits.type(cell, key),
    offered: (isRow, line) => choice.offered(rules, isRow, line),
  });
  const edits = editor({
    change: (toml) => context.change(toml),
    mode: (editing) => {
      grid.editing = editing;
      grid.element.classList.toggle("editing", editing);
    },
  });
  const choice = moveChoice(() => grid.offer());

  const undo = button("Undo", "picture-undo", () => back());
  const restart = button("Start again", "picture-restart", () => take(puzzle, first));
  const hint = button("Hint", "picture-hint", () => showHint());
  const mix = () => offer(rules.scrambled(cells, SCRAMBLE));
  const scramble = button("Scramble", "picture-scramble", mix);
  const far = button("As far as it gets", "picture-farthest", () => {
    if (farthest) offer(farthest.flat());
  });
  const search = () => void solve(["auto"], SECONDS.shortest);
  const shortest = button("Find the shortest way", "picture-shortest", search);
  const person = argument({
    ask: () => context.cubegraph.explain(toToml(puzzle, first), { method: "local" }),
    point: (cell) => grid.blame(cell && cell[0] * puzzle.columns + cell[1]),
    play: (moves, count) => {
      take(puzzle, first);
      clearTimeout(later);
      tell({ solvable: true, moves, optimal: false });
      playTo(count);
    },
  });
  const replaying = player({
    test: "picture",
    forward: () => playTo(1),
    back: () => back(),
    pace: () => (context.reducedMotion() ? 500 : 480),
  });
  const advice = h("p", { class: "soft hint", "data-test": "picture-advice" });
  const large = h("p", { class: "notice", hidden: true });

  const isSolved = () => cells.every((cell) => cell === SOLVED);

  /** Makes a configuration the puzzle. @param {string[]} next */
  function offer(next) {
    replaying.stop();
    context.change(toToml({ ...puzzle, title: undefined }, next));
  }

  /** @param {Move} move @param {number} held @param {boolean} byHand */
  function turn(move, held, byHand) {
    if (byHand) replaying.stop();
    cells = rules.apply(cells, move);
    made.push(move);
    grid.turn(cells, move, held);
    moved(move, true);
  }

  function back() {
    const move = made.pop();
    if (!move) return false;
    const undoing = rules.undoing(move);
    cells = rules.apply(cells, undoing);
    grid.turn(cells, undoing, 0);
    moved(undoing, false);
    return true;
  }

  /** After a move: the known solution goes on if this was its next move, else it is asked anew. */
  function moved(/** @type {Move} */ move, /** @type {boolean} */ counts) {
    const next = solution?.moves?.[0];
    const expected = next === undefined ? null : rules.read(next);
    const follows = counts && expected && sameMove(expected, move);
    grid.hint(null);
    advice.textContent = "";
    if (follows && solution?.moves) tell({ ...solution, moves: solution.moves.slice(1) });
    else ask();
    controls();
    context.announce(`${rules.words(move)}.${isSolved() ? " Solved." : ""}`);
  }

  /** Plays some moves of the known solution. @param {number} count */
  function playTo(count) {
    let played = false;
    for (let k = 0; k < count; k += 1) {
      const move = solution?.moves?.[0] ? rules.read(solution.moves[0]) : null;
      if (!move) break;
      turn(move, 0, false);
      played = true;
    }
    return played;
  }

  function showHint() {
    const move = solution?.moves?.[0] ? rules.read(solution.moves[0]) : null;
    if (!move) return;
    grid.hint(move);
    advice.textContent = `Next: ${rules.words(move)}.`;
    context.announce(advice.textContent);
  }

  function controls() {
    for (const control of [undo, restart]) allow(control, made.length > 0);
    const moves = solution?.moves?.length ?? 0;
    allow(hint, moves > 0);
    for (const control of replaying.element.querySelectorAll("button")) {
      const back = control.dataset.test === "picture-back";
      allow(control, back ? made.length > 0 : moves > 0);
    }
    shortest.hidden = !solution?.solvable || solution.optimal === true || moves === 0;
    far.hidden = !farthest;
  }

  /** @param {import("./picture-panel.js").Solution} found @param {boolean} [more] */
  function tell(found, more = false) {
    solution = found;
    const steps = (found.moves ?? []).map((name) => {
      const move = rules.read(name);
      return { short: move ? rules.short(move) : name, words: move ? rules.words(move) : name };
    });
    says.solution(found, steps, more);
    const place = found.solvable ? null : /row (\d+), column (\d+)/.exec(found.why ?? "");
    grid.blame(place ? (Number(place[1]) - 1) * puzzle.columns + Number(place[2]) - 1 : null);
    controls();
  }

  function ask() {
    clearTimeout(later);
    solving.abort();
    solution = null;
    says.waiting(true);
    if (isSolved()) return tell({ solvable: true, moves: [], length: 0, optimal: true });
    // A search that takes longer waits for the end of quick turns.
    const delay = cells.length <= MOST_AT_ONCE ? 0 : 120;
    later = window.setTimeout(() => void solve(methodsFor(rules.kind, cells.length)), delay);
  }

  /** @param {(string | undefined)[]} list @param {number} [time] */
  async function solve(list, time = SECONDS.solve) {
    solving.abort();
    solving = new AbortController();
    const controller = solving;
    const { signal } = controller;
    const asked = cells;
    const text = toToml({ ...puzzle, title: undefined }, cells);
    for (const [place, method] of list.entries()) {
      const more = place + 1 < list.length;
      try {
        const wanted = { time, signal, method };
        const found = await context.busy(context.cubegraph.solve(text, wanted), controller);
        if (asked !== cells) return;
        tell(found, more && found.solvable);
        if (!found.solvable) return;
      } catch (error) {
        if (asked !== cells) return;
        if (solution) return tell(solution);
        says.unknown(isStopped(error) ? "Stopped." : error);
        return controls();
      }
    }
  }

  /** @param {Puzzle} next @param {string[]} values */
  function take(next, values) {
    replaying.stop();
    [puzzle, first, cells, made] = [next, values, values, []];
    grid.start(rules, cells);
    advice.textContent = "";
    edits.show(next, values, [...rules.elements.row, ...rules.elements.column]);
    controls();
    ask();
  }

  /** Forgets what is known of another size. */
  function forget() {
    clearTimeout(soon);
    asking.abort();
    says.forget();
    farthest = null;
  }

  /** @param {string} text */
  async function inform(text) {
    asking = new AbortController();
    const { signal } = asking;
    const found = await facts(context.cubegraph, text, puzzle, says, signal);
    if (signal.aborted) return;
    // What was stopped is asked again with the next puzzle.
    if (found === undefined) sent = "";
    farthest = found ?? null;
    controls();
  }

  const how = h("p", { class: "soft hint" });
  const area = h(
    "div",
    { class: "card layout-main" },
    edits.toolbar,
    choice.element,
    grid.element,
    how,
  );
  const play = h(
    "div",
    { class: "card" },
    h("div", { class: "buttons" }, hint, undo, restart, scramble, far, shortest),
    replaying.element,
    advice,
  );
  const aside = h("div", { class: "layout-side" }, says.now, play, says.known, person.element);
  host.append(large, h("div", { class: "family-layout" }, area, aside, edits.element));
  const watcher = new ResizeObserver(() => {
    grid.fit();
    grid.draw(cells);
  });
  watcher.observe(grid.element);

  return {
    /** @param {string} text @param {Puzzle} json */
    async show(text, json) {
      const tooLarge = json.rows > LONGEST || json.columns > LONGEST;
      large.hidden = !tooLarge;
      for (const part of [area, play, says.now, edits.element]) part.hidden = tooLarge;
      const same = shapeOf(json) === sent;
      if (!same) forget();
      sent = shapeOf(json);
      if (tooLarge) {
        large.textContent = `${json.rows} × ${json.columns} is too large to be shown here.`;
        person.forget(false);
        puzzle = json;
        return same ? undefined : inform(text);
      }
      const { row, column } = await elementsOf(context.cubegraph, json);
      if (sent !== shapeOf(json)) return;
      rules = new Rules(json, row, column);
      choice.show(rules);
      how.textContent = `Drag a ${rules.kind}, use the buttons beside it, or walk with the arrow keys and turn with Shift and an arrow key.`;
      take(json, cellsOf(json));
      person.forget(rules.kind === "cube");
      // The solution is asked first: there is one worker.
      if (!same) soon = window.setTimeout(() => void inform(text), 200);
    },
    dispose() {
      clearTimeout(later);
      replaying.stop();
      forget();
      solving.abort();
      watcher.disconnect();
      host.replaceChildren();
    },
  };
}
