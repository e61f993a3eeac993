// @ts-check
/** Instant Insanity: paint cubes, build two factors of the colour graph, watch the tower grow. */
import { fill, grouped, h } from "./dom.js";
import { netEditor } from "./editor-nets.js";
import { argument, clashes } from "./insanity-argument.js";
import { forced } from "./insanity-forced.js";
import { colourGraph } from "./insanity-graph.js";
import { colours, edgesOf, fromJson, judge, picksOf, say, toToml, tower } from "./insanity-model.js";
import { marksOf, paintsOf } from "./insanity-paint.js";
import { towerView } from "./insanity-tower.js";
import { linkViews } from "./link.js";
import { stepper } from "./stepper.js";

/** @typedef {import("./insanity-model.js").Picks} Picks */

/** More cubes than this are solved, but not drawn. */
const MOST_DRAWN = 60;

/**
 * @param {HTMLElement} host
 * @param {import("./main.js").Context} context
 * @returns {import("./main.js").Family}
 */
export function mount(host, context) {
  const { cubegraph } = context;
  /** @type {import("./insanity-model.js").Puzzle} */
  let puzzle = { title: "", cubes: [], paints: {} };
  /** @type {import("./insanity-model.js").Edge[]} */
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
  let [shownText, solvedText] = ["", ""];
  /** @type {AbortController | null} */
  let controller = null;
  let playing = 0;

  const editor = netEditor({
    change: (next) => context.change(toToml({ ...next, title: "" })),
    type: (words) => {
      const list = words.map((word) => JSON.stringify(word)).join(", ");
      context.change(`kind = "insanity"\ncubes = [${list}]\n`);
    },
  });
  const graph = colourGraph({ pick });
  const view = towerView();
  const steps = stepper({
    onstep: (step) => {
      notes = new Map(Object.entries(step?.notes ?? {}));
      if (step?.picks) picks = new Map(Object.entries(step.picks));
      draw();
    },
  });

  const verdict = h("p", { class: "verdict", "data-test": "verdict" });
  const facts = h("p", { class: "soft", "data-test": "facts" });
  const messages = h("ul", { class: "messages", "data-test": "messages", "aria-live": "polite" });
  const degrees = h("div", { class: "degrees", "data-test": "degrees" });
  const why = h("div", { class: "why" });
  const [firstButton, secondButton] = [1, 2].map((number) =>
    h(
      "button",
      {
        type: "button",
        class: `strand strand-${number}`,
        "data-test": `factor-${number}`,
        onclick: () => {
          factor = /** @type {1 | 2} */ (number);
          draw();
        },
      },
      number === 1 ? "First factor" : "Second factor",
      h("small", {}, number === 1 ? "front and back" : "left and right"),
    ),
  );
  const undo = tool("Undo", "undo", () => {
    const before = past.pop();
    if (before) picks = before;
    settle();
  });
  const clear = tool("Clear", "clear", () => {
    remember();
    picks = new Map();
    settle();
  });
  const hint = tool("What is forced?", "forced", showForced);
  const reveal = tool("Show me", "show-me", showMe, "strong");
  const obstacle = tool("Why is there none?", "obstacle", showObstacle, "strong");

  /** @param {string} label @param {string} test @param {() => void} onclick @param {string} [look] */
  function tool(label, test, onclick, look = "") {
    return h("button", { type: "button", class: look, "data-test": test, onclick }, label);
  }

  const drawn = h(
    "div",
    { class: "split" },
    h(
      "div",
      { class: "graph-box" },
      h("div", { class: "controls strands", role: "group", "aria-label": "Which factor" }, firstButton, secondButton),
      graph.element,
      degrees,
    ),
    h("div", { class: "tower-side" }, view.element),
  );
  host.append(
    h(
      "div",
      { class: "card" },
      h("h3", {}, "The cubes"),
      h("p", { class: "lead" }, "Stack them so that no side of the tower shows a colour twice. ",
        h("span", { class: "soft" }, "Choose a paint and click the faces.")),
      editor.element,
    ),
    h("div", { class: "card answer" }, verdict, facts),
    h(
      "div",
      { class: "card" },
      h("h3", {}, "Build the tower"),
      h("p", { class: "soft" },
        "A dot for each colour, three edges for each cube: its pairs of opposite faces. Click one edge of every cube so that each colour has two ends: that is front and back. Then do it again with other edges: left and right."),
      h("div", { class: "controls" }, reveal, obstacle, hint, undo, clear),
      messages,
      steps.element,
      drawn,
    ),
    h("div", { class: "card" }, h("h3", {}, "The argument"), why),
  );
  const unlink = linkViews(host);

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
    const { factors, faults } = draw();
    if (faults.length > 0) return;
    if (factors.every(({ complete }) => complete)) context.announce("That is a tower.");
    else if (factors[0].complete && factor === 1) {
      factor = 2;
      draw();
      context.announce("The first factor is complete. Now the second.");
    }
  }

  function draw() {
    const names = colours(puzzle);
    const paints = paintsOf(puzzle);
    const marks = marksOf(names);
    const judged = judge(puzzle, edges, picks);
    const { sides, directions } = tower(puzzle, edges, picks);
    if (puzzle.cubes.length <= MOST_DRAWN) {
      graph.mark(picks, directions, notes);
      view.show(sides, paints, marks);
    }
    firstButton.setAttribute("aria-pressed", String(factor === 1));
    secondButton.setAttribute("aria-pressed", String(factor === 2));
    undo.disabled = past.length === 0;
    clear.disabled = picks.size === 0;
    const complete = judged.factors.map((each) => each.complete);
    const good = complete.every(Boolean)
      ? ["That is a tower: no side shows a colour twice."]
      : complete.flatMap((done, index) => (done ? [`The ${["first", "second"][index]} factor is complete.`] : []));
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
          { class: `degree${bad}`, title: `${name}: degree ${one} in the first factor, ${two} in the second` },
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
    const names = colours(puzzle);
    const exact = names.length <= puzzle.cubes.length;
    const free = edges.filter(({ key }) => !picks.has(key) || picks.get(key) === factor);
    const own = edges.filter(({ key }) => picks.get(key) === factor);
    const found = forced(free, puzzle.cubes.length, names, exact, own);
    steps.open(
      `What follows for the ${factor === 1 ? "first" : "second"} factor`,
      narrated(found),
      "Nothing is forced yet: choose an edge and ask again.",
      true,
    );
  }

  /** Steps of an argument with what they have marked so far. @param {ReturnType<typeof forced>} found */
  function narrated(found) {
    /** @type {Record<string, string>} */
    let sofar = {};
    return found.map(({ kind, edge, text }) => {
      if (edge) sofar = { ...sofar, [edge.key]: kind === "take" ? "forced" : "struck" };
      return { text, notes: sofar, keys: edge ? [edge.key] : [], bad: kind === "stuck" };
    });
  }

  function showObstacle() {
    remember();
    picks = new Map();
    const names = colours(puzzle);
    const found = forced(edges, puzzle.cubes.length, names, names.length <= puzzle.cubes.length);
    const stuck = found.at(-1)?.kind === "stuck";
    const { factors, sections } = explained;
    const pairs = clashes(factors, sections.get("Disjoint pairs") ?? [], edges);
    const lines = stuck
      ? narrated(found)
      : pairs.map(({ text, first, second, shared }) => ({
          text,
          picks: Object.fromEntries([...second.map((key) => [key, 2]), ...first.map((key) => [key, 1])]),
          notes: Object.fromEntries(shared.map((key) => [key, "clash"])),
          keys: shared,
          bad: false,
        }));
    const smallest = (sections.get("The smallest obstacle") ?? []).map((text) => {
      const cubes = (/cubes? ([\d, ]+)/.exec(text)?.[1] ?? "").split(",").map(Number);
      const keys = edges.filter(({ cube }) => cubes.includes(cube)).map(({ key }) => key);
      return { text, notes: Object.fromEntries(keys.map((key) => [key, "forced"])), keys, bad: true };
    });
    const plain = (sections.get("Why there is no tower") ?? []).map((text) => ({ text, notes: {}, keys: [], bad: true }));
    steps.open("Why there is no tower", [...lines, ...smallest, ...plain], verdict.textContent ?? "", false);
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

  /** @type {ReturnType<typeof argument>} */
  let explained = { element: why, factors: new Map(), sections: new Map() };

  /** @param {string} text */
  async function solve(text) {
    controller?.abort();
    controller = new AbortController();
    const { signal } = controller;
    verdict.textContent = "…";
    try {
      const options = { signal, time: 20, limit: 12 };
      const answer = await context.busy(cubegraph.solve(text, options), controller);
      if (signal.aborted) return;
      report(answer);
      const told = await context.busy(cubegraph.explain(text, { signal, time: 20 }), controller);
      if (signal.aborted) return;
      const words = typeof told === "string" ? told : String(told?.explanation ?? "");
      explained = argument(words, edges, colours(puzzle), { useFactor });
      fill(why, explained.element);
      solvedText = text;
    } catch (error) {
      if (signal.aborted) {
        verdict.textContent = "Stopped.";
        return;
      }
      verdict.textContent = "No answer.";
      context.fail(error);
    }
  }

  /** @param {string[]} keys */
  function useFactor(keys) {
    remember();
    picks = new Map([...picks].filter(([key, own]) => own !== factor && !keys.includes(key)));
    for (const key of keys) picks.set(key, factor);
    settle();
  }

  /** @param {any} answer */
  function report(answer) {
    solutions = answer.solutions ?? [];
    shownSolution = -1;
    reveal.hidden = solutions.length === 0;
    obstacle.hidden = answer.solvable !== false;
    reveal.textContent = solutions.length > 1 ? "Show me one" : "Show me";
    const { principal } = answer;
    const number = principal === 1 ? "exactly one" : principal === undefined ? "at least one" : grouped(principal);
    verdict.textContent = answer.solvable
      ? `There is a tower: ${number}${principal === 1 || principal === undefined ? "" : " of them"}, up to turning the whole.`
      : `There is no tower: ${answer.why ?? "none was found"}.`;
    verdict.classList.toggle("no", answer.solvable === false);
    const counts = [
      `${puzzle.cubes.length} cubes, ${colours(puzzle).length} colours`,
      answer.factors !== undefined && counted(answer.factors, "2-factor"),
      answer.pairs !== undefined && counted(answer.pairs, "disjoint pair"),
    ];
    facts.textContent = counts.filter(Boolean).join(" · ");
    context.announce(verdict.textContent);
  }

  return {
    show(text, json) {
      if (text === shownText && text === solvedText) return;
      shownText = text;
      const next = fromJson(json);
      const same = JSON.stringify(edgesOf(next)) === JSON.stringify(edges);
      puzzle = next;
      edges = edgesOf(puzzle);
      editor.show(puzzle);
      stop();
      if (!same) {
        // What the reader chose stays where the edge is still there.
        const keep = new Set(edges.map((edge) => `${edge.key} ${say(edge)}`));
        picks = new Map([...picks].filter(([key]) => keep.has(`${key} ${said.get(key)}`)));
        past = [];
        steps.close();
        notes = new Map();
      }
      said = new Map(edges.map((edge) => [edge.key, say(edge)]));
      drawn.hidden = puzzle.cubes.length > MOST_DRAWN;
      if (!drawn.hidden) graph.show(colours(puzzle), edges, paintsOf(puzzle));
      draw();
      void solve(text);
    },
    dispose() {
      controller?.abort();
      stop();
      unlink();
    },
  };
}

/** @param {number | bigint | string} number @param {string} noun */
function counted(number, noun) {
  return `${grouped(number)} ${noun}${String(number) === "1" ? "" : "s"}`;
}

/** What each edge joined when it was last shown. */
let said = new Map();
