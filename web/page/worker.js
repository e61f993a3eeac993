// The worker: holds the module and answers one question after the other.
// The build puts wasm-bindgen's glue, which defines `wasm_bindgen`, in front of this file.

/** What the module cannot do by itself. */
const host = {
  now: () => performance.now(),
  /** @param {string} text */
  progress: (text) => postMessage({ progress: text }),
  /** @param {string} message */
  panicked: (message) => {
    lastWords = message;
  },
};
let lastWords = "";
Object.assign(globalThis, { host });

/** @param {unknown} error */
function refusal(error) {
  if (typeof error === "string") {
    return JSON.parse(error);
  }
  // A module that is out of memory stops without a word; one with a mistake of ours says it first.
  const message = lastWords || "the page has no more memory for this";
  return { kind: lastWords ? "internal" : "too-large", message, fatal: true };
}

self.onmessage = ({ data }) => {
  if (data.module) {
    wasm_bindgen.initSync({ module: data.module });
    postMessage({ ready: true });
    return;
  }
  try {
    postMessage({ answer: wasm_bindgen.run(data.command, data.text, data.options) });
  } catch (error) {
    postMessage({ refused: refusal(error) });
  }
};
