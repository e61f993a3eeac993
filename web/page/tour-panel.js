/** What is said beside the board: the sum, what can still be had, the extremes, and all sums. */

import { fill, grouped, h } from "./dom.js";
import { histogram } from "./histogram.js";
import { apology } from "./tour-controls.js";

/** @typedef {import("./tour-model.js").Game} Game */
/** @typedef {{ sum: number, tours?: number, start: [number, number], die: import("./tour-model.js").Die, moves: string, proved?: boolean }} Extreme */
/** @typedef {{ max: Extreme | null, min: Extreme | null, why?: string }} Answer */

/** @param {number} count */
const tours = (count) => `${grouped(count)} tour${count === 1 ? "" : "s"}`;

export function panel() {
  const sum = h("output", { class: "figure-large", "data-test": "tour-sum", "aria-live": "off" });
  const progress = h("span", { class: "soft", "data-test": "tour-progress" });
  const verdict = h("p", { class: "verdict", "data-test": "tour-verdict" });
  const ahead = h("p", { class: "soft", "data-test": "tour-ahead" });
  const best = h("dd", { "data-test": "tour-best" });
  const least = h("dd", { "data-test": "tour-least" });
  const count = h("dd", { "data-test": "tour-count" });
  const figures = h(
    "dl",
    { class: "figures" },
    h("div", {}, h("dt", {}, "best"), best),
    h("div", {}, h("dt", {}, "least"), least),
    h("div", {}, h("dt", {}, "tours"), count),
  );
  const reason = h("p", { class: "reason", "data-test": "tour-why", hidden: true });
  const chart = h("figure", { class: "chart", hidden: true });
  const now = h(
    "div",
    { class: "card now" },
    h("div", { class: "sum-line" }, h("span", {}, "Sum"), sum, progress),
    verdict,
    ahead,
  );
  const known = h(
    "div",
    { class: "card" },
    h("h3", {}, "What the graph knows"),
    figures,
    reason,
    chart,
  );
  /** @type {{ sums: number[], counts: (number | bigint)[] } | null} */
  let spread = null;
  let mark = Number.NaN;

  const drawChart = () => {
    chart.hidden = !spread || spread.sums.length < 2;
    if (!spread || chart.hidden) return;
    const [first, last] = [spread.sums[0], spread.sums[spread.sums.length - 1]];
    if (last - first > 400) {
      chart.hidden = true;
      return;
    }
    const found = new Map(spread.sums.map((value, index) => [value, spread?.counts[index] ?? 0]));
    const counts = Array.from({ length: last - first + 1 }, (_, k) => found.get(first + k) ?? 0);
    const label = `How many tours have which sum, from ${first} to ${last}`;
    const here = Number.isNaN(mark) ? null : mark;
    fill(chart, histogram({ counts, first, mark: here, label, caption: "tours by their sums" }));
  };

  return {
    now,
    known,
    /** @param {Game} game */
    show(game) {
      const { state, why } = game.verdict();
      sum.textContent = grouped(game.sum);
      progress.textContent = `${game.visited} of ${game.free} cells`;
      verdict.textContent = why;
      verdict.dataset.state = state;
      const next = state === "won" ? game.sum : Number.NaN;
      if (!Object.is(next, mark)) {
        mark = next;
        drawChart();
      }
    },
    /** What can still be had from here. @param {string} text */
    ahead(text) {
      ahead.textContent = text;
    },
    /** Forgets what was known of another puzzle. */
    wait() {
      for (const place of [best, least, count]) place.textContent = "…";
      reason.hidden = true;
      chart.hidden = true;
      spread = null;
    },
    /** @param {Answer} answer */
    answer({ max, min, why }) {
      /** @param {Extreme | null} extreme */
      const says = (extreme) => {
        if (!extreme) return ["none"];
        const more = [extreme.proved === false ? "not proved" : "proved"];
        if (Number.isSafeInteger(extreme.tours)) more.push(tours(extreme.tours ?? 0));
        return [
          h("b", {}, grouped(extreme.sum)),
          h("span", { class: "soft" }, ` ${more.join(", ")}`),
        ];
      };
      fill(best, ...says(max));
      fill(least, ...says(min));
      reason.hidden = max !== null || min !== null;
      if (!max && !min) {
        count.textContent = "0";
        fill(reason, h("b", {}, "No tour: "), why ?? "every start leads to a dead end");
      }
    },
    /** @param {unknown} error */
    unknown(error) {
      for (const place of [best, least]) place.textContent = "not known";
      reason.hidden = false;
      fill(reason, ...apology(error));
    },
    /**
     * How many tours there are, and how they spread over the sums, from the JSON text: a count may
     * have more digits than a number of the page.
     * @param {string | null} text
     */
    count(text) {
      if (text === null) {
        count.textContent = "not counted here";
        return;
      }
      /** @type {Record<string, number>} */
      const distribution = JSON.parse(text).distribution ?? {};
      const entries = Object.entries(distribution)
        .map(([key, value]) => /** @type {[number, number]} */ ([Number(key), value]))
        .sort(([a], [b]) => a - b);
      const sum = entries.reduce((total, [, value]) => total + value, 0);
      count.textContent = grouped(sum || (/"tours":\s*(\d+)/.exec(text)?.[1] ?? 0));
      spread = { sums: entries.map(([key]) => key), counts: entries.map(([, value]) => value) };
      drawChart();
    },
  };
}
