// @ts-check
/** Dragging with a mouse, a pen or a finger; a press without a move stays a click. */
import { h } from "./dom.js";

/** How far the pointer must move until it drags, in pixels. */
const SLACK = 8;

/**
 * Begins at a `pointerdown`.
 * @param {PointerEvent} event
 * @param {object} options
 * @param {() => Element} options.ghost begins the drag; what follows the pointer
 * @param {(under: Element | null) => void} options.drop it was let go over this element
 * @param {() => void} options.cancel it was taken away by the system
 */
export function drag(event, { ghost, drop, cancel }) {
  if (event.button !== 0) return;
  const start = { x: event.clientX, y: event.clientY };
  /** @type {HTMLElement | null} */
  let shown = null;
  const move = (/** @type {PointerEvent} */ now) => {
    if (!shown) {
      if (Math.hypot(now.clientX - start.x, now.clientY - start.y) < SLACK) return;
      shown = h("div", { class: "ghost" }, ghost());
      document.body.append(shown);
    }
    shown.style.transform = `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, -50%)`;
  };
  const end = (/** @type {PointerEvent} */ now) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!shown) return;
    shown.remove();
    // The click that follows a drag is not meant for what is under the pointer.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    if (now.type === "pointercancel") cancel();
    else drop(document.elementFromPoint(now.clientX, now.clientY));
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
