// @ts-check
/** The bar above every puzzle: instances, files, the link, and the puzzle as TOML. */
import { LARGEST } from "./address.js";
import { button, h } from "./dom.js";

/** @typedef {{ name: string, family: string, title: string, text: string }} Instance */

/**
 * @param {object} options
 * @param {(text: string, name?: string) => void} options.open a puzzle was chosen
 * @param {(error: unknown) => void} options.fail
 * @param {(message: string) => void} options.announce
 * @param {(family: string, options: Record<string, unknown>) => Promise<string>} options.generate
 * @param {import("./main.js").Context["busy"]} options.busy
 */
export function puzzleBar({ open, fail, announce, generate, busy }) {
  /** @type {Instance[]} */
  let all = [];
  let family = "";
  let shown = "";

  const heading = h("h2", { "data-test": "title" });
  const choice = h("select", {
    "data-test": "instances",
    onchange: () => {
      const instance = all.find(({ name }) => name === choice.value);
      if (instance) open(instance.text, instance.name);
    },
  });
  const text = h("textarea", {
    rows: 12,
    spellcheck: false,
    "data-test": "toml",
    "aria-label": "The puzzle as TOML",
  });
  const file = h("input", {
    type: "file",
    accept: ".toml,.txt",
    hidden: true,
    "data-test": "file",
  });
  const details = h(
    "details",
    { class: "toml" },
    h("summary", { "data-test": "toml-summary" }, "As text"),
    h(
      "p",
      { class: "soft" },
      "An instance file for cubegraph. Paste your own, or drop a file on the page.",
    ),
    text,
    h(
      "div",
      { class: "controls" },
      button("Use this text", "toml-use", () => take(text.value), { class: "strong" }),
      button("Open a file…", "open", () => file.click()),
      button("Download", "download", download),
    ),
    file,
  );

  /** @param {string} given */
  function take(given) {
    if (given.length > LARGEST) {
      const size = `${(given.length / 1e6).toFixed(1)} MB`;
      fail(new Error(`This text is too large for a page: ${size}, and at most 1 MB is read here.`));
      return;
    }
    open(given, nameOf(given));
  }

  /** @param {File} given */
  async function read(given) {
    if (given.size > LARGEST) {
      const size = `${(given.size / 1e6).toFixed(1)} MB`;
      fail(
        new Error(`${given.name} is too large for a page: ${size}, and at most 1 MB is read here.`),
      );
      return;
    }
    take(await given.text());
  }

  function download() {
    const url = URL.createObjectURL(new Blob([shown], { type: "application/toml" }));
    h("a", { href: url, download: `${choice.value || family || "puzzle"}.toml` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      announce("The link is on the clipboard.");
      link.textContent = "Copied";
    } catch {
      announce("The link is in the address bar.");
      link.textContent = "It is in the address bar";
    }
    setTimeout(() => {
      link.textContent = "Copy link";
    }, 2000);
  }
  const link = button("Copy link", "copy-link", copy);

  /**
   * The options of the library for a random puzzle of each family.
   * @type {Record<string, () => Record<string, unknown>>}
   */
  const random = {
    insanity: () => ({ cubes: 4 + Math.floor(Math.random() * 3), unique: true }),
    tour: () => ({ grid: "4x4" }),
    picture: () => ({ size: "3x3", scramble: 20 }),
    corner: () => ({}),
  };

  async function surprise() {
    try {
      const controller = new AbortController();
      const options = { ...random[family]?.(), signal: controller.signal };
      open(await busy(generate(family, options), controller));
    } catch (error) {
      fail(error);
    }
  }

  /** The name of the built-in instance with this text. @param {string} given */
  function nameOf(given) {
    return all.find((instance) => instance.text === given)?.name;
  }

  file.addEventListener("change", () => {
    const given = file.files?.[0];
    if (given) void read(given);
    file.value = "";
  });
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const given = event.dataTransfer?.files[0];
    if (!given) return;
    event.preventDefault();
    void read(given);
  });

  const element = h(
    "div",
    {},
    h(
      "div",
      { class: "bar-row" },
      heading,
      h(
        "div",
        { class: "controls" },
        h("label", { class: "pick" }, h("span", { class: "hidden" }, "Built-in puzzles"), choice),
        button("Surprise me", "surprise", surprise),
        link,
      ),
    ),
    details,
  );

  return {
    element,
    nameOf,
    /** @param {Instance[]} instances */
    list(instances) {
      all = instances;
    },
    /**
     * @param {string} nextFamily @param {string} toml
     * @param {string} name of a built-in instance @param {string} title
     */
    show(nextFamily, toml, name, title) {
      shown = toml;
      text.value = toml;
      heading.textContent = title || "Your own puzzle";
      if (family !== nextFamily) {
        family = nextFamily;
        const own = all.filter((instance) => instance.family === family);
        choice.replaceChildren(
          h("option", { value: "" }, "Your own puzzle"),
          ...own.map((instance) => h("option", { value: instance.name }, instance.title)),
        );
      }
      choice.value = name;
    },
  };
}
