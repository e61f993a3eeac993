// @ts-check
/** The relatives of the corner cube, of twelve edges or six sides: the pieces and one assembly. */
import { drawing, fill, h } from "./dom.js";

/**
 * @param {HTMLElement} host
 * @param {import("./main.js").Context} context
 * @param {string} toml @param {any} answer of the library
 */
export async function relative(host, context, toml, answer) {
  const kind = answer.rule === "edges" ? "twelve edge pieces" : "six notched sides";
  const [first] = answer.assemblies ?? [];
  const columns = first ? Object.keys(first[0]) : [];
  const table = first
    ? h(
        "table",
        { class: "plain", "data-test": "assembly" },
        h("caption", {}, "One assembly"),
        h("thead", {}, h("tr", {}, ...columns.map((name) => h("th", { scope: "col" }, name)))),
        h(
          "tbody",
          {},
          ...first.map((/** @type {any} */ row) =>
            h("tr", {}, ...columns.map((name) => h("td", {}, String(row[name])))),
          ),
        ),
      )
    : null;
  const pictures = h("div", { class: "pictures" });
  fill(
    host,
    h("h3", {}, `A cube of ${kind}`),
    h("p", { class: "soft" }, "Change the pieces as text, above."),
    pictures,
    table &&
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "The assembly" },
        table,
      ),
  );
  for (const as of ["pieces", "cube"]) {
    try {
      const source = await cubegraphDraw(context, toml, as);
      pictures.append(drawing(source, as === "cube" ? "The cube put together" : "The pieces"));
    } catch {
      // A picture that cannot be made is left out: the table says the same.
    }
  }
}

/** @param {import("./main.js").Context} context @param {string} toml @param {string} as */
function cubegraphDraw({ cubegraph }, toml, as) {
  return cubegraph.draw(toml, { as });
}
