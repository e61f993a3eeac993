/** What can still be had in the middle of a game. */

/** @typedef {import("./tour-model.js").Game} Game */

/** Seconds for one question: a hint that comes late is none. */
const SECONDS = 4;

/**
 * The best and the least sum with which the game can still end, in words; nothing where the library
 * cannot say in time.
 * @param {typeof import("./api.js").cubegraph} cubegraph
 * @param {Game} game
 * @param {string[]} texts what is left to do, as puzzles
 * @param {AbortSignal} signal
 */
export async function ahead(cubegraph, game, texts, signal) {
  const base = game.sum - game.top;
  let [best, least] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  try {
    for (const text of texts) {
      const { max, min } = await cubegraph.solve(text, { time: SECONDS, signal });
      best = Math.max(best, max?.sum ?? best);
      least = Math.min(least, min?.sum ?? least);
    }
  } catch {
    return "";
  }
  if (!Number.isFinite(best)) return "No tour can be completed from here: take a roll back.";
  if (best === least) return `From here every tour ends with ${base + best}.`;
  return `From here the sum ends between ${base + least} and ${base + best}.`;
}
