"use strict";
(() => {
  const SPACE = "http://www.w3.org/2000/svg";
  /** An SVG element; text is set as text, never as markup. */
  const draw = (name, attributes = {}, ...children) => {
    const element = document.createElementNS(SPACE, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const make = (name, properties = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key === "class") element.className = value;
      else if (key.startsWith("aria-") || key === "role") element.setAttribute(key, value);
      else element[key] = value;
    }
    element.append(...children);
    return element;
  };
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  /** First, back, next, last, play and a slider over the steps 0…last; calls show(step). */
  const stepper = (root, last, show, pace = 900) => {
    let at = 0;
    let timer = null;
    // A button that has no effect any more stays where the focus is.
    const button = (text, label, name, act) => make("button", { type: "button", textContent: text, title: label, "aria-label": label, class: name, onclick: act });
    const stop = () => { clearInterval(timer); timer = null; play.textContent = "Play"; };
    const go = (step) => {
      at = Math.max(0, Math.min(last, step));
      slider.value = at;
      for (const one of [first, back]) one.ariaDisabled = at === 0;
      for (const one of [next, end]) one.ariaDisabled = at === last;
      if (at === last) stop();
      show(at);
    };
    const first = button("|◀", "To the start", "first", () => { stop(); go(0); });
    const back = button("◀", "One step back", "back", () => { stop(); go(at - 1); });
    const next = button("▶", "One step forward", "next", () => { stop(); go(at + 1); });
    const end = button("▶|", "To the end", "last", () => { stop(); go(last); });
    const play = button("Play", "Play all steps", "play", () => {
      if (timer) return stop();
      if (at === last) go(0);
      play.textContent = "Pause";
      timer = setInterval(() => go(at + 1), pace);
    });
    const slider = make("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Step", oninput: () => { stop(); go(Number(slider.value)); } });
    root.append(make("div", { class: "controls" }, first, back, next, end, play, slider));
    go(0);
    return go;
  };

  const PIPS = [[0, 0], [-1, -1], [1, 1], [1, -1], [-1, 1], [-1, 0], [1, 0]];
  /** The pips (or the number) of a value on a face of edge 1 round the origin. */
  const pips = (value, ink = "#111") => {
    if (!(value >= 0 && value <= 6)) {
      return [draw("text", { "text-anchor": "middle", y: 0.13, "font-size": value > -10 && value < 100 ? 0.42 : 0.24, "font-weight": 700, fill: ink }, String(value))];
    }
    const places = [];
    if (value % 2) places.push(PIPS[0]);
    for (const [least, pair] of [[2, [1, 2]], [4, [3, 4]], [6, [5, 6]]]) if (value >= least) places.push(...pair.map((i) => PIPS[i]));
    return places.map(([x, y]) => draw("circle", { cx: x * 0.27, cy: y * 0.27, r: 0.095, fill: ink }));
  };

  const die = (svg, [top, south, east], value) => {
    const E = [0.866, 0.5], N = [0.866, -0.5];
    const face = (name, number, fill, a, b, c, d, x, y) => draw("g", { transform: `matrix(${a} ${b} ${c} ${d} ${x} ${y})`, "data-face": name, "data-shows": value(number) },
      draw("rect", { x: -0.5, y: -0.5, width: 1, height: 1, rx: 0.09, fill, stroke: "#111", "stroke-width": 0.035 }), ...pips(value(number)));
    svg.replaceChildren(
      draw("title", {}, `Die: top ${value(top)}, south ${value(south)}, east ${value(east)}`),
      face("top", top, "#ffffff", E[0], E[1], -N[0], -N[1], 0, -0.5),
      face("south", south, "#e4e4e0", E[0], E[1], 0, 1, -0.433, 0.25),
      face("east", east, "#cfcfca", N[0], N[1], 0, 1, 0.433, 0.25));
  };

  const WAYS = { N: "north", E: "east", S: "south", W: "west" };
  const widgets = {};

  widgets.tour = (root, data) => {
    const { rows, columns, cells, dice, moves, values } = data;
    const value = (face) => values[face - 1];
    const board = draw("svg", { viewBox: `-0.1 -0.1 ${columns + 0.2} ${rows + 0.2}`, role: "img" });
    const picture = draw("svg", { viewBox: "-1.05 -1.1 2.1 2.2", role: "img" });
    const says = make("output", { "aria-live": "polite", class: "sum" });
    root.append(make("div", { class: "board" }, board, make("div", { class: "die" }, picture)));
    const middle = ([row, column]) => [column + 0.5, rows - row - 0.5];
    const has = (list, row, column) => list.find((cell) => cell[0] === row && cell[1] === column);
    const show = (step) => {
      const seen = Math.min(step, cells.length - 1);
      const home = step === cells.length;
      const parts = [draw("title", {}, `Board with ${rows} rows and ${columns} columns after ${step} rolls`)];
      for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) {
        const blocked = has(data.blocked, row, column);
        parts.push(draw("rect", { x: column, y: rows - row - 1, width: 1, height: 1, fill: blocked ? "#777" : (row + column) % 2 ? "#f3efe4" : "#fffdf7", stroke: "#555", "stroke-width": 0.02 }));
        const label = has(data.labels, row, column);
        if (label) parts.push(draw("text", { x: column + 0.08, y: rows - row - 0.72, "font-size": 0.2, fill: "#a54800", "font-weight": 700 }, String(value(label[2]))));
      }
      const way = cells.slice(0, seen + 1).concat(home ? [cells[0]] : []).map((cell) => middle(cell).join(",")).join(" ");
      parts.push(draw("polyline", { points: way, fill: "none", stroke: "#0072b2", "stroke-width": 0.08, "stroke-linejoin": "round", "stroke-linecap": "round", opacity: 0.45 }));
      const now = home ? 0 : seen;
      cells.slice(0, seen + 1).forEach((cell, index) => {
        const [x, y] = middle(cell);
        const size = index === now ? 0.74 : 0.5;
        parts.push(draw("g", { transform: `translate(${x} ${y}) scale(${size})`, class: index === now ? "now" : "seen" },
          draw("rect", { x: -0.5, y: -0.5, width: 1, height: 1, rx: 0.12, fill: index === now ? "#f0e442" : "#ffffff", stroke: "#111", "stroke-width": index === now ? 0.06 : 0.03 }), ...pips(value(dice[index][0]))));
      });
      board.replaceChildren(...parts);
      const [top, north, east] = dice[home ? cells.length : seen] || dice[seen];
      die(picture, [top, 7 - north, east], value);
      const sum = dice.slice(0, seen + 1).reduce((total, [face]) => total + value(face), 0);
      says.textContent = step === 0 ? `Start: top ${value(dice[0][0])}, sum ${sum}`
        : home ? `Roll ${step} of ${moves.length}, ${WAYS[moves[step - 1]]}: home again, sum ${sum}`
        : `Roll ${step} of ${moves.length}, ${WAYS[moves[step - 1]]}: top ${value(top)}, sum ${sum}`;
    };
    stepper(root, moves.length, show);
    root.append(says);
  };

  const SIDES = ["front", "right", "back", "left"];
  const ORDER = ["left", "front", "right", "back", "top", "bottom"];

  widgets.tower = (root, data) => {
    const { cubes, colours } = data;
    let turn = 0;
    const tower = make("div", { class: "tower" });
    for (const cube of cubes) {
      tower.append(make("div", { class: "cube" }, ...ORDER.map((place, index) => {
        const colour = colours[cube[index]];
        const side = make("div", { class: `side ${place}`, textContent: colour.letter, title: `${place}: ${colour.name}` });
        side.style.background = colour.paint;
        side.style.color = colour.ink;
        return side;
      })));
    }
    const table = make("table", { class: "tower-sides" });
    const swatch = (index) => {
      const mark = make("span", { class: "swatch", textContent: colours[index].letter, title: colours[index].name });
      mark.style.background = colours[index].paint;
      mark.style.color = colours[index].ink;
      return mark;
    };
    const rows = SIDES.map((side) => {
      const shown = cubes.map((cube) => cube[ORDER.indexOf(side)]);
      const different = new Set(shown).size === shown.length;
      return make("tr", {}, make("th", { textContent: side }), ...shown.map((index) => make("td", {}, swatch(index))), make("td", { textContent: different ? "all different" : "a colour twice", class: different ? "agrees" : "corrected" }));
    });
    table.append(...rows);
    const says = make("output", { "aria-live": "polite" });
    const show = () => {
      const side = ((turn % 4) + 4) % 4;
      tower.style.transform = `rotateX(-16deg) rotateY(${-90 * turn - 22}deg)`;
      rows.forEach((row, index) => row.classList.toggle("shown", index === side));
      const names = cubes.map((cube) => colours[cube[ORDER.indexOf(SIDES[side])]].name);
      says.textContent = `The ${SIDES[side]} side, from the top: ${names.join(", ")}`;
    };
    const button = (text, name, by) => make("button", { type: "button", class: name, textContent: text, onclick: () => { turn += by; show(); } });
    if (cubes.length > 6) root.classList.add("many");
    root.append(make("div", { class: "tower-room" }, tower), make("div", { class: "controls" }, button("↺ Turn to the left side", "turn-left", -1), button("Turn to the right side ↻", "turn-right", 1)), says, make("div", { class: "scroll" }, table));
    show();
  };

  widgets.steps = (root) => {
    const steps = [...root.querySelectorAll(".step")];
    const says = make("output", { "aria-live": "polite" });
    stepper(root, steps.length - 1, (at) => {
      steps.forEach((step, index) => { step.hidden = index !== at; });
      says.textContent = `Step ${at + 1} of ${steps.length}: ${steps[at].dataset.says}`;
    }, 2200);
    root.append(says);
  };

  const orders = (count) => count === 0 ? [[]] : orders(count - 1).flatMap((rest) => [...Array(count).keys()].map((place) => [...rest.slice(0, place), count - 1, ...rest.slice(place)]));

  /** The exact distance of a configuration: permute its rows and columns, or those of its inverse, until its class is found, then look it up. */
  const finder = (data) => {
    const classes = new Map(data.keys.map((key, index) => [key, index]));
    const maps = orders(data.rows).flatMap((rows) => orders(data.columns).map((columns) =>
      [...Array(data.rows * data.columns).keys()].map((cell) => rows[Math.floor(cell / data.columns)] * data.columns + columns[cell % data.columns])));
    const inverse = [...Array(24).keys()].map((rotation) => data.product.slice(24 * rotation, 24 * rotation + 24).indexOf(0));
    const look = (state) => {
      for (const map of maps) {
        let key = 0;
        state.forEach((rotation, cell) => { key |= (rotation % 6) << (3 * map[cell]); });
        const found = classes.get(key);
        if (found === undefined) continue;
        let index = 0;
        state.forEach((rotation, cell) => {
          const klein = Math.floor(rotation / 6);
          if (klein & 1) index ^= data.images[found][2 * map[cell]];
          if (klein & 2) index ^= data.images[found][2 * map[cell] + 1];
        });
        return data.distances.charCodeAt(data.starts[found] + index) - 97;
      }
      return null;
    };
    return (state) => look(state) ?? look(state.map((rotation) => inverse[rotation]));
  };

  /** For each face of a cube the neighbour towards which its picture stands upright, and the turn when that lies left, front, right or back. */
  const UPRIGHT = [3, 4, 3, 5, 3, 1];
  const TURN = { 3: 0, 2: 90, 1: 180, 0: 270 };

  widgets.bench = (root, data) => {
    const { rows, columns, product, faces, moves, murals } = data;
    const distanceOf = finder(data);
    let state = data.start.slice();
    let made = 0;
    let timer = null;
    const place = (rotation, face) => Number(faces[6 * rotation + face]);
    const apply = (from, move) => {
      const to = from.slice();
      for (const cell of moves[move].cells) to[cell] = product[24 * to[cell] + moves[move].rotation];
      return to;
    };
    const better = () => {
      const here = distanceOf(state);
      return moves.findIndex((_, move) => distanceOf(apply(state, move)) === here - 1);
    };
    const cells = state.map((_, cell) => {
      const svg = draw("svg", { viewBox: "0 0 1 1", role: "img", class: "cell" });
      svg.dataset.cell = cell;
      return svg;
    });
    const paint = () => state.forEach((rotation, cell) => {
      const up = [0, 1, 2, 3, 4, 5].find((face) => place(rotation, face) === 4);
      const turn = TURN[place(rotation, UPRIGHT[up])];
      const mural = murals[up];
      const row = Math.floor(cell / columns), column = cell % columns;
      const part = draw("svg", { x: 0, y: 0, width: 1, height: 1, viewBox: `${column} ${row} 1 1` },
        draw("rect", { x: column, y: row, width: 1, height: 1, fill: mural.background }),
        ...mural.shapes.map((shape) => draw("polygon", { points: shape.points, fill: shape.fill })));
      cells[cell].replaceChildren(
        draw("title", {}, `Row ${row + 1}, column ${column + 1}: ${mural.name}, turned by ${turn} degrees`),
        draw("g", { transform: `rotate(${turn} 0.5 0.5)` }, part,
          draw("text", { x: 0.06, y: 0.16, "font-size": 0.13, "font-weight": 700, fill: mural.ink }, mural.letter)));
    });
    const distance = make("div", { class: "distance", role: "status", "aria-live": "polite" });
    const bar = make("i");
    const says = make("output", { "aria-live": "polite" });
    const halt = () => { clearInterval(timer); timer = null; solve.textContent = "Solve it"; };
    const refresh = (text) => {
      const here = distanceOf(state);
      root.dataset.distance = here;
      root.dataset.state = state.join(" ");
      paint();
      distance.textContent = here === 0 ? "Solved: distance 0" : `Exactly ${here} quarter turn${here === 1 ? "" : "s"} from solved`;
      bar.style.width = `${(100 * here) / data.diameter}%`;
      hint.ariaDisabled = solve.ariaDisabled = here === 0;
      if (here === 0) halt();
      says.textContent = text;
    };
    const play = (move, why = "") => {
      state = apply(state, move);
      made += 1;
      refresh(`${why}${moves[move].name}; ${made} move${made === 1 ? "" : "s"} made`);
    };
    const button = (text, name, label, act) => make("button", { type: "button", class: name, textContent: text, title: label, "aria-label": label, onclick: act });
    const turner = (move, text) => {
      const [, what, line] = moves[move].name.match(/^([a-z]+)(\d+)$/);
      const label = what === "up" || what === "down" ? `Turn row ${line} ${what}` : `Turn column ${line} ${what}`;
      const element = button(text, "turn", label, () => { halt(); play(move); });
      element.dataset.move = moves[move].name;
      return element;
    };
    const find = (name) => moves.findIndex((move) => move.name === name);
    const grid = make("div", { class: "bench-grid" });
    grid.style.gridTemplateColumns = `repeat(${columns}, 1fr) auto`;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) grid.append(cells[row * columns + column]);
      grid.append(make("div", { class: "turns row" }, turner(find(`up${row + 1}`), "▲"), turner(find(`down${row + 1}`), "▼")));
    }
    for (let column = 0; column < columns; column++) grid.append(make("div", { class: "turns" }, turner(find(`left${column + 1}`), "◀"), turner(find(`right${column + 1}`), "▶")));
    const hint = button("Hint: play a best move", "hint strong", "Play a move that brings it one step nearer", () => { halt(); const move = better(); if (move >= 0) play(move, "Hint: "); });
    const solve = button("Solve it", "solve", "Play best moves until it is solved", () => {
      if (timer) return halt();
      solve.textContent = "Pause";
      timer = setInterval(() => { const move = better(); if (move >= 0) play(move); else halt(); }, calm ? 50 : 650);
    });
    const scramble = button("Scramble", "scramble", "Sixty random moves", () => {
      halt();
      for (let step = 0; step < 60; step++) state = apply(state, Math.floor(Math.random() * moves.length));
      made = 0;
      refresh("Scrambled by 60 random moves");
    });
    const hardest = button("As far as it gets", "hardest", `A configuration at distance ${data.diameter}`, () => { halt(); state = data.hardest.slice(); made = 0; refresh(`As far from solved as a configuration can be: ${data.diameter}`); });
    const reset = button("Start again", "reset", "Back to the start", () => { halt(); state = data.start.slice(); made = 0; refresh("The start"); });
    root.append(distance, make("div", { class: "bar" }, bar), grid, make("div", { class: "controls" }, hint, solve, scramble, hardest, reset), says);
    root.distanceOf = distanceOf;
    root.applyMove = (from, name) => apply(from, find(name));
    refresh("Turn rows with ▲ ▼ and columns with ◀ ▶");
  };

  for (const root of document.querySelectorAll("[data-widget]")) {
    const source = root.querySelector('script[type="application/json"]');
    widgets[root.dataset.widget](root, source ? JSON.parse(source.textContent) : null);
    root.dataset.ready = "yes";
  }

  // What is folded on the screen is read on paper.
  addEventListener("beforeprint", () => { for (const folded of document.querySelectorAll("details")) folded.open = true; });

  const theme = document.querySelector("#theme");
  if (theme) {
    theme.hidden = false;
    theme.onclick = () => {
      const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      document.documentElement.dataset.theme = dark ? "light" : "dark";
    };
  }
})();
