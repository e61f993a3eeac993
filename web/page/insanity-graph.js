// @ts-check
/**
 * The colour multigraph: a vertex for each colour on a circle, three edges for each cube, each with
 * a bead that carries the number of its cube.
 */
import { fill, rove, s, set, textOn } from "./dom.js";
import { AXES } from "./insanity-model.js";

/** @typedef {import("./insanity-model.js").Edge} Edge */
/** @typedef {{ x: number, y: number }} Point */
/** Control points, and the colour at which they start. */
/** @typedef {{ curve: Point[], from: string }} Curve */
/**
 * @typedef {Curve & { group: SVGGElement, arrow: SVGPathElement, t: number, edge: Edge }} Drawn
 */

/** The width of the drawing: on a small screen its parts are larger. */
function width() {
  return matchMedia("(max-width: 36rem)").matches ? 460 : 640;
}

/** How often chords between places on a circle cross. @param {number[][]} chords */
function crossings(chords) {
  let count = 0;
  for (let i = 0; i < chords.length; i += 1) {
    const [a, b] = chords[i];
    for (let j = 0; j < i; j += 1) {
      const [c, d] = chords[j];
      if (c === a || c === b || d === a || d === b) continue;
      if ((c > a && c < b) !== (d > a && d < b)) count += 1;
    }
  }
  return count;
}

/**
 * The colours in a cyclic order with few crossings: exchanges as long as they help.
 * @param {string[]} names @param {Edge[]} edges
 */
function arrange(names, edges) {
  const order = [...names];
  const count = () => {
    const place = new Map(order.map((name, index) => [name, index]));
    const chords = edges
      .map(({ ends }) => ends.map((end) => place.get(end) ?? 0).sort((a, b) => a - b))
      .filter(([a, b]) => a !== b);
    return crossings(chords);
  };
  if (names.length > 14) return order;
  let best = count();
  for (let better = true; better; ) {
    better = false;
    for (let i = 1; i < order.length; i += 1) {
      for (let j = 1; j < i; j += 1) {
        [order[i], order[j]] = [order[j], order[i]];
        const now = count();
        if (now < best) {
          best = now;
          better = true;
        } else [order[i], order[j]] = [order[j], order[i]];
      }
    }
  }
  return order;
}

/**
 * A point of a quadratic or cubic curve.
 * @param {Point[]} points @param {number} t
 * @returns {Point}
 */
function along(points, t) {
  if (points.length === 1) return points[0];
  const next = points.slice(1).map(({ x, y }, index) => ({
    x: points[index].x + (x - points[index].x) * t,
    y: points[index].y + (y - points[index].y) * t,
  }));
  return along(next, t);
}

/** @param {Point[]} points */
function path([start, ...rest]) {
  const letter = rest.length === 2 ? "Q" : "C";
  return `M${[start].map(text)}${letter}${rest.map(text).join(" ")}`;
}

/**
 * The part of the plane that vertices, curves and beads fill.
 * @param {Point[]} vertices @param {Curve[]} curves @param {number} radius @param {number} bead
 */
function frame(vertices, curves, radius, bead) {
  const steps = Array.from({ length: 11 }, (_, step) => step / 10);
  const lines = curves.flatMap(({ curve }) => steps.map((t) => along(curve, t)));
  const spots = [
    ...vertices.map((point) => ({ ...point, room: radius + 4 })),
    ...lines.map((point) => ({ ...point, room: bead + 4 })),
  ];
  const left = Math.min(...spots.map(({ x, room }) => x - room));
  const top = Math.min(...spots.map(({ y, room }) => y - room));
  const right = Math.max(...spots.map(({ x, room }) => x + room));
  const bottom = Math.max(...spots.map(({ y, room }) => y + room));
  return [left, top, right - left, bottom - top].map((side) => side.toFixed(1)).join(" ");
}

/** @param {Point} point */
function text({ x, y }) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/**
 * The control points of every edge.
 * @param {string[]} order @param {Edge[]} edges
 * @param {Map<string, Point>} at @param {number} radius @param {number} size
 * @returns {Map<string, Curve>}
 */
function route(order, edges, at, radius, size) {
  /** @type {Map<string, Edge[]>} */
  const bundles = new Map();
  for (const edge of edges) {
    const id = edge.ends.map((end) => order.indexOf(end)).sort((a, b) => a - b);
    const key = id.join(" ");
    bundles.set(key, [...(bundles.get(key) ?? []), edge]);
  }
  const curves = new Map();
  for (const [key, bundle] of bundles) {
    const [i, j] = key.split(" ").map(Number);
    const [a, b] = [order[i], order[j]].map((name) => /** @type {Point} */ (at.get(name)));
    bundle.forEach((edge, index) => {
      const shift = index - (bundle.length - 1) / 2;
      if (i === j) {
        const angle = Math.atan2(a.y - size / 2, a.x - size / 2) + shift * 0.85;
        const reach = radius * 4.3;
        const [one, two] = [-0.5, 0.5].map((turn) => ({
          x: a.x + reach * Math.cos(angle + turn),
          y: a.y + reach * Math.sin(angle + turn),
        }));
        curves.set(edge.key, { curve: [a, one, two, a], from: order[i] });
        return;
      }
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const near = j - i === 1 || (i === 0 && j === order.length - 1);
      // A chord through the middle is bent a little, so that two of them do not share a midpoint.
      const bend = shift * Math.max(24, Math.min(64, length * 0.24)) * 1.6 + (near ? 0 : 30);
      const middle = {
        x: (a.x + b.x) / 2 - ((b.y - a.y) / length) * bend,
        y: (a.y + b.y) / 2 + ((b.x - a.x) / length) * bend,
      };
      curves.set(edge.key, { curve: [a, middle, b], from: order[i] });
    });
  }
  return curves;
}

/**
 * @param {{ pick: (edge: Edge) => void }} options `pick`: the reader has clicked an edge
 */
export function colourGraph({ pick }) {
  const element = s("svg", {
    class: "colour-graph",
    role: "group",
    "aria-label": "The colour graph. Arrow keys go from edge to edge, Enter takes one.",
    "data-test": "graph",
  });
  /** @type {Map<string, Drawn>} */
  let drawn = new Map();
  const refresh = rove(element, ".edge");

  /**
   * Draws another puzzle.
   * @param {string[]} names @param {Edge[]} edges @param {Map<string, string>} paints
   */
  function show(names, edges, paints) {
    const order = arrange(names, edges);
    const size = width();
    element.classList.toggle("many", order.length > 12);
    const many = order.length;
    const radius = many <= 6 ? 30 : Math.max(12, 210 / many);
    const bead = many <= 8 ? 13 : 10;
    const loops = edges.some(({ ends }) => ends[0] === ends[1]);
    const circle = size / 2 - (loops ? radius * 3.2 + 16 : radius * 1.9);
    /** @type {Map<string, Point>} */
    const at = new Map();
    order.forEach((name, index) => {
      const angle = (2 * Math.PI * index) / many - Math.PI / 2 - (many === 4 ? Math.PI / 4 : 0);
      const point = { x: Math.cos(angle), y: Math.sin(angle) };
      at.set(name, { x: size / 2 + circle * point.x, y: size / 2 + circle * point.y });
    });
    const curves = route(order, edges, at, radius, size);
    element.setAttribute("viewBox", frame([...at.values()], [...curves.values()], radius, bead));
    /** @type {Point[]} */
    const taken = [...at.values()];
    drawn = new Map();
    for (const edge of edges) {
      const { curve, from } = /** @type {Curve} */ (curves.get(edge.key));
      const free = [0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72].find((t) => {
        const here = along(curve, t);
        return taken.every(({ x, y }) => Math.hypot(x - here.x, y - here.y) > 2 * bead + 2);
      });
      const t = free ?? 0.5;
      const here = along(curve, t);
      taken.push(here);
      const d = path(curve);
      const arrow = s("path", { class: "arrow" });
      const group = s(
        "g",
        {
          class: "edge",
          role: "button",
          tabindex: -1,
          "aria-pressed": "false",
          "data-edges": edge.key,
          "data-cube": edge.cube,
          "data-test": `edge-${edge.key}`,
        },
        s("path", { class: "touch", d }),
        s("path", { class: "line", d }),
        arrow,
        s("circle", { class: "bead", cx: here.x, cy: here.y, r: bead }),
        s(
          "text",
          { class: "bead-text", x: here.x, y: here.y, "font-size": bead * 1.15 },
          edge.cube,
        ),
      );
      group.addEventListener("click", () => pick(edge));
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        pick(edge);
      });
      drawn.set(edge.key, { group, arrow, curve, from, t, edge });
    }
    const vertices = order.map((name) => {
      const { x, y } = /** @type {Point} */ (at.get(name));
      const paint = paints.get(name) ?? "#ffffff";
      const shown = [...name].length > 9 ? `${[...name].slice(0, 8).join("")}…` : name;
      const high = Math.min(17, radius * 0.95, (radius * 3.1) / [...shown].length);
      return s(
        "g",
        { class: "vertex", "data-colour": name },
        s("title", {}, name),
        s("circle", { cx: x, cy: y, r: radius, fill: paint }),
        s("text", { x, y, "font-size": Math.max(high, 8), fill: textOn(paint) }, shown),
      );
    });
    fill(element, ...[...drawn.values()].map(({ group }) => group), ...vertices);
    refresh();
  }

  /**
   * Shows the reader's choice, and what a step of an argument says about edges.
   * @param {import("./insanity-model.js").Picks} picks
   * @param {Map<string, [string, string]>} directions
   * @param {Map<string, string>} [notes] a class for an edge: forced, struck or clash
   */
  function mark(picks, directions, notes = new Map()) {
    for (const [key, { group, arrow, curve, from, t, edge }] of drawn) {
      const factor = picks.get(key);
      const note = notes.get(key);
      group.setAttribute(
        "class",
        ["edge", factor && `factor-${factor}`, note].filter(Boolean).join(" "),
      );
      const words = [
        `Cube ${edge.cube}: ${edge.ends[0]}–${edge.ends[1]}, ${AXES[edge.axis]}`,
        factor && (factor === 1 ? "first factor" : "second factor"),
        note && { forced: "forced", struck: "struck out", clash: "in both" }[note],
      ];
      const label = words.filter(Boolean).join(", ");
      set(group, { "aria-pressed": String(factor !== undefined), "aria-label": label });
      const direction = factor ? directions.get(key) : undefined;
      // The curve starts at the vertex that comes first in the circle, not at the first end.
      const forward = direction?.[0] === from;
      set(arrow, { d: direction ? arrowhead(curve, t + (forward ? 0.16 : -0.16), !forward) : "" });
    }
  }

  return { element, show, mark };
}

/** @param {Point[]} curve @param {number} t @param {boolean} backwards */
function arrowhead(curve, t, backwards) {
  const [before, here, after] = [t - 0.01, t, t + 0.01].map((at) => along(curve, at));
  const sign = backwards ? -1 : 1;
  const angle = Math.atan2((after.y - before.y) * sign, (after.x - before.x) * sign);
  /** @param {number} turn @param {number} reach */
  const corner = (turn, reach) => ({
    x: here.x + reach * Math.cos(angle + turn),
    y: here.y + reach * Math.sin(angle + turn),
  });
  return `M${text(corner(0, 11))}L${text(corner(2.5, 10))}L${text(corner(-2.5, 10))}Z`;
}
