// @ts-check
/**
 * Linked views: whatever belongs to the same edge (`data-edges`, keys separated by spaces) or the
 * same cube (`data-cube`) lights up together under the mouse or the focus.
 */

/**
 * @param {HTMLElement} host
 * @returns {() => void} ends it
 */
export function linkViews(host) {
  /** @type {Set<Element>} */
  let lit = new Set();

  /** @param {EventTarget | null} target */
  function light(target) {
    const source = target instanceof Element ? target.closest("[data-edges], [data-cube]") : null;
    /** @type {Set<Element>} */
    const next = new Set();
    if (source && host.contains(source)) {
      const keys = (source.getAttribute("data-edges") ?? "").split(" ").filter(Boolean);
      const cube = source.getAttribute("data-cube");
      const cubes = new Set(keys.map((key) => key.split("-")[0]));
      if (cube) cubes.add(cube);
      for (const element of host.querySelectorAll("[data-edges]")) {
        const own = (element.getAttribute("data-edges") ?? "").split(" ");
        const single = own.length === 1 || element === source;
        const shared = keys.length > 0 ? own.some((key) => keys.includes(key)) : false;
        const sameCube = keys.length === 0 && element.getAttribute("data-cube") === cube;
        if ((shared && single) || sameCube) next.add(element);
      }
      for (const element of host.querySelectorAll("[data-cube]:not([data-edges])")) {
        if (cubes.has(element.getAttribute("data-cube") ?? "")) next.add(element);
      }
    }
    for (const element of lit) if (!next.has(element)) element.classList.remove("lit");
    for (const element of next) element.classList.add("lit");
    lit = next;
  }

  const over = (/** @type {Event} */ event) => light(event.target);
  const out = () => light(null);
  host.addEventListener("pointerover", over);
  host.addEventListener("focusin", over);
  host.addEventListener("pointerleave", out);
  host.addEventListener("focusout", out);
  return () => {
    host.removeEventListener("pointerover", over);
    host.removeEventListener("focusin", over);
    host.removeEventListener("pointerleave", out);
    host.removeEventListener("focusout", out);
  };
}
