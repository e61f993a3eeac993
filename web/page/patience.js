// @ts-check
/**
 * The library as the families see it: every question can be dropped from outside.
 *
 * Questions are answered one after the other. When the reader moves on, what is still being
 * computed for the last puzzle must not keep the next one waiting, whichever module asked for it.
 */

/** @typedef {typeof import("./api.js").cubegraph} Cubegraph */

/**
 * @param {Cubegraph} cubegraph
 * @returns {{ cubegraph: Cubegraph, drop: () => void }} `drop` interrupts all open questions
 */
export function droppable(cubegraph) {
  let life = new AbortController();
  /** @param {any} options */
  const tied = (options) => {
    const signals = [life.signal, ...(options?.signal ? [options.signal] : [])];
    return { ...options, signal: AbortSignal.any(signals) };
  };
  const wrapped = /** @type {Record<string, any>} */ ({});
  for (const [name, ask] of Object.entries(/** @type {Record<string, any>} */ (cubegraph))) {
    wrapped[name] =
      name === "check"
        ? (/** @type {any} */ text, /** @type {any} */ answer, /** @type {any} */ options) =>
            ask.call(cubegraph, text, answer, tied(options))
        : (/** @type {any} */ text, /** @type {any} */ options) =>
            ask.call(cubegraph, text, tied(options));
  }
  return {
    cubegraph: /** @type {Cubegraph} */ (wrapped),
    drop() {
      const old = life;
      life = new AbortController();
      old.abort();
    },
  };
}
