// @ts-check
/**
 * Elements without a framework: `h` makes HTML, `s` makes SVG.
 *
 * Text is always put in as text nodes, never parsed, so that a name in a puzzle cannot become
 * markup.
 */

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Sets attributes. A function under `onclick` and the like is a listener; `true` is an empty
 * attribute; `false`, `null` and `undefined` remove it; `style` may be an object of CSS properties
 * (custom properties included).
 * @template {Element} T
 * @param {T} element
 * @param {Attributes} attributes
 * @returns {T}
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.replace(/^on/, ""), value);
    } else if (name === "style" && typeof value === "object") {
      const { style } = /** @type {HTMLElement} */ (/** @type {unknown} */ (element));
      for (const [property, setting] of Object.entries(value)) {
        style.setProperty(property, String(setting));
      }
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  return element;
}

/**
 * Appends children; strings and numbers become text, `null`, `undefined` and `false` nothing.
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function append(element, children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = set(document.createElement(tag), attributes);
  append(element, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {any} */ (document.createElementNS(SVG, tag));
  append(set(element, attributes), children);
  return element;
}

/**
 * A button. `test` is its name for tests.
 * @param {string} label
 * @param {string} test
 * @param {() => void} onclick
 * @param {Attributes} [more]
 */
export function button(label, test, onclick, more = {}) {
  return h("button", { type: "button", "data-test": test, onclick, ...more }, label);
}

/**
 * Replaces everything in `element`.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * Black or white, whichever is easier to read on a colour `#rrggbb`.
 * @param {string} paint
 */
export function textOn(paint) {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(paint);
  if (!match) return "#000000";
  const [red, green, blue] = match.slice(1).map((part) => {
    const value = Number.parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.179 ? "#000000" : "#ffffff";
}

/**
 * An SVG drawing made by the library, as a picture that can run no script and load nothing.
 * @param {string} source the text of the SVG
 * @param {string} alt what it shows
 * @returns {HTMLImageElement}
 */
export function drawing(source, alt) {
  const url = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  const image = h("img", { alt, class: "drawing", src: url });
  image.addEventListener("load", () => URL.revokeObjectURL(url), { once: true });
  return image;
}

/**
 * An integer with thin spaces between groups of three digits.
 * @param {number | bigint | string} value
 */
export function grouped(value) {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/** Whether an error of the library says that somebody stopped it. @param {any} error */
export function isStopped(error) {
  return error?.kind === "interrupted" || error?.name === "AbortError";
}

/** Whether the reader asked for less motion. */
export function reducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Makes one tab stop of many: arrow keys, Home and End move among the elements of `container` that
 * match `selector`. Call it once; elements may come and go.
 * @param {Element} container
 * @param {string} selector
 */
export function rove(container, selector) {
  const all = () => /** @type {HTMLElement[]} */ ([...container.querySelectorAll(selector)]);
  const refresh = () => {
    const elements = all();
    const active = elements.find((element) => element.getAttribute("tabindex") === "0");
    for (const element of elements) {
      element.setAttribute("tabindex", element === (active ?? elements[0]) ? "0" : "-1");
    }
  };
  container.addEventListener("keydown", (event) => {
    const { key, target } = /** @type {KeyboardEvent} */ (event);
    const elements = all();
    const at = elements.indexOf(/** @type {HTMLElement} */ (target));
    if (at < 0) return;
    const last = elements.length - 1;
    /** @type {Record<string, number>} */
    const moves = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1 };
    const next = { ...moves, Home: 0, End: last }[key];
    if (next === undefined) return;
    event.preventDefault();
    const chosen = elements[Math.max(0, Math.min(last, next))];
    for (const element of elements) element.setAttribute("tabindex", "-1");
    chosen.setAttribute("tabindex", "0");
    chosen.focus();
  });
  refresh();
  return refresh;
}
