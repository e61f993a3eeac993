// @ts-check
/** What every page does with its surroundings: paper, and the choice between light and dark. */

/** What is folded on the screen is read on paper. @param {string} selector of `details` */
export function unfoldInPrint(selector) {
  /** @type {HTMLDetailsElement[]} */
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = [...document.querySelectorAll(`details${selector}:not([open])`)].filter(
      (found) => found instanceof HTMLDetailsElement,
    );
    for (const details of unfolded) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of unfolded) details.open = false;
  });
}

/** The button that changes between light and dark; hidden where no script runs. */
export function offerThemes() {
  const button = document.getElementById("theme");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
}
