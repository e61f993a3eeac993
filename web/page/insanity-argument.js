// @ts-check
/**
 * The argument of the library, with its words bound to the picture: an edge that is mentioned
 * lights up in the graph, in the nets and in the tower, and the other way round.
 */
import { h } from "./dom.js";

/** @typedef {import("./insanity-model.js").Edge} Edge */
/** @typedef {Map<string, string[]>} Factors the keys of the edges of F1, F2, … */

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** @param {Edge[]} edges @param {number} cube @param {string} one @param {string} other */
function keysOf(edges, cube, one, other) {
  return edges
    .filter(
      ({ cube: own, ends: [a, b] }) =>
        own === cube && ((a === one && b === other) || (a === other && b === one)),
    )
    .map(({ key }) => key);
}

/**
 * @param {string} explanation of the library
 * @param {Edge[]} edges @param {string[]} names
 * @param {{ useFactor: (keys: string[]) => void }} options
 * @returns {{ element: HTMLElement, factors: Factors, sections: Map<string, string[]> }}
 */
export function argument(explanation, edges, names, { useFactor }) {
  const name = `(?:${[...names]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|")})`;
  const chain = new RegExp(`(${name}) —(\\d+)(?:—|→) (?=(${name}))`, "y");
  const mention = new RegExp(`(${name})–(${name})( of cube (\\d+))?`, "y");
  const cubesList = /cubes? (\d+(?:, \d+)*)/y;
  const factorName = /F\d+\b/y;
  /** @type {Factors} */
  const factors = new Map();
  /** @type {Map<string, string[]>} */
  const sections = new Map();

  /** @param {string} text @param {string[]} keys */
  const linked = (text, keys) =>
    h("span", { class: "link", tabindex: 0, "data-edges": keys.join(" ") }, text);

  /** @param {string} line */
  function words(line) {
    /** @type {(Node | string)[]} */
    const parts = [];
    let plain = "";
    const flush = () => {
      if (plain) parts.push(plain);
      plain = "";
    };
    /** @param {Node} node */
    const push = (node) => {
      flush();
      parts.push(node);
    };
    const head = /^(cube (\d+)): /.exec(line);
    for (let at = 0; at < line.length; ) {
      /** @param {RegExp} pattern */
      const match = (pattern) => {
        pattern.lastIndex = at;
        return pattern.exec(line);
      };
      const boundary = at === 0 || !/[\p{L}\d]/u.test(line[at - 1]);
      const link = match(chain);
      const pair = boundary ? match(mention) : null;
      const list = boundary ? match(cubesList) : null;
      const factor = boundary ? match(factorName) : null;
      if (boundary && link) {
        plain += `${link[1]} `;
        const token = link[0].slice(link[1].length + 1, -1);
        push(linked(token, keysOf(edges, Number(link[2]), link[1], link[3])));
        plain = " ";
        at += link[0].length;
      } else if (pair && (pair[4] || head)) {
        const cube = Number(pair[4] ?? head?.[2]);
        push(linked(pair[0], keysOf(edges, cube, pair[1], pair[2])));
        at += pair[0].length;
      } else if (list) {
        const cubes = list[1].split(", ").map(Number);
        const keys = edges.filter(({ cube }) => cubes.includes(cube)).map(({ key }) => key);
        push(linked(list[0], keys));
        at += list[0].length;
      } else if (factor && factors.has(factor[0])) {
        push(linked(factor[0], factors.get(factor[0]) ?? []));
        at += factor[0].length;
      } else {
        plain += line[at];
        at += 1;
      }
    }
    flush();
    return parts;
  }

  /** Notes the edges of a line `F1 = …`. @param {string} line */
  function define(line) {
    const head = /^(F\d+) = /.exec(line);
    if (!head) return null;
    const keys = [];
    const anywhere = new RegExp(chain.source, "g");
    for (const found of line.matchAll(anywhere)) {
      keys.push(...keysOf(edges, Number(found[2]), found[1], found[3]).slice(0, 1));
    }
    factors.set(head[1], keys);
    return keys;
  }

  const element = h("div", { class: "argument", "data-test": "argument" });
  /** @type {HTMLElement | null} */
  let list = null;
  let title = "";
  for (const line of unwrapped(explanation)) {
    if (!line.startsWith("  ")) {
      title = line.trim();
      sections.set(title, []);
      list = h("div", { class: "argument-step" });
      element.append(h("h4", {}, title), list);
      continue;
    }
    const text = line.trim();
    sections.get(title)?.push(text);
    const keys = define(text);
    // A line that announces others stays with them.
    const paragraph = h("p", { class: text.endsWith(":") ? "opens" : null }, words(text));
    if (keys) {
      const use = { type: "button", class: "mini", onclick: () => useFactor(keys) };
      paragraph.append(" ", h("button", use, "use"));
      paragraph.lastElementChild?.setAttribute("aria-label", `Use ${text.split(" ")[0]}`);
    }
    list?.append(paragraph);
  }
  return { element, factors, sections };
}

/**
 * The lines of a text, with sentences that were broken in two put together.
 * @param {string} text
 */
function unwrapped(text) {
  /** @type {string[]} */
  const lines = [];
  for (const line of text.split("\n")) {
    const last = lines.at(-1) ?? "";
    const goesOn = /^ {2}\p{Ll}/u.test(line) && !/^ {2}(cube \d+:|front →|left →)/.test(line);
    if (goesOn && /^ {2}\p{Lu}.*[^.:]$/u.test(last))
      lines[lines.length - 1] = `${last} ${line.trim()}`;
    else lines.push(line);
  }
  return lines.filter((line) => line.trim() !== "");
}
