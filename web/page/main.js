// @ts-check
/**
 * The shell of the workshop: four families as tabs, the puzzle in the address, as TOML and in the
 * list of instances, errors, and the button that stops a search.
 *
 * # What a family module is
 * `insanity.js`, `tour.js`, `picture.js` and `corner.js` each export
 * `mount(host: HTMLElement, context: Context): Family`. `host` is empty and belongs to the module.
 * The shell mounts a family when its tab is opened for the first time and keeps it. It calls
 * `show(text, json)` whenever the puzzle has changed: `text` is the TOML of an instance that the
 * library has accepted, `json` the same puzzle as JSON (the keys of an instance file). A module
 * that edits the puzzle calls `context.change(toml)`; the shell then asks the library, updates
 * address, TOML and title, and calls `show` of that module with the accepted text (so `show` must
 * not throw away what the reader is typing when the text is the one it has just sent). Where the
 * library refuses the text, the shell shows the error and `show` is not called.
 *
 * @typedef {object} Context
 * @property {import("./api.js").Cubegraph} cubegraph the library; `window.cubegraph` is the same
 * @property {(message: string) => void} announce says something to screen readers
 * @property {(toml: string) => void} change the editor has a new puzzle
 * @property {<T>(promise: Promise<T>, controller?: AbortController) => Promise<T>} busy shows that
 *   something is being computed until `promise` settles, and returns it; the Stop button aborts
 *   `controller`, whose signal was given to the library
 * @property {(error: unknown) => void} fail shows an error to the reader (with line, column and the
 *   command that does it on a machine); errors of kind "interrupted" are ignored
 * @property {() => boolean} reducedMotion whether to leave animations out
 *
 * @typedef {object} Family
 * @property {(text: string, json: any) => void} show
 * @property {() => void} dispose
 */
