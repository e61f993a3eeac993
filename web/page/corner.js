// @ts-check
/** The corner cube: the answer of the library, the game, the census. */
import { cornerGame } from "./corner-game.js";
import { relative } from "./corner-relative.js";
import { fill, grouped, h, isStopped } from "./dom.js";
import { linkViews } from "./link.js";

/**
 * @param {HTMLElement} host
 * @param {import("./main.js").Context} context
 * @returns {import("./main.js").Family}
 */
export function mount(host, context) {
  const { cubegraph } = context;
  let [text, solved] = ["", ""];
  /** @type {AbortController | null} */
  let controller = null;

  const game = cornerGame(context, host);
  const verdict = h("p", { class: "verdict", "data-test": "verdict" });
  const facts = h("p", { class: "soft", "data-test": "facts" });
  const why = h("pre", { class: "pre explanation", "data-test": "argument" });
  const other = h("div", { class: "card", hidden: true });
  host.append(
    h("div", { class: "card answer" }, verdict, facts),
    game.element,
    other,
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

  /** @param {string} toml @param {boolean} isRelative */
  async function solve(toml, isRelative) {
    controller?.abort();
    controller = new AbortController();
    const { signal } = controller;
    verdict.classList.add("waiting");
    let answered = false;
    try {
      const options = { signal };
      const answer = await context.busy(cubegraph.solve(toml, options), controller);
      if (signal.aborted) return;
      report(answer);
      answered = true;
      if (isRelative) await relative(other, context, toml, answer);
      const told = await context.busy(cubegraph.explain(toml, options), controller);
      if (signal.aborted) return;
      fill(why, ...linked(told.text.trim(), answer.pieces ?? []));
      solved = toml;
    } catch (error) {
      if (controller?.signal !== signal) return;
      const told = isStopped(error) ? "Stopped." : "No answer.";
      if (answered) fill(why, told);
      else verdict.textContent = told;
      verdict.classList.remove("waiting");
      context.fail(error);
    }
  }

  /** @param {any} answer */
  function report(answer) {
    if (!answer.rule || answer.rule === "corners") game.answer(answer.assemblies ?? []);
    const many = answer.solutions;
    verdict.classList.toggle("no", many === 0);
    verdict.classList.remove("waiting");
    const ways = many === 1 ? "exactly one way" : `${grouped(many)} ways`;
    verdict.textContent =
      many === 0
        ? `It cannot be assembled: ${answer.why ?? "every way was tried"}.`
        : `It can be assembled in ${ways}, up to turning the cube.`;
    const counts = [
      answer.loops !== undefined && `${grouped(answer.loops)} loops`,
      answer.completable_loops !== undefined &&
        `${grouped(answer.completable_loops)} of them can be completed`,
      answer.difficulty !== undefined &&
        `difficulty ${answer.difficulty_exact ?? answer.difficulty}`,
      answer.dead_ends !== undefined && `${grouped(answer.dead_ends)} dead ends`,
    ];
    facts.textContent = counts.filter(Boolean).join(" · ");
    context.announce(verdict.textContent ?? "");
  }

  return {
    show(toml, json) {
      if (toml === text && toml === solved) return;
      text = toml;
      const corners = !json.rule || json.rule === "corners";
      game.element.hidden = !corners;
      other.hidden = corners;
      if (corners)
        game.show(
          json.pieces.map((/** @type {string} */ word) => word.toUpperCase()),
          toml,
        );
      void solve(toml, !corners);
    },
    dispose() {
      controller?.abort();
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
