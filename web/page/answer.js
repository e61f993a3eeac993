// @ts-check
/**
 * The answer to a puzzle as Instant Insanity and the corner cube give it: a verdict with figures
 * below it, then the argument, then a drawing for the printer.
 */
import { drawing, fill, h, isStopped } from "./dom.js";

/**
 * What a family says. `report` takes the answer as JSON text, in which integers of any size are
 * exact; `argue` puts the argument where it belongs.
 * @typedef {object} Teller
 * @property {(raw: string) => Said} report
 * @property {(told: any) => void} argue
 * @property {Element} why where the argument stands
 * @property {Record<string, unknown>} [options] of `solve`
 * @property {{ as: string, alt: string }} picture what is printed of a solution
 */
/** @typedef {{ solvable: boolean, verdict: string, figures: (string | false | undefined)[] }} Said */

/**
 * @param {import("./main.js").Context} context
 * @param {Teller} teller
 */
export function answering(context, { report, argue, why, options, picture }) {
  const { cubegraph } = context;
  let solved = "";
  /** @type {AbortController | null} */
  let controller = null;
  const verdict = h("p", { class: "verdict", "data-test": "verdict" });
  const facts = h("p", { class: "soft", "data-test": "facts" });
  const printed = h("figure", { class: "print-only", "data-test": "printed" });

  /** @param {string} text @param {AbortController} mine */
  async function inquire(text, mine) {
    const { signal } = mine;
    const raw = await context.busy(cubegraph.solveText(text, { ...options, signal }), mine);
    if (signal.aborted) return;
    const said = report(raw);
    verdict.textContent = said.verdict;
    verdict.classList.toggle("no", !said.solvable);
    verdict.classList.remove("waiting");
    facts.textContent = said.figures.filter(Boolean).join(" · ");
    context.announce(said.verdict);
    const told = await context.busy(cubegraph.explain(text, { signal }), mine);
    if (signal.aborted) return;
    argue(told);
    solved = text;
    fill(printed);
    if (!said.solvable) return;
    const source = await cubegraph.draw(text, { as: picture.as, signal, time: 5 }).catch(() => "");
    if (source && !signal.aborted) fill(printed, drawing(source, picture.alt));
  }

  return {
    element: h("div", { class: "card answer" }, verdict, facts),
    printed,
    /** Whether this text is answered already. @param {string} text */
    knows: (text) => text === solved,
    /** @param {string} text */
    async ask(text) {
      controller?.abort();
      const mine = new AbortController();
      controller = mine;
      verdict.classList.add("waiting");
      try {
        await inquire(text, mine);
      } catch (error) {
        if (controller !== mine) return;
        const told = isStopped(error) ? "Stopped." : "No answer.";
        if (verdict.classList.contains("waiting")) verdict.textContent = told;
        else fill(why, told);
        verdict.classList.remove("waiting");
        context.fail(error);
      }
    },
    stop: () => controller?.abort(),
  };
}
