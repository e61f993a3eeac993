// @ts-check
/** Instant Insanity: paint cubes, build two factors of the colour graph, watch the tower grow. */
import { answering } from "./answer.js";
import { fill, grouped, h } from "./dom.js";
import { netEditor } from "./editor-nets.js";
import { argument } from "./insanity-argument.js";
import { insanityGame } from "./insanity-game.js";
import { BLANK, colours, fromJson, toToml } from "./insanity-model.js";
import { linkViews } from "./link.js";

/**
 * @param {HTMLElement} host
 * @param {import("./main.js").Context} context
 * @returns {import("./main.js").Family}
 */
export function mount(host, context) {
  /** @type {import("./insanity-model.js").Puzzle} */
  let puzzle = { title: "", cubes: [], paints: {} };
  /** @type {import("./insanity-model.js").Edge[]} */
  let edges = [];
  let shown = "";

  const editor = netEditor({
    // A set that was changed is not the one that its title names.
    change: (next) => context.change(toToml({ ...next, title: "" })),
    type: (words) => {
      const list = words.map((word) => JSON.stringify(word)).join(", ");
      context.change(`kind = "insanity"\ncubes = [${list}]\n`);
    },
  });
  const game = insanityGame(context);
  const why = h("div", { class: "why" });
  const answer = answering(context, {
    report,
    why,
    options: { limit: 12 },
    picture: { as: "tower", alt: "A tower" },
    argue: (told) => {
      const { useFactor } = game;
      const parts = argument(told.text, edges, colours(puzzle), { useFactor });
      fill(why, parts.element);
      game.argued(parts.factors, parts.sections);
    },
  });
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
    answer.element,
    game.element,
    answer.printed,
    h("div", { class: "card" }, h("h3", {}, "The argument"), why),
  );
  const unlink = linkViews(host);

  /** @param {string} raw the answer as JSON @returns {import("./answer.js").Said} */
  function report(raw) {
    const found = JSON.parse(raw);
    /** The digits of a count, which may be too large for a number. @param {string} key */
    const exact = (key) => new RegExp(`"${key}":\\s*(\\d+)`).exec(raw)?.[1];
    game.answer(found);
    const bare = puzzle.cubes.flatMap(({ faces }) => faces).filter((face) => face === BLANK);
    if (bare.length > 0) {
      const faces = counted(String(bare.length), "face");
      return { solvable: true, verdict: `${faces} to paint.`, figures: [] };
    }
    const principal = exact("principal");
    const several = principal ? `${grouped(principal)} of them` : "at least one";
    const number = principal === "1" ? "exactly one" : several;
    return {
      solvable: found.solvable,
      verdict: found.solvable
        ? `There is a tower: ${number}, up to turning the whole.`
        : `There is no tower: ${found.why ?? "none was found"}.`,
      figures: [
        `${puzzle.cubes.length} cubes, ${colours(puzzle).length} colours`,
        counted(exact("factors"), "2-factor"),
        counted(exact("pairs"), "disjoint pair"),
      ],
    };
  }

  return {
    show(text, json) {
      if (text === shown && answer.knows(text)) return;
      shown = text;
      puzzle = fromJson(json);
      editor.show(puzzle);
      edges = game.show(puzzle, text);
      void answer.ask(text);
    },
    dispose() {
      answer.stop();
      game.stop();
      unlink();
    },
  };
}

/** @param {string | undefined} number @param {string} noun */
function counted(number, noun) {
  return number && `${grouped(number)} ${noun}${number === "1" ? "" : "s"}`;
}
