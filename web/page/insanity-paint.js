// @ts-check
/** The paint of colours: what the puzzle says, what the name says, or one that stands out. */
import { colours } from "./insanity-model.js";

/** Okabe and Ito's colours, then darker, then lighter ones. */
const PALETTE = [
  ...["#e69f00", "#0072b2", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#f0e442"],
  ...["#7e5700", "#003f62", "#005740", "#70435c", "#753400", "#2f6380", "#847d24"],
  ...["#f2cf80", "#80b8d8", "#80ceb9", "#e6bcd3", "#eaae80", "#aad9f4", "#f7f1a0"],
];

/** @type {Record<string, string>} */
const INITIALS = {
  R: "red",
  O: "orange",
  Y: "yellow",
  G: "green",
  B: "blue",
  P: "purple",
  V: "violet",
  W: "white",
  K: "black",
};

/** The usual shades where those of CSS are garish. @type {Record<string, string>} */
const SHADES = {
  red: "#d62728",
  green: "#2ca02c",
  blue: "#1f4fbf",
  yellow: "#f0c808",
  orange: "#f28e2b",
  purple: "#8e44ad",
  white: "#ffffff",
  black: "#202020",
};

/** @param {string} name @returns {string | null} `#rrggbb` of a colour that CSS knows by name */
function named(name) {
  const word = name.toLowerCase();
  if (SHADES[word]) return SHADES[word];
  if (!/^[a-z]{3,30}$/.test(word) || !CSS.supports("color", word)) return null;
  const probe = document.createElement("span");
  probe.style.color = word;
  document.body.append(probe);
  const parts = getComputedStyle(probe).color.match(/\d+/g)?.slice(0, 3);
  probe.remove();
  if (parts?.length !== 3) return null;
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}

/**
 * `#rrggbb` of every colour of the puzzle and of `extra` ones that are on no cube yet.
 * @param {import("./insanity-model.js").Puzzle} puzzle
 * @param {string[]} [extra]
 * @returns {Map<string, string>}
 */
export function paintsOf(puzzle, extra = []) {
  const names = [...new Set([...colours(puzzle), ...extra])];
  const initials = names.every((name) => name in INITIALS);
  /** @type {Map<string, string>} */
  const paints = new Map();
  for (const name of names) {
    const paint = puzzle.paints[name] ?? named(initials ? INITIALS[name] : name);
    if (paint) paints.set(name, paint.toLowerCase());
  }
  const taken = new Set(paints.values());
  const free = PALETTE.filter((paint) => !taken.has(paint));
  let next = 0;
  for (const name of names) {
    if (paints.has(name)) continue;
    paints.set(name, free[next % free.length] ?? "#ffffff");
    next += 1;
  }
  return new Map(names.map((name) => [name, paints.get(name) ?? "#ffffff"]));
}

/**
 * A short mark for each colour that tells it apart from the others, for small faces.
 * @param {string[]} names
 * @returns {Map<string, string>}
 */
export function marksOf(names) {
  return new Map(
    names.map((name) => {
      const letters = [...name];
      for (let length = 1; length < Math.min(letters.length, 3); length += 1) {
        const mark = letters.slice(0, length).join("").toLowerCase();
        if (names.filter((other) => other.toLowerCase().startsWith(mark)).length === 1) {
          return [name, letters.slice(0, length).join("").toUpperCase()];
        }
      }
      return [name, letters.slice(0, 3).join("")];
    }),
  );
}
