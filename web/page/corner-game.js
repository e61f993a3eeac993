// @ts-check
/** The game: drag pieces into corners; what fits glows, closed loops are counted. */
import { cornerBoard } from "./corner-board.js";
import { boardOf, closedRings, CORNERS, fittingTurns } from "./corner-model.js";
import { icon, PAINTS } from "./corner-solid.js";
import { fill, h, rove } from "./dom.js";
import { pieceEditor } from "./editor-pieces.js";

/** @typedef {import("./corner-model.js").Board} Board */

/** @returns {Board} */
function emptyBoard() {
  return CORNERS.map(() => null);
}

/**
 * @param {import("./main.js").Context} context
 * @param {HTMLElement} host hears the keys: R turns, Delete takes out, Escape lets go
 */
export function cornerGame(context, host) {
  /** @type {string[]} */
  let words = [];
  let board = emptyBoard();
  /** @type {Board[]} */
  let past = [];
  /** The piece in hand. @type {number | null} */
  let selected = null;
  /** @type {any[][]} */
  let assemblies = [];
  let shown = -1;
  let playing = 0;

  const view = cornerBoard({
    pick,
    grab: (corner, event) => grab(board[corner]?.piece ?? null, event),
  });
  const editor = pieceEditor({
    announce: context.announce,
    change: (next) => {
      const list = next.map((word) => JSON.stringify(word)).join(", ");
      context.change(`kind = "corner"\npieces = [${list}]\n`);
    },
  });
  const tray = h("div", {
    class: "tray",
    role: "group",
    "aria-label": "Your pieces",
    "data-test": "tray",
  });
  const messages = h("ul", { class: "messages", "data-test": "messages", "aria-live": "polite" });
  const rings = h("p", { class: "rings", "data-test": "rings" });
  const turnButton = tool("Turn the piece", "turn-piece", turn);
  const takeButton = tool("Take it out", "take-out", takeOut);
  const undo = tool("Undo", "undo", () => {
    board = past.pop() ?? board;
    draw();
  });
  const clear = tool("Clear", "clear", () => play(emptyBoard()));
  const reveal = tool("Show me", "show-me", showMe, "strong");
  const element = h(
    "div",
    { class: "card" },
    h("h3", {}, "Build the cube"),
    h(
      "p",
      { class: "soft" },
      "Eight corners with three half-bars each: A fits D, B fits C, nothing else fits. Drag a piece to a corner, or choose a piece and then a corner. Where it fits, the corner glows.",
    ),
    h("div", { class: "controls" }, reveal, turnButton, takeButton, undo, clear),
    messages,
    h("div", { class: "split corner-split" }, view.element, h("div", {}, tray, rings)),
    editor.element,
  );
  rove(tray, "button");
  host.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return;
    if (event.key === "r" || event.key === "R") turn();
    else if (event.key === "Delete" || event.key === "Backspace") takeOut();
    else if (event.key === "Escape") hold(null);
    else return;
    event.preventDefault();
  });

  /** @param {string} label @param {string} test @param {() => void} onclick @param {string} [look] */
  function tool(label, test, onclick, look = "") {
    return h("button", { type: "button", class: look, "data-test": test, onclick }, label);
  }

  /** @param {Board} next */
  function play(next) {
    clearInterval(playing);
    past.push(board);
    board = next;
    draw();
  }

  /** @param {number | null} piece */
  function hold(piece) {
    selected = piece;
    draw();
  }

  /** Puts the piece in hand into a corner, or takes the piece there into the hand. @param {number} corner */
  function pick(corner) {
    const here = board[corner];
    if (selected === null || here?.piece === selected) {
      hold(here && here.piece !== selected ? here.piece : null);
      return;
    }
    const next = board.map((place) => (place?.piece === selected ? null : place));
    next[corner] = null;
    const turns = fittingTurns(words, next, selected, corner);
    next[corner] = { piece: selected, turn: turns[0] ?? 0 };
    const placed = selected;
    selected = null;
    play(next);
    const fits = turns.length > 0 ? "It fits." : "It does not fit.";
    context.announce(`Piece ${placed + 1} is at ${CORNERS[corner]}. ${fits}`);
    selected = turns.length === 0 ? placed : null;
    draw();
  }

  function turn() {
    const corner = board.findIndex((place) => place !== null && place.piece === selected);
    const place = board[corner];
    if (!place) return;
    play(
      board.map((each, at) => (at === corner ? { ...place, turn: (place.turn + 1) % 3 } : each)),
    );
  }

  function takeOut() {
    if (!board.some((place) => place !== null && place.piece === selected)) return;
    play(board.map((place) => (place?.piece === selected ? null : place)));
  }

  /** Drags a piece from the tray or from its corner. @param {number | null} piece @param {PointerEvent} event */
  function grab(piece, event) {
    if (piece === null || event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    /** @type {HTMLElement | null} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ now) => {
      if (!ghost) {
        if (Math.hypot(now.clientX - start.x, now.clientY - start.y) < 8) return;
        ghost = h("div", { class: "ghost" }, icon(words[piece], PAINTS[piece]));
        document.body.append(ghost);
        hold(piece);
      }
      ghost.style.transform = `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, -50%)`;
    };
    const end = (/** @type {PointerEvent} */ now) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      const under = document.elementFromPoint(now.clientX, now.clientY);
      const spot = /** @type {HTMLElement | null} */ (under?.closest("[data-corner]") ?? null);
      // The click that follows a drag is not meant for the button under the pointer.
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      if (now.type === "pointercancel") hold(null);
      else if (spot) {
        selected = piece;
        if (board[Number(spot.dataset.corner)]?.piece !== piece) pick(Number(spot.dataset.corner));
      } else takeOut();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  function draw() {
    const hand = selected;
    const fits = new Map(
      hand === null
        ? []
        : board.flatMap((place, corner) =>
            place ? [] : [[corner, fittingTurns(words, board, hand, corner)]],
          ),
    );
    const faults = view.show(words, board, { selected, fits });
    const used = board.filter((place) => place !== null).length;
    const closed = closedRings(words, board);
    const done = used === 8 && faults.length === 0;
    fill(
      messages,
      ...faults.map((fault) => h("li", { class: "bad" }, fault)),
      done && h("li", { class: "good" }, "That is the cube: all twelve bars fit."),
      !done && faults.length === 0 && h("li", { class: "soft" }, `${used} of 8 pieces placed.`),
    );
    if (done) context.announce("That is the cube.");
    const names = closed.map(({ name }) => name).join(", ");
    rings.textContent = `Closed loops: ${closed.length} of 6${names && ` (${names})`}.`;
    renderTray();
    const placed = board.some((place) => place !== null && place.piece === selected);
    turnButton.disabled = !placed;
    takeButton.disabled = !placed;
    undo.disabled = past.length === 0;
    clear.disabled = used === 0;
  }

  function renderTray() {
    if (tray.children.length !== words.length || tray.dataset.words !== words.join(" ")) {
      tray.dataset.words = words.join(" ");
      fill(
        tray,
        ...words.map((word, piece) =>
          h(
            "button",
            {
              type: "button",
              class: "tray-piece",
              "data-cube": piece + 1,
              "data-test": `piece-${piece + 1}`,
              tabindex: piece === 0 ? 0 : -1,
              onclick: () => hold(selected === piece ? null : piece),
              onpointerdown: (/** @type {PointerEvent} */ event) => grab(piece, event),
            },
            icon(word, PAINTS[piece % PAINTS.length]),
            h("span", {}, `${piece + 1} ${word}`),
          ),
        ),
      );
    }
    [...tray.children].forEach((button, piece) => {
      const at = board.findIndex((place) => place?.piece === piece);
      button.setAttribute("aria-pressed", String(selected === piece));
      button.classList.toggle("used", at >= 0);
      const where = at >= 0 ? `, ${CORNERS[at]}` : "";
      button.setAttribute("aria-label", `Piece ${piece + 1}, ${words[piece]}${where}`);
    });
  }

  function showMe() {
    if (assemblies.length === 0) return;
    shown = (shown + 1) % assemblies.length;
    const goal = boardOf(assemblies[shown]);
    selected = null;
    view.setSpread(context.reducedMotion() ? 0 : 46);
    play(context.reducedMotion() ? goal : emptyBoard());
    let corner = 0;
    if (context.reducedMotion()) return;
    playing = setInterval(() => {
      board = board.map((place, at) => (at === corner ? goal[at] : place));
      corner += 1;
      draw();
      if (corner < 8) return;
      clearInterval(playing);
      view.setSpread(0);
    }, 300);
  }

  return {
    element,
    /** Another set of pieces. @param {string[]} next */
    show(next) {
      clearInterval(playing);
      if (next.join(" ") !== words.join(" ")) {
        words = next;
        board = emptyBoard();
        past = [];
        selected = null;
      }
      editor.show(words);
      draw();
    },
    /** The assemblies of the library. @param {any[][]} found */
    answer(found) {
      assemblies = found;
      shown = -1;
      reveal.hidden = found.length === 0;
      reveal.textContent = found.length > 1 ? "Show me one" : "Show me";
    },
    stop: () => clearInterval(playing),
  };
}
