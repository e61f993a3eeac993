// @ts-check
/** What is folded on the screen is read on paper. */
export function unfoldInPrint() {
  /** @type {HTMLDetailsElement[]} */
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = [
      .../** @type {NodeListOf<HTMLDetailsElement>} */ (
        document.querySelectorAll("details.prints:not([open])")
      ),
    ];
    for (const details of unfolded) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of unfolded) details.open = false;
  });
}
