// @ts-check
/** The tower: cubes in three dimensions, and its four sides as flat strips. */
import { cube as makeCube, SIDES, stage } from "./cube.js";
import { fill, h, set, textOn } from "./dom.js";

/** @typedef {import("./cube.js").Side} Side */

/** The edge that is front and back, and the one that is left and right. */
/** @typedef {{ front?: string, left?: string }} Keys */

/** @type {Side[]} */
const STRIPS = ["front", "right", "back", "left"];

const MEANING =
  "Quarter turns from how each was given. Up: the front comes to the top; down: the top comes to " +
  "the front; left and right: the top goes there; clockwise: the front goes to the left.";

export function towerView() {
  const view = stage({ label: "The tower", x: -18, y: -36 });
  view.element.dataset.test = "tower";
  view.element.classList.add("tower");
  const strips = h("table", { class: "strips", "data-test": "strips" });
  const turning = h("ol", { class: "turning", "data-test": "turning" });
  const region = { class: "scroll", role: "region", tabindex: 0, "aria-label": "The four sides" };
  const element = h("div", { class: "tower-box" }, view.element, h("div", region, strips), turning);
  /** @type {ReturnType<typeof makeCube>[]} */
  let cubes = [];

  /** @param {number} count */
  function build(count) {
    const size = Math.max(15, Math.min(74, Math.floor(430 / count) - 3));
    const gap = size > 30 ? 4 : 1;
    view.scene.replaceChildren();
    view.scene.style.setProperty("--height", `${count * (size + gap)}px`);
    view.element.style.setProperty("--tower", `${count * (size + gap) + size * 1.2 + 30}px`);
    cubes = Array.from({ length: count }, (_, index) => {
      const one = makeCube({ size });
      one.place(0, (index - (count - 1) / 2) * (size + gap), 0);
      one.element.dataset.cube = String(index + 1);
      view.scene.append(one.element);
      return one;
    });
  }

  /**
   * @param {Partial<Record<Side, string>>[]} sides what is known of each cube
   * @param {Keys[]} keys the edges of each cube
   * @param {Map<string, string>} paints @param {Map<string, string>} marks
   */
  function show(sides, keys, paints, marks) {
    if (cubes.length !== sides.length) build(sides.length);
    const small = sides.length > 16;
    cubes.forEach((one, index) => {
      for (const side of SIDES) {
        const name = sides[index][side];
        const look =
          name === undefined
            ? { class: "unknown", label: side === "front" && !small ? String(index + 1) : "" }
            : { paint: paints.get(name) ?? "#ffffff", label: small ? "" : (marks.get(name) ?? "") };
        const old = one.faces()[side];
        const same = old.paint === look.paint && old.label === look.label;
        if (!same || old.class !== look.class) one.setFace(side, look);
      }
    });
    renderStrips(sides, keys, paints, marks);
    const known = sides.filter((each) => each.front ?? each.left).length;
    view.describe(`The tower: ${known} of ${sides.length} cubes placed`);
  }

  /**
   * @param {Partial<Record<Side, string>>[]} sides
   * @param {Keys[]} keys
   * @param {Map<string, string>} paints @param {Map<string, string>} marks
   */
  function renderStrips(sides, keys, paints, marks) {
    const head = h(
      "tr",
      {},
      h("th", { scope: "col" }, "side"),
      sides.map((_, index) => h("th", { scope: "col", "data-cube": index + 1 }, index + 1)),
    );
    const rows = STRIPS.map((side) => {
      const names = sides.map((each) => each[side]);
      const cells = names.map((name, index) => {
        if (name === undefined)
          return h("td", { "data-cube": index + 1 }, h("span", { class: "swatch empty" }, "·"));
        const twice = names.indexOf(name) !== names.lastIndexOf(name);
        const paint = paints.get(name) ?? "#ffffff";
        const swatch = h(
          "span",
          { class: `swatch${twice ? " twice" : ""}` },
          marks.get(name) ?? "",
        );
        set(swatch, {
          title: twice ? `${name}, twice on this side` : name,
          style: { background: paint, color: textOn(paint) },
        });
        const { front, left } = keys[index];
        const key = side === "front" || side === "back" ? front : left;
        return h("td", { "data-cube": index + 1, "data-edges": key }, swatch);
      });
      return h("tr", {}, h("th", { scope: "row" }, side), cells);
    });
    fill(
      strips,
      h("caption", {}, "The four sides, cube by cube"),
      h("thead", {}, head),
      h("tbody", {}, rows),
    );
  }

  /**
   * How to turn each cube by hand; nothing until the tower is complete.
   * @param {(string[] | null)[]} turns
   */
  function instruct(turns) {
    const complete = turns.length > 0 && turns.every((each) => each !== null);
    turning.hidden = !complete;
    if (!complete) return;
    fill(
      turning,
      ...turns.map((each, index) => {
        const words = each?.length ? each.join(", ") : "as it is";
        return h("li", { "data-cube": index + 1 }, `cube ${index + 1}: `, h("b", {}, words));
      }),
      h("li", { class: "soft" }, MEANING),
    );
  }

  /** Turns it about its axis to these degrees. @param {number} spin */
  const turn = (spin) => view.view(-18, spin, true);
  return { element, show, instruct, turn };
}
