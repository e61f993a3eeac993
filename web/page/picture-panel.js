/** What is said beside the array: the distance, the next moves, God's number, and all distances. */

import { button, fill, grouped, h } from "./dom.js";
import { histogram } from "./histogram.js";
import { apology } from "./tour-controls.js";

/**
 * @typedef {{ solvable: boolean, moves: string[] | null, length?: number, optimal?: boolean,
 *   why?: string, method?: string }} Solution
 */
/**
 * @typedef {{ order: number | bigint, diameter: number, average: number, median: number,
 *   distances: (number | bigint)[], antipodes?: { count: number, classes: { representative: string[][] }[] } }} Distances
 */
/** @typedef {{ at_least: number, at_most: number, reasons?: { at_least?: string, at_most?: string } }} Bounds */

/** The most moves of a solution that are listed. */
const LONGEST = 60;

/** @param {number} count */
const moves = (count) => `move${count === 1 ? "" : "s"}`;

/**
 * @param {{ step: (index: number) => void, point: (index: number | null) => void }} act
 *   what a click on a move of the solution does, and pointing at one
 */
export function panel(act) {
  const look = { class: "figure-large", "data-test": "picture-distance", "aria-live": "off" };
  const figure = h("output", look, "…");
  const unit = h("span", { class: "soft" }, "moves from solved");
  const verdict = h("p", { class: "verdict", "data-test": "picture-verdict" });
  const list = h("ol", {
    class: "moves",
    "data-test": "picture-solution",
    "aria-label": "The moves that solve it",
  });
  const now = h(
    "div",
    { class: "card now" },
    h("div", { class: "sum-line" }, figure, unit),
    verdict,
    list,
  );

  const god = h("dd", { "data-test": "picture-bounds" });
  const order = h("dd", { "data-test": "picture-order" });
  const average = h("dd", {});
  const orderLine = h("div", { hidden: true }, h("dt", {}, "configurations"), order);
  const averageLine = h("div", { hidden: true }, h("dt", {}, "on average"), average);
  const chart = h("figure", { class: "chart", hidden: true, "data-test": "picture-chart" });
  const note = h("p", { class: "soft small", hidden: true });
  const known = h(
    "div",
    { class: "card" },
    h("h3", {}, "How far it can get"),
    h(
      "dl",
      { class: "figures" },
      h("div", {}, h("dt", {}, "God's number"), god),
      orderLine,
      averageLine,
    ),
    chart,
    note,
  );
  /** @type {Distances | null} */
  let all = null;
  /** @type {number | null} */
  let place = null;

  const draw = () => {
    chart.hidden = !all;
    if (!all) return;
    const here = place === null ? "" : `; this one is at ${place}`;
    fill(
      chart,
      histogram({
        counts: all.distances,
        mark: place,
        label: `How many configurations are how many moves from solved, up to ${all.diameter}${here}`,
        caption: "configurations by their distance",
        unit: "moves",
      }),
    );
  };

  return {
    now,
    known,
    /** Forgets what was known of another size. */
    forget() {
      god.textContent = "…";
      this.distances(null);
    },
    /** While the answer is on its way the old one stays, paler. @param {boolean} waiting */
    waiting(waiting) {
      now.classList.toggle("waiting", waiting);
    },
    /**
     * @param {Solution} solution
     * @param {{ short: string, words: string }[]} steps its moves
     * @param {boolean} searching whether a shorter way is being looked for
     */
    solution(solution, steps, searching) {
      const { solvable, optimal } = solution;
      const left = steps.length;
      place = solvable && optimal ? left : null;
      now.classList.remove("waiting");
      if (!solvable) {
        figure.textContent = "—";
        unit.textContent = "no distance";
        verdict.dataset.state = "lost";
        verdict.textContent = `Cannot be solved. ${sentence(solution.why ?? "")}`;
      } else {
        figure.textContent = optimal || left === 0 ? String(left) : `≤ ${left}`;
        unit.textContent = `${moves(left)} from solved`;
        verdict.dataset.state = left === 0 ? "won" : "open";
        const exact = "Exactly: no shorter way exists.";
        const rough = searching
          ? "Looking for the shortest way…"
          : "A way is known; the shortest may be shorter.";
        verdict.textContent = left === 0 ? "Solved." : optimal ? exact : rough;
      }
      const held = list.contains(document.activeElement);
      const chips = steps.slice(0, LONGEST).map(({ short, words }, index) => {
        const [on, off] = [() => act.point(index), () => act.point(null)];
        const shown = { class: "chip", title: words, "aria-label": `${short}: ${words}` };
        const point = { onmouseenter: on, onmouseleave: off, onfocus: on, onblur: off };
        return button(short, `picture-move-${index + 1}`, () => act.step(index), {
          ...shown,
          ...point,
        });
      });
      const more = left > LONGEST && h("li", { class: "soft" }, `and ${left - LONGEST} more`);
      fill(list, ...chips.map((chip) => h("li", {}, chip)), more);
      if (held) chips[0]?.focus();
      draw();
    },
    /** @param {unknown} error */
    unknown(error) {
      place = null;
      now.classList.remove("waiting");
      figure.textContent = "?";
      unit.textContent = "distance not known";
      verdict.dataset.state = "lost";
      fill(verdict, ...apology(error));
      fill(list);
      draw();
    },
    /** @param {Bounds | null} bounds */
    bounds(bounds) {
      if (!bounds) {
        god.textContent = "not known here";
        return;
      }
      const { at_least: least, at_most: most, reasons } = bounds;
      const why = [reasons?.at_least, reasons?.at_most].filter(Boolean);
      const because = [...new Set(why)].join("; ").replaceAll("`", "");
      const text = least === most ? String(least) : `${grouped(least)} to ${grouped(most)}`;
      const proof = least === most ? " proved" : " not known exactly";
      const reason = because && h("small", { class: "soft block" }, because);
      fill(god, h("b", {}, text), h("span", { class: "soft" }, proof), reason);
    },
    /** @param {Distances | null} distances @param {unknown} [error] */
    distances(distances, error) {
      all = distances;
      orderLine.hidden = averageLine.hidden = !all;
      note.hidden = !error;
      if (error) fill(note, "All distances: ", ...apology(error));
      if (all) {
        order.textContent = grouped(all.order);
        average.textContent = `${Number(all.average).toFixed(2)} ${moves(2)}, median ${all.median}`;
      }
      draw();
    },
  };
}

/** @param {string} text */
const sentence = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}.` : "");
