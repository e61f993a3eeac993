// @ts-check
/** The corner cube: the answer of the library, the game, the census. */
import { answering } from "./answer.js";
import { cornerGame } from "./corner-game.js";
import { relative } from "./corner-relative.js";
import { fill, grouped, h } from "./dom.js";
import { linkViews } from "./link.js";

/**
 * @param {HTMLElement} host
 * @param {import("./main.js").Context} context
 * @returns {import("./main.js").Family}
 */
export function mount(host, context) {
  let text = "";
  /** @type {any} */
  let found = {};
  const game = cornerGame(context, host);
  const why = h("pre", { class: "pre explanation", "data-test": "argument" });
  const other = h("div", { class: "card", hidden: true });
  const answer = answering(context, {
    report,
    why,
    picture: { as: "cube", alt: "The cube, put together and taken apart" },
    argue: (told) => {
      fill(why, ...linked(told.text.trim(), found.pieces ?? []));
      if (!other.hidden) void relative(other, context, text, found);
    },
  });
  host.append(
    answer.element,
    game.element,
    other,
    answer.printed,
    h("div", { class: "card" }, h("h3", {}, "How the answer was found"), why),
    h(
      "div",
      { class: "card" },
      h("h3", {}, "All corner cubes"),
      h(
        "p",
        {},
        "Cut the twelve bars of a cube in all 16\u202f777\u202f216 ways. With eight different ",
        "pieces, none of AAA, BBB, CCC, DDD, and six half-edges of each letter, 2\u202f290 ",
        "different sets of pieces come out; 34 of them have exactly one assembly. Up to ",
        "exchanging letters and mirror images these are 4. The easiest sets have 69 assemblies.",
      ),
      h(
        "p",
        { class: "soft small" },
        "Van Kreveld’s requirements; on a machine: ",
        h("code", {}, "cubegraph corner census"),
      ),
    ),
  );
  const unlink = linkViews(host);

  /** @param {string} raw the answer as JSON @returns {import("./answer.js").Said} */
  function report(raw) {
    found = JSON.parse(raw);
    if (other.hidden) game.answer(found.assemblies ?? []);
    const many = found.solutions;
    const ways = many === 1 ? "exactly one way" : `${grouped(many)} ways`;
    return {
      solvable: many !== 0,
      verdict:
        many === 0
          ? `It cannot be assembled: ${found.why ?? "every way was tried"}.`
          : `It can be assembled in ${ways}, up to turning the cube.`,
      figures: [
        found.loops !== undefined && `${grouped(found.loops)} loops`,
        found.completable_loops !== undefined &&
          `${grouped(found.completable_loops)} of them can be completed`,
        found.difficulty !== undefined &&
          `difficulty ${found.difficulty_exact ?? found.difficulty}`,
        found.dead_ends !== undefined && `${grouped(found.dead_ends)} dead ends`,
      ],
    };
  }

  return {
    show(toml, json) {
      if (toml === text && answer.knows(toml)) return;
      text = toml;
      const corners = !json.rule || json.rule === "corners";
      game.element.hidden = !corners;
      other.hidden = corners;
      if (corners)
        game.show(
          json.pieces.map((/** @type {string} */ word) => word.toUpperCase()),
          toml,
        );
      void answer.ask(toml);
    },
    dispose() {
      answer.stop();
      game.stop();
      unlink();
    },
  };
}

/**
 * A text in which every piece of the set lights up with its place in the cube.
 * @param {string} text @param {string[]} words
 */
function linked(text, words) {
  return text.split(/\b([A-D]{3})\b/).map((part) => {
    const piece = words.indexOf(part);
    return piece < 0 ? part : h("span", { class: "link", "data-cube": piece + 1 }, part);
  });
}
