// @ts-check
/** The game: pick edges for two factors; what is wrong, what is forced, why there is no tower. */
import { SIDES } from "./cube.js";
import { button, fill, h } from "./dom.js";
import { forced, narrated, obstacleSteps } from "./insanity-forced.js";
import { colourGraph } from "./insanity-graph.js";
import { colours, edgesOf, judge, picksOf, say, tower } from "./insanity-model.js";
import { marksOf, paintsOf } from "./insanity-paint.js";
import { towerView } from "./insanity-tower.js";
import { stepper } from "./stepper.js";

/** @typedef {import("./insanity-model.js").Edge} Edge */
/** @typedef {import("./insanity-model.js").Picks} Picks */
/** @typedef {import("./insanity-argument.js").Factors} Factors */

/** More cubes than this are solved, but not drawn. */
const MOST_DRAWN = 60;

/** @param {import("./main.js").Context} context */
export function insanityGame(context) {
  /** @type {import("./insanity-model.js").Puzzle} */
  let puzzle = { title: "", cubes: [], paints: {} };
  /** @type {Edge[]} */
  let edges = [];
  /** @type {Picks} */
  let picks = new Map();
  /** @type {Picks[]} */
  let past = [];
  /** @type {1 | 2} */
  let factor = 1;
  /** Classes for edges from a step of an argument. @type {Map<string, string>} */
  let notes = new Map();
  /** @type {any[]} */
  let solutions = [];
  let shownSolution = -1;
  let playing = 0;
  /** The puzzle as TOML. */
  let text = "";
  /** What the argument says, for the steps of the obstacle. */
  /** @type {Factors} */
  let factors = new Map();
  /** @type {Map<string, string[]>} */
  let sections = new Map();

  const graph = colourGraph({ pick });
  const view = towerView();
  const steps = stepper({
    onstep: (step) => {
      notes = new Map(Object.entries(step?.notes ?? {}));
      if (step?.picks) picks = new Map(Object.entries(step.picks));
      draw();
    },
  });
  const messages = h("ul", { class: "messages", "data-test": "messages", "aria-live": "polite" });
  const degrees = h("div", { class: "degrees", "data-test": "degrees" });
  const strands = [1, 2].map((number) =>
    h(
      "button",
      {
        type: "button",
        class: `strand strand-${number}`,
        "data-test": `factor-${number}`,
        onclick: () => {
          factor = number === 1 ? 1 : 2;
          draw();
        },
      },
      number === 1 ? "First factor" : "Second factor",
      h("small", {}, number === 1 ? "front and back" : "left and right"),
    ),
  );
  const undo = button("Undo", "undo", () => {
    stop();
    picks = past.pop() ?? picks;
    steps.close();
    settle();
  });
  const clear = button("Clear", "clear", () => {
    remember();
    picks = new Map();
    factor = 1;
    settle();
  });
  const hint = button("What is forced?", "forced", showForced);
  const reveal = button("Show me", "show-me", showMe, { class: "strong" });
  const obstacle = button("Why is there none?", "obstacle", showObstacle, { class: "strong" });
  const choice = { class: "controls strands", role: "group", "aria-label": "Which factor" };
  const drawn = h(
    "div",
    { class: "split" },
    h("div", { class: "graph-box" }, h("div", choice, strands), graph.element, degrees),
    view.element,
  );
  const element = h(
    "div",
    { class: "card" },
    h("h3", {}, "Build the tower"),
    h(
      "p",
      { class: "soft" },
      "A dot for each colour, three edges for each cube: its pairs of opposite faces. Click one ",
      "edge of every cube so that each colour has two ends: that is front and back. Then do it ",
      "again with other edges: left and right.",
    ),
    h("div", { class: "controls" }, reveal, obstacle, hint, undo, clear),
    messages,
    steps.element,
    drawn,
  );

  function remember() {
    stop();
    past.push(new Map(picks));
    if (past.length > 200) past.shift();
    steps.close();
    notes = new Map();
  }

  function stop() {
    clearInterval(playing);
    playing = 0;
  }

  /** @param {import("./insanity-model.js").Edge} edge */
  function pick(edge) {
    remember();
    if (picks.get(edge.key) === factor) picks.delete(edge.key);
    else picks.set(edge.key, factor);
    picks = new Map(picks);
    settle();
  }

  /** Draws, and says what is new. */
  function settle() {
    const { factors: own, faults } = draw();
    if (faults.length > 0) return;
    if (own.every(({ complete }) => complete)) void confirm();
    else if (own[0].complete && factor === 1) {
      factor = 2;
      draw();
      context.announce("The first factor is complete. Now the second.");
    }
  }

  /** The library has the last word. */
  async function confirm() {
    const { sides } = tower(puzzle, edges, picks);
    /** @param {import("./cube.js").Side} side */
    const strip = (side) => sides.map((each) => each[side]);
    const solution = Object.fromEntries(SIDES.map((side) => [side, strip(side)]));
    const { right, why } = await context.cubegraph.check(text, { solutions: [solution] });
    const told = right ? "That is a tower; the library has checked it." : `Not yet: ${why}.`;
    if (picks.size !== 2 * puzzle.cubes.length) return;
    fill(messages, h("li", { class: right ? "good" : "bad" }, told));
    context.announce(told);
  }

  function draw() {
    const names = colours(puzzle);
    const paints = paintsOf(puzzle);
    const marks = marksOf(names);
    const judged = judge(puzzle, edges, picks);
    const { sides, directions, keys, turns } = tower(puzzle, edges, picks);
    if (puzzle.cubes.length <= MOST_DRAWN) {
      graph.mark(picks, directions, notes);
      view.show(sides, keys, paints, marks);
      view.instruct(turns);
    }
    strands.forEach((strand, index) => {
      strand.setAttribute("aria-pressed", String(factor === index + 1));
    });
    undo.disabled = past.length === 0;
    clear.disabled = picks.size === 0;
    const complete = judged.factors.map((each) => each.complete);
    const good = complete.every(Boolean)
      ? ["That is a tower: no side shows a colour twice."]
      : complete.flatMap((done, index) =>
          done ? [`The ${["first", "second"][index]} factor is complete.`] : [],
        );
    const count = `${picks.size} of ${2 * puzzle.cubes.length} edges chosen.`;
    fill(
      messages,
      ...judged.faults.map((text) => h("li", { class: "bad" }, text)),
      ...good.map((text) => h("li", { class: "good" }, text)),
      judged.faults.length + good.length === 0 && h("li", { class: "soft" }, count),
    );
    fill(
      degrees,
      ...names.map((name) => {
        const [one, two] = judged.factors.map((each) => each.degrees.get(name) ?? 0);
        const bad = one > 2 || two > 2 ? " bad" : one === 2 && two === 2 ? " good" : "";
        return h(
          "span",
          {
            class: `degree${bad}`,
            title: `${name}: degree ${one} in the first factor, ${two} in the second`,
          },
          h("i", { style: { "--paint": paints.get(name) ?? "#fff" }, "aria-hidden": "true" }),
          h("b", {}, name),
          ` ${one} · ${two}`,
        );
      }),
    );
    return judged;
  }

  function showForced() {
    remember();
    const free = edges.filter(({ key }) => !picks.has(key) || picks.get(key) === factor);
    const own = edges.filter(({ key }) => picks.get(key) === factor);
    const found = forced(free, puzzle, own);
    steps.open(
      `What follows for the ${factor === 1 ? "first" : "second"} factor`,
      narrated(found),
      "Nothing is forced yet: choose an edge and ask again.",
      true,
    );
  }

  function showObstacle() {
    remember();
    picks = new Map();
    const lines = obstacleSteps(puzzle, edges, factors, sections);
    steps.open("Why there is no tower", lines, "There is no tower.", false);
  }

  /** Fills a solution in, edge by edge. */
  function showMe() {
    if (solutions.length === 0) return;
    remember();
    shownSolution = (shownSolution + 1) % solutions.length;
    const goal = [...picksOf(edges, solutions[shownSolution])].sort((a, b) => a[1] - b[1]);
    picks = new Map();
    if (context.reducedMotion() || goal.length > 40) {
      picks = new Map(goal);
      settle();
      return;
    }
    const pace = Math.max(60, Math.min(300, 3000 / goal.length));
    playing = setInterval(() => {
      const next = goal.shift();
      if (next) picks = new Map([...picks, next]);
      else stop();
      draw();
      if (!next) settle();
    }, pace);
  }

  return {
    element,
    stop,
    /** Another puzzle: what the reader chose stays where its edge is still there. */
    /** @param {import("./insanity-model.js").Puzzle} next @param {string} toml */
    show(next, toml) {
      text = toml;
      const old = new Map(edges.map((edge) => [edge.key, say(edge)]));
      puzzle = next;
      edges = edgesOf(puzzle);
      const same =
        edges.length === old.size && edges.every((edge) => old.get(edge.key) === say(edge));
      stop();
      if (!same) {
        const kept = new Set(
          edges.filter((edge) => old.get(edge.key) === say(edge)).map(({ key }) => key),
        );
        picks = new Map([...picks].filter(([key]) => kept.has(key)));
        past = [];
        steps.close();
        notes = new Map();
        if (picks.size === 0) factor = 1;
      }
      drawn.hidden = puzzle.cubes.length > MOST_DRAWN;
      if (!drawn.hidden) graph.show(colours(puzzle), edges, paintsOf(puzzle));
      draw();
      return edges;
    },
    /** The answer of the library. @param {any} answer */
    answer(answer) {
      solutions = answer.solutions ?? [];
      shownSolution = -1;
      reveal.hidden = solutions.length === 0;
      obstacle.hidden = answer.solvable !== false;
      reveal.textContent = solutions.length > 1 ? "Show me one" : "Show me";
    },
    /** The argument of the library. @param {Factors} said @param {Map<string, string[]>} parts */
    argued(said, parts) {
      factors = said;
      sections = parts;
    },
    /** Takes a factor of the argument. @param {string[]} keys */
    useFactor(keys) {
      remember();
      picks = new Map([...picks].filter(([key, own]) => own !== factor && !keys.includes(key)));
      for (const key of keys) picks.set(key, factor);
      settle();
    },
  };
}
