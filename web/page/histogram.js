// @ts-check
/** A histogram in SVG, with one bar marked: "you are here". */
import { grouped, s } from "./dom.js";

/**
 * Bars for `counts` (exact integers: numbers, BigInts or digits), in logarithmic height where the
 * largest is more than a hundred times the smallest.
 * @param {{ counts: (number | bigint | string)[], first?: number, mark?: number | null,
 *   label: string, caption?: string, unit?: string }} options `first` is the value of the first
 *   bar, `mark` the value of the marked bar, `label` names the picture, `caption` stands below
 * @returns {SVGSVGElement}
 */
export function histogram({ counts, first = 0, mark = null, label, caption = "", unit = "" }) {
  const logs = counts.map((count) => {
    const digits = String(count);
    if (!/^[1-9]/.test(digits)) return -1;
    return digits.length - 1 + Math.log10(Number(`${digits[0]}.${digits.slice(1, 15)}`));
  });
  const shown = logs.filter((log) => log >= 0);
  const most = Math.max(...shown, 0);
  const logarithmic = most - Math.min(...shown, most) > 2;
  const [width, height, base] = [420, 200, 156];
  const step = (width - 16) / Math.max(counts.length, 1);
  const every = Math.ceil(counts.length / 20);
  const picture = s("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "histogram",
    role: "img",
    "aria-label": label,
  });
  counts.forEach((count, index) => {
    const log = logs[index];
    const share = log < 0 ? 0 : logarithmic ? (log + 0.3) / (most + 0.3) : 10 ** (log - most);
    const tall = log < 0 ? 0 : Math.max(2, share * (base - 24));
    const value = first + index;
    const marked = value === mark;
    const x = 8 + index * step;
    const bar = s(
      "rect",
      {
        x: x + step * 0.08,
        y: base - tall,
        width: step * 0.84,
        height: tall,
        rx: Math.min(3, step * 0.2),
        class: marked ? "bar marked" : "bar",
      },
      s("title", {}, `${value}${unit && ` ${unit}`}: ${grouped(count)}`),
    );
    picture.append(bar);
    if (marked) {
      const centre = x + step / 2;
      const tip = base - tall - 4;
      picture.append(
        s("path", { class: "marker", d: `M${centre - 6} ${tip - 8}h12l-6 8z` }),
        s("text", { x: centre, y: tip - 11, "text-anchor": "middle", class: "marker" }, "you"),
      );
    }
    if (index % every === 0 || marked) {
      const attributes = { x: x + step / 2, y: base + 17, "text-anchor": "middle" };
      picture.append(s("text", attributes, String(value)));
    }
  });
  picture.append(
    s("line", { x1: 8, x2: width - 8, y1: base + 0.5, y2: base + 0.5, class: "axis" }),
  );
  const note = [caption, logarithmic && "logarithmic scale"].filter(Boolean).join(" · ");
  picture.append(s("text", { x: width / 2, y: height - 8, "text-anchor": "middle" }, note));
  return picture;
}
