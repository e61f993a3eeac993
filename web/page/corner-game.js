// @ts-check
/** The game: drag pieces into corners; what fits glows, closed loops are counted. */
import { cornerBoard } from "./corner-board.js";
import { boardOf, closedRings, CORNERS, fittingTurns } from "./corner-model.js";
import { flat, icon, PAINTS } from "./corner-solid.js";
import { button, fill, h, rove } from "./dom.js";
import { drag } from "./drag.js";
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
  /** The puzzle as TOML. */
  let text = "";

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
  const paper = h("div", {});
  const rings = h("p", { class: "rings", "data-test": "rings" });
  const turnButton = button("Turn the piece", "turn-piece", turn);
  const takeButton = button("Take it out", "take-out", takeOut);
  const undo = button("Undo", "undo", () => {
    clearInterval(playing);
    board = past.pop() ?? board;
    draw();
  });
  const clear = button("Clear", "clear", () => play(emptyBoard()));
  const reveal = button("Show me", "show-me", showMe, { class: "strong" });
  const element = h(
    "div",
    { class: "card" },
    h("h3", {}, "Build the cube"),
    h(
      "p",
      { class: "soft" },
      "Eight corners with three half-bars each: A fits D, B fits C, nothing else fits. Drag a ",
      "piece to a corner, or choose a piece and then a corner. Where it fits, the corner glows.",
    ),
    h("div", { class: "controls" }, reveal, turnButton, takeButton, undo, clear),
    messages,
    h(
      "div",
      { class: "split corner-split" },
      h("div", {}, view.element, paper),
      h("div", {}, tray, rings),
    ),
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

  /**
   * Puts the piece in hand into a corner, or takes the piece there into the hand.
   * @param {number} corner
   */
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

  /**
   * Drags a piece from the tray or from its corner.
   * @param {number | null} piece @param {PointerEvent} event
   */
  function grab(piece, event) {
    if (piece === null) return;
    drag(event, {
      ghost: () => {
        hold(piece);
        return icon(words[piece], PAINTS[piece]);
      },
      drop: (under) => {
        const spot = under?.closest("[data-corner]");
        const corner = Number(spot?.getAttribute("data-corner"));
        selected = piece;
        if (!spot) takeOut();
        else if (board[corner]?.piece !== piece) pick(corner);
      },
      cancel: () => hold(null),
    });
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
    if (done) void confirm();
    fill(paper, flat(words, board));
    const names = closed.map(({ name }) => name).join(", ");
    rings.textContent = `Closed loops: ${closed.length} of 6${names && ` (${names})`}.`;
    renderTray();
    const placed = board.some((place) => place !== null && place.piece === selected);
    turnButton.disabled = !placed;
    takeButton.disabled = !placed;
    undo.disabled = past.length === 0;
    clear.disabled = used === 0;
  }

  /** The library has the last word. */
  async function confirm() {
    const answer = board.map((place) => {
      const [word, turn] = place ? [words[place.piece], place.turn] : ["", 0];
      return word.slice(turn) + word.slice(0, turn);
    });
    const { right, why } = await context.cubegraph.check(text, answer.join(" "));
    const told = right ? "That is the cube; the library has checked it." : `Not yet: ${why}.`;
    if (board.includes(null)) return;
    fill(messages, h("li", { class: right ? "good" : "bad" }, told));
    context.announce(told);
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
            h("span", { class: "hidden" }),
          ),
        ),
      );
    }
    [...tray.children].forEach((each, piece) => {
      const at = board.findIndex((place) => place?.piece === piece);
      each.setAttribute("aria-pressed", String(selected === piece));
      each.classList.toggle("used", at >= 0);
      fill(/** @type {Element} */ (each.lastElementChild), at >= 0 && `, ${CORNERS[at]}`);
    });
  }

  function showMe() {
    if (assemblies.length === 0) return;
    shown = (shown + 1) % assemblies.length;
    const goal = boardOf(assemblies[shown]);
    selected = null;
    view.setSpread(context.reducedMotion() ? 0 : 46);
    play(context.reducedMotion() ? goal : emptyBoard());
    if (context.reducedMotion()) return;
    let corner = 0;
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
    /** Another set of pieces. @param {string[]} next @param {string} toml */
    show(next, toml) {
      text = toml;
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
