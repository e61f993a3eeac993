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
 * @property {typeof import("./api.js").cubegraph} cubegraph the library
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
import { decode, encode } from "./address.js";
import { cubegraph } from "./api.js";
import { mount as corner } from "./corner.js";
import { h, reducedMotion } from "./dom.js";
import { puzzleBar } from "./editor-toml.js";
import { mount as insanity } from "./insanity.js";
import { droppable } from "./patience.js";
import { mount as picture } from "./picture.js";
import { offerThemes, unfoldInPrint } from "./surroundings.js";
import { mount as tour } from "./tour.js";

/** @typedef {"insanity" | "tour" | "picture" | "corner"} Name */

/**
 * @typedef {object} Entry
 * @property {string} title
 * @property {string} first the instance that is shown at first
 * @property {(host: HTMLElement, context: Context) => Family} mount
 */

/** @type {Record<Name, Entry>} */
const FAMILIES = {
  insanity: { title: "Instant Insanity", first: "starter", mount: insanity },
  tour: { title: "Rolling die", first: "3x3", mount: tour },
  picture: { title: "Picture cubes", first: "3x2", mount: picture },
  corner: { title: "Corner cube", first: "van-kreveld", mount: corner },
};

/** @param {string} id */
function find(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** What each family shows, so that a tab keeps its puzzle. @type {Partial<Record<Name, string>>} */
const texts = {};
/** @type {Partial<Record<Name, Family>>} */
const mounted = {};
/** @type {Name} */
let current = "insanity";
/** Counts changes, so that an answer to an older one is dropped. */
let version = 0;
/** What the address says now, so that our own change of it is not taken for a link. */
let written = "";

/** @type {Set<AbortController | undefined>} */
const running = new Set();

/** @type {Context["busy"]} */
function busy(promise, controller) {
  const token = controller ?? new AbortController();
  running.add(token);
  // Answers that come at once need no sign that they are on their way.
  const timer = setTimeout(() => {
    find("busy").hidden = running.size === 0;
  }, 250);
  const settled = () => {
    clearTimeout(timer);
    running.delete(token);
    if (running.size === 0) find("busy").hidden = true;
  };
  promise.then(settled, settled);
  return promise;
}

/** @param {string} message */
function announce(message) {
  find("live").textContent = message;
}

/** @param {any} error */
function fail(error) {
  if (error?.kind === "interrupted" || error?.name === "AbortError") return;
  const place = error?.line ? ` (line ${error.line}, column ${error.column})` : "";
  const box = find("error");
  const message = String(error?.message ?? error).replace(/^the text:\d+:\d+: /, "");
  const summary = message.slice(0, 2000) + place;
  box.replaceChildren(h("p", { class: "pre" }, summary));
  if (error?.command) {
    box.append(h("p", {}, "On a machine: ", h("code", {}, String(error.command))));
  }
  box.hidden = false;
}

function forgive() {
  find("error").hidden = true;
}

const library = droppable(cubegraph);

/** @type {Context} */
const context = { cubegraph: library.cubegraph, announce, change, busy, fail, reducedMotion };

/** The instances on board, by name. @type {Map<string, import("./editor-toml.js").Instance>} */
const instances = new Map();
const ready = cubegraph.instances().then((all) => {
  for (const instance of all) instances.set(instance.name, instance);
});

const bar = puzzleBar({
  open: (text, name) => open(text, name),
  fail,
  announce,
  generate: (family, options) => cubegraph.generate(family, options),
  busy,
});

/**
 * Shows a tab. @param {Name} name @param {boolean} [focus]
 */
function select(name, focus = false) {
  current = name;
  for (const [key, { title }] of Object.entries(FAMILIES)) {
    const tab = find(`tab-${key}`);
    const chosen = key === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    if (chosen && focus) tab.focus();
    find(`panel-${key}`).hidden = !chosen;
    if (chosen) document.title = `${title} · cubegraph workshop`;
  }
  mounted[name] ??= FAMILIES[name].mount(find(`panel-${name}`), context);
}

/**
 * Takes a text from outside or from an editor: asks the library, and shows it.
 * @param {string} text @param {string} [name] of a built-in instance
 */
async function open(text, name) {
  version += 1;
  const mine = version;
  // Questions are answered one after the other: what takes long and is out of date has to go.
  const impatience = setTimeout(abort, 300);
  try {
    const { family, title, toml, json } = await cubegraph.canonical(text);
    clearTimeout(impatience);
    if (mine !== version) return;
    forgive();
    const key = /** @type {Name} */ (family);
    if (!(key in FAMILIES)) throw new Error(`there is no family ${family}`);
    const shown = name ? text : toml;
    texts[key] = shown;
    select(key);
    bar.show(key, shown, name ?? "", title ?? "");
    mounted[key]?.show(shown, json);
    await remember(shown, name, mine);
  } catch (error) {
    clearTimeout(impatience);
    if (mine === version) fail(error);
  }
}

/** Stops whatever is being computed. */
function abort() {
  for (const controller of running) controller?.abort();
  library.drop();
}

/** @param {string} toml */
function change(toml) {
  void open(toml);
}

/**
 * Puts the puzzle into the address. @param {string} text @param {string | undefined} name
 * @param {number} mine
 */
async function remember(text, name, mine) {
  const code = `#${name ? `@${name}` : await encode(text)}`;
  if (mine !== version) return;
  written = code;
  history.replaceState(null, "", code);
}

/** Opens what the address says; without a puzzle in it, the first instance of a family. */
async function follow() {
  if (location.hash === written && written !== "") return;
  version += 1;
  const mine = version;
  try {
    const [found] = await Promise.all([decode(location.hash), ready]);
    if (mine !== version) return;
    if (found === null) {
      if (!mounted[current]) await begin(current);
      return;
    }
    if ("text" in found) return await open(found.text);
    const instance = instances.get(found.name);
    if (!instance) throw new Error(`there is no instance ${found.name.slice(0, 60)}`);
    await open(instance.text, found.name);
  } catch (error) {
    if (mine !== version) return;
    const why = error instanceof Error ? error.message : "it cannot be read";
    if (!mounted[current]) await begin(current);
    fail(new Error(`The address carries no puzzle: ${why}.`));
  }
}

/**
 * Opens a family as it was left. Who clicks before the library is there is served once it is.
 * @param {Name} name
 */
async function begin(name) {
  await ready;
  const text = texts[name];
  if (text !== undefined) return open(text, bar.nameOf(text));
  const instance = instances.get(FAMILIES[name].first);
  if (instance) await open(instance.text, instance.name);
}

function makeTabs() {
  const names = /** @type {Name[]} */ (Object.keys(FAMILIES));
  for (const name of names) {
    const tab = h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `panel-${name}`,
        "data-test": `tab-${name}`,
        onclick: () => begin(name),
      },
      FAMILIES[name].title,
    );
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = names[(names.indexOf(name) + step + names.length) % names.length];
      select(next, true);
      void begin(next);
    });
    find("tabs").append(tab);
    const panel = { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` };
    find("families").append(h("section", { ...panel, class: `family ${name}`, hidden: true }));
  }
}

async function start() {
  makeTabs();
  find("bar").append(bar.element);
  const waiting = h("p", { class: "hint" }, "Loading the library…");
  find("families").before(waiting);
  offerThemes();
  find("stop").addEventListener("click", () => {
    abort();
    announce("Stopped.");
  });
  addEventListener("hashchange", follow);
  unfoldInPrint(".prints");
  try {
    await ready.finally(() => waiting.remove());
    bar.list([...instances.values()]);
    find("bar").hidden = false;
    await follow();
  } catch (error) {
    fail(error);
  }
}

void start();
