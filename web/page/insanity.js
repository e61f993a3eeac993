// @ts-check
/** Instant Insanity: paint cubes, build two factors of the colour graph, watch the tower grow. */
import { fill, grouped, h, isStopped } from "./dom.js";
import { netEditor } from "./editor-nets.js";
import { argument } from "./insanity-argument.js";
import { insanityGame } from "./insanity-game.js";
import { colours, fromJson, toToml } from "./insanity-model.js";
import { linkViews } from "./link.js";

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
  let [shown, solved] = ["", ""];
  /** @type {AbortController | null} */
  let controller = null;

  const editor = netEditor({
    // A set that was changed is not the one that its title names.
    change: (next) => context.change(toToml({ ...next, title: "" })),
    type: (words) => {
      const list = words.map((word) => JSON.stringify(word)).join(", ");
      context.change(`kind = "insanity"\ncubes = [${list}]\n`);
    },
  });
  const game = insanityGame(context);
  const verdict = h("p", { class: "verdict", "data-test": "verdict" });
  const facts = h("p", { class: "soft", "data-test": "facts" });
  const why = h("div", { class: "why" });
  host.append(
    h(
      "div",
      { class: "card" },
      h("h3", {}, "The cubes"),
      h(
        "p",
        {},
        "Stack them so that no side of the tower shows a colour twice. ",
        h("span", { class: "soft" }, "To change them, choose a paint and click the faces."),
      ),
      editor.element,
    ),
    h("div", { class: "card answer" }, verdict, facts),
    game.element,
    h("div", { class: "card" }, h("h3", {}, "The argument"), why),
  );
  const unlink = linkViews(host);

  /** @param {string} text */
  async function solve(text) {
    controller?.abort();
    controller = new AbortController();
    const { signal } = controller;
    verdict.classList.add("waiting");
    let answered = false;
    try {
      const options = { signal, limit: 12 };
      const raw = await context.busy(cubegraph.solveText(text, options), controller);
      if (signal.aborted) return;
      report(raw);
      answered = true;
      const told = await context.busy(cubegraph.explain(text, { signal }), controller);
      if (signal.aborted) return;
      const { useFactor } = game;
      const { element, factors, sections } = argument(told.text, edges, colours(puzzle), {
        useFactor,
      });
      fill(why, element);
      game.argued(factors, sections);
      solved = text;
    } catch (error) {
      if (controller?.signal !== signal) return;
      const told = isStopped(error) ? "Stopped." : "No answer.";
      if (answered) fill(why, told);
      else verdict.textContent = told;
      verdict.classList.remove("waiting");
      context.fail(error);
    }
  }

  /** @param {string} raw the answer as JSON */
  function report(raw) {
    const answer = JSON.parse(raw);
    /** The digits of a count, which may be too large for a number. @param {string} key */
    const exact = (key) => new RegExp(`"${key}":\\s*(\\d+)`).exec(raw)?.[1];
    game.answer(answer);
    const principal = exact("principal");
    const number =
      principal === "1"
        ? "exactly one"
        : principal
          ? `${grouped(principal)} of them`
          : "at least one";
    verdict.textContent = answer.solvable
      ? `There is a tower: ${number}, up to turning the whole.`
      : `There is no tower: ${answer.why ?? "none was found"}.`;
    verdict.classList.toggle("no", answer.solvable === false);
    verdict.classList.remove("waiting");
    const counts = [
      `${puzzle.cubes.length} cubes, ${colours(puzzle).length} colours`,
      counted(exact("factors"), "2-factor"),
      counted(exact("pairs"), "disjoint pair"),
    ];
    facts.textContent = counts.filter(Boolean).join(" · ");
    context.announce(verdict.textContent);
  }

  return {
    show(text, json) {
      if (text === shown && text === solved) return;
      shown = text;
      puzzle = fromJson(json);
      editor.show(puzzle);
      edges = game.show(puzzle, text);
      void solve(text);
    },
    dispose() {
      controller?.abort();
      game.stop();
      unlink();
    },
  };
}

/** @param {string | undefined} number @param {string} noun */
function counted(number, noun) {
  return number && `${grouped(number)} ${noun}${number === "1" ? "" : "s"}`;
}
