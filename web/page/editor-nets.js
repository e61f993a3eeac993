// @ts-check
/** The editor of a set of cubes: a palette, a net for each cube to paint, or words to type. */
import { fill, h, rove, set, textOn } from "./dom.js";
import { BLANK, PLACES } from "./insanity-model.js";
import { marksOf, paintsOf } from "./insanity-paint.js";

/** @typedef {import("./insanity-model.js").Puzzle} Puzzle */

/** More nets than this are no help; the words remain. */
const MOST = 40;

/** Where the faces lie in the cross: column and row, in the order of `PLACES`. */
const CELLS = [
  [1, 2],
  [2, 2],
  [3, 2],
  [4, 2],
  [2, 1],
  [2, 3],
];

/** The axis of each face: left/right, front/back, top/bottom. */
const AXIS = [0, 1, 0, 1, 2, 2];

/**
 * @param {object} options
 * @param {(puzzle: Puzzle) => void} options.change the reader has painted
 * @param {(words: string[]) => void} options.type the reader has typed cubes as words
 */
export function netEditor({ change, type }) {
  /** @type {Puzzle} */
  let puzzle = { title: "", cubes: [], paints: {} };
  let brush = "";
  /** Colours that are in the palette but on no cube. @type {string[]} */
  let extra = [];
  /** @type {HTMLButtonElement[][]} */
  let buttons = [];
  let painting = false;

  const palette = h("div", { class: "palette", role: "group", "aria-label": "Paint" });
  const nets = h("div", { class: "nets" });
  const name = h("input", { type: "text", maxlength: 30, "data-test": "colour-name", size: 10 });
  const paint = h("input", { type: "color", "data-test": "colour-paint" });
  const words = h("input", {
    type: "text",
    class: "words",
    spellcheck: false,
    autocapitalize: "characters",
    placeholder: "AEDDEA BBCBDC ADBDCA",
    "data-test": "words",
    "aria-describedby": "words-help",
  });
  const fewer = h("button", { type: "button", "data-test": "remove-cube" }, "Remove the last");
  const element = h(
    "div",
    { class: "net-editor" },
    palette,
    h(
      "div",
      { class: "controls colour-form" },
      h("label", {}, "Name ", name),
      h("label", {}, "Paint ", paint),
      h("button", { type: "button", "data-test": "add-colour", onclick: addColour }, "New colour"),
    ),
    nets,
    h(
      "div",
      { class: "controls" },
      h("button", { type: "button", "data-test": "add-cube", onclick: addCube }, "Add a cube"),
      fewer,
      h("button", { type: "button", "data-test": "blank", onclick: blank }, "Four blank cubes"),
    ),
    h("label", { class: "block" }, "Or type the cubes", words),
    h(
      "p",
      { class: "soft small", id: "words-help" },
      "Six letters each: left, front, right, back, top, bottom. ",
      "Or pairs of opposite faces: GW,BW,BR.",
    ),
  );

  function addColour() {
    const names = [...paintsOf(puzzle, extra).keys()];
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const short = names.every((each) => each.length === 1);
    const usual = ["red", "blue", "green", "white", "yellow", "orange", "purple", "black"];
    const fresh = [...(short ? letters : usual), ...letters].find((each) => !names.includes(each));
    brush = fresh ?? `colour ${names.length + 1}`;
    extra.push(brush);
    render();
    name.focus();
    name.select();
  }

  function addCube() {
    const names = [...paintsOf(puzzle, extra).keys()];
    const faces = PLACES.map((_, index) => names[index % names.length] ?? "A");
    change({ ...puzzle, cubes: [...puzzle.cubes, { faces, pairs: false }] });
  }

  /** Cubes to be painted from the beginning, and four paints for them. */
  function blank() {
    extra = ["red", "blue", "green", "yellow"];
    brush = "red";
    const faces = PLACES.map(() => BLANK);
    const cubes = [1, 2, 3, 4].map(() => ({ faces, pairs: false }));
    change({ title: "", cubes, paints: { [BLANK]: "#ffffff" } });
  }

  fewer.addEventListener("click", () => {
    change({ ...puzzle, cubes: puzzle.cubes.slice(0, -1) });
  });

  /** @param {number} cube @param {number} face */
  function dab(cube, face) {
    if (!brush || puzzle.cubes[cube].faces[face] === brush) return;
    const cubes = puzzle.cubes.map(({ faces, pairs }, index) => ({
      faces: faces.map((old, at) => (index === cube && at === face ? brush : old)),
      pairs,
    }));
    const shade = paintsOf(puzzle, extra).get(brush) ?? "#ffffff";
    const keep = puzzle.paints[brush] ? {} : extra.includes(brush) ? { [brush]: shade } : {};
    puzzle = { ...puzzle, cubes, paints: { ...puzzle.paints, ...keep } };
    render();
    change(puzzle);
  }

  name.addEventListener("change", () => {
    const next = name.value.trim();
    const taken = paintsOf(puzzle, extra).has(next);
    if (next === "" || next === brush || taken) {
      name.value = brush;
      return;
    }
    /** @param {string} old */
    const renamed = (old) => (old === brush ? next : old);
    extra = extra.map(renamed);
    const used = puzzle.cubes.some(({ faces }) => faces.includes(brush));
    const cubes = puzzle.cubes.map(({ faces, pairs }) => ({ faces: faces.map(renamed), pairs }));
    const { [brush]: old, ...paints } = puzzle.paints;
    puzzle = { ...puzzle, cubes, paints: old ? { ...paints, [next]: old } : paints };
    brush = next;
    render();
    if (used) change(puzzle);
  });
  paint.addEventListener("change", () => {
    puzzle = { ...puzzle, paints: { ...puzzle.paints, [brush]: paint.value } };
    render();
    if (puzzle.cubes.some(({ faces }) => faces.includes(brush))) change(puzzle);
  });

  let timer = 0;
  words.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const list = words.value.trim().split(/\s+/).filter(Boolean);
      if (list.length === 0) return;
      extra = [];
      type(list);
    }, 350);
  });
  // Dragging over faces paints them all.
  nets.addEventListener("pointerdown", () => {
    painting = true;
  });
  addEventListener("pointerup", () => {
    painting = false;
  });

  const refreshPalette = rove(palette, "button");

  function renderPalette() {
    const paints = paintsOf(puzzle, extra);
    const old = [...palette.children].map((each) => each.textContent).join("\n");
    if (old !== [...paints.keys()].join("\n")) {
      fill(
        palette,
        ...[...paints.keys()].map((each) =>
          h(
            "button",
            {
              type: "button",
              class: "paint",
              "data-test": `paint-${each}`,
              onclick: () => {
                brush = each;
                render();
              },
            },
            h("i", { "aria-hidden": "true" }),
            each,
          ),
        ),
      );
    }
    [...paints].forEach(([each, shade], index) => {
      const button = palette.children[index];
      set(button, { "aria-pressed": String(each === brush), style: { "--paint": shade } });
    });
    refreshPalette();
    if (document.activeElement !== name) name.value = brush;
    paint.value = paints.get(brush) ?? "#ffffff";
  }

  function build() {
    buttons = puzzle.cubes.map((_, cube) =>
      CELLS.map(([column, row], face) =>
        h("button", {
          type: "button",
          style: { "grid-area": `${row} / ${column}` },
          "data-edges": `${cube + 1}-${AXIS[face]}`,
          "data-test": `net-${cube + 1}-${PLACES[face]}`,
          onclick: () => dab(cube, face),
          onpointerenter: () => painting && dab(cube, face),
        }),
      ),
    );
    fill(
      nets,
      ...buttons.map((faces, cube) => {
        const number = h("span", { class: "number" }, `cube ${cube + 1}`);
        const label = { role: "group", "aria-label": `Net of cube ${cube + 1}` };
        const net = h("div", { class: "net", "data-cube": cube + 1, ...label }, number, faces);
        rove(net, "button");
        return net;
      }),
    );
  }

  function render() {
    const paints = paintsOf(puzzle, extra);
    if (!paints.has(brush)) brush = [...paints.keys()][0] ?? "";
    renderPalette();
    const many = puzzle.cubes.length > MOST;
    if (many) {
      buttons = [];
      fill(nets, h("p", { class: "soft" }, `${puzzle.cubes.length} cubes: edit them as text.`));
    } else if (buttons.length !== puzzle.cubes.length || buttons.length === 0) build();
    const marks = marksOf([...paints.keys()]);
    buttons.forEach((faces, cube) => {
      const { faces: names, pairs } = puzzle.cubes[cube];
      faces.forEach((button, face) => {
        const shade = paints.get(names[face]) ?? "#ffffff";
        button.textContent = marks.get(names[face]) ?? "";
        set(button, {
          "aria-label": `Cube ${cube + 1}, ${PLACES[face]}: ${names[face]}`,
          style: { background: shade, color: textOn(shade) },
        });
      });
      const number = faces[0].parentElement?.querySelector(".number");
      if (number) number.textContent = `cube ${cube + 1}${pairs ? " or its mirror" : ""}`;
    });
    fewer.disabled = puzzle.cubes.length < 2;
  }

  return {
    element,
    /** @param {Puzzle} next */
    show(next) {
      const used = new Set(next.cubes.flatMap(({ faces }) => faces));
      if (next.cubes.length === 0) return;
      extra = extra.filter((each) => !used.has(each));
      puzzle = next;
      render();
      if (document.activeElement === words) return;
      const letters = [...used].every((each) => [...each].length === 1);
      words.value = letters ? next.cubes.map(written).join(" ") : "";
    },
  };
}

/** A cube as a word. @param {import("./insanity-model.js").Cube} cube */
function written({ faces, pairs }) {
  if (!pairs) return faces.join("");
  const [left, front, right, back, top, bottom] = faces;
  return `${top}${bottom},${left}${right},${front}${back}`;
}
