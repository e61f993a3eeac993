/**
 * The library for programs: every function sends a question to the worker and promises its answer.
 * `window.cubegraph` is the same object. Options are those of the command line by their long
 * names, as `nearSolutions` or `"near-solutions"`; every call also takes `time` (seconds),
 * `memory` (bytes), `signal` (an AbortSignal) and `progress` (called with lines of text).
 */

/** Seconds and bytes that a question may take, unless it says otherwise. */
const TIME = 20;
const MEMORY = 500e6;
/** After the time allowed the module stops by itself; this many seconds later it is stopped. */
const GRACE = 3;

/**
 * @typedef {{time?: number, memory?: number, signal?: AbortSignal,
 *   progress?: (line: string) => void, [option: string]: unknown}} Options
 * @typedef {{command: string, text: string, options: Options, given: string,
 *   resolve: (answer: string) => void, reject: (error: Error) => void}} Question
 * @typedef {{name: string, family: string, title: string, text: string}} Listed
 */

/** An answer that was refused. `kind` says why. */
export class Refused extends Error {
  /** @param {{kind: string, message: string, line?: number, column?: number}} refusal */
  constructor(refusal) {
    super(refusal.message);
    this.name = "Refused";
    /** input, invalid, too-large, out-of-time, interrupted or internal */
    this.kind = refusal.kind;
    /** Of a mistake in the text, counted from 1. @type {number | undefined} */
    this.line = refusal.line;
    /** @type {number | undefined} */
    this.column = refusal.column;
    /** What answers the question on a machine. @type {string | undefined} */
    this.command = undefined;
  }
}

/** @type {Worker | null} */
let worker = null;
/** @type {Question | null} */
let current = null;
/** @type {Question[]} */
const waiting = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let deadline;

/** @param {string} id */
function inlined(id) {
  return document.getElementById(id)?.textContent?.trim() ?? "";
}

/** The module as the page carries it: base64 of a gzip. @type {Promise<ArrayBuffer> | null} */
let unpacked = null;
function moduleBytes() {
  unpacked ??= (async () => {
    const packed = Uint8Array.from(atob(inlined("module")), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  })();
  return unpacked;
}

/** @returns {Promise<Worker>} a worker that holds the module */
async function started() {
  if (worker) {
    return worker;
  }
  const bytes = await moduleBytes();
  const url = URL.createObjectURL(new Blob([inlined("worker")], { type: "text/javascript" }));
  const fresh = new Worker(url);
  URL.revokeObjectURL(url);
  worker = fresh;
  fresh.onmessage = ({ data }) => fresh === worker && heard(data);
  fresh.onerror = (event) => {
    event.preventDefault();
    if (fresh === worker) {
      stop({ kind: "internal", message: event.message || "the worker failed" });
    }
  };
  fresh.postMessage({ module: bytes });
  return fresh;
}

/** @param {{progress?: string, answer?: string, refused?: any, ready?: boolean}} data */
function heard(data) {
  const question = current;
  if (!question || data.ready) {
    return;
  }
  if (data.progress !== undefined) {
    question.options.progress?.(data.progress);
  } else if (data.refused?.fatal) {
    stop(data.refused);
  } else {
    current = null;
    clearTimeout(deadline);
    if (data.refused) {
      question.reject(refused(question, data.refused));
    } else {
      question.resolve(data.answer ?? "");
    }
    next();
  }
}

/**
 * Ends the worker and refuses the question it was at; the next one gets a new worker.
 * @param {{kind: string, message: string}} refusal
 */
function stop(refusal) {
  const question = current;
  worker?.terminate();
  worker = null;
  current = null;
  clearTimeout(deadline);
  question?.reject(refused(question, refusal));
  next();
}

function next() {
  const question = current ? undefined : waiting.shift();
  if (!question) {
    return;
  }
  current = question;
  started().then(
    (ready) => {
      if (current !== question) {
        return;
      }
      const { command, text, given } = question;
      ready.postMessage({ command, text, options: given });
      const time = Number(question.options.time ?? TIME);
      const late = `stopped after ${time} s, the time allowed`;
      deadline = setTimeout(
        () => stop({ kind: "out-of-time", message: late }),
        (time + GRACE) * 1000,
      );
    },
    (error) => stop({ kind: "internal", message: String(error) }),
  );
}

/** @param {string} name */
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** @param {Options} options */
function plain(options) {
  const given = Object.entries({ time: TIME, memory: MEMORY, ...options })
    .filter(([name, value]) => value !== undefined && name !== "signal" && name !== "progress")
    .map(([name, value]) => [kebab(name), value]);
  return Object.fromEntries(given);
}

/**
 * @param {Question} question
 * @param {{kind: string, message: string}} refusal
 */
function refused(question, refusal) {
  const error = new Refused(refusal);
  if (refusal.kind === "too-large" || refusal.kind === "out-of-time") {
    error.command = commandLine(question);
  }
  return error;
}

/**
 * The command that answers a question on a machine, where there is more time and memory.
 * @param {Question} question
 */
function commandLine({ command, text, options }) {
  const kind = /^\s*kind\s*=\s*"(\w+)"/m.exec(text)?.[1];
  const family = command === "generate" ? text : (kind ?? "picture");
  const words = Object.entries(plain({ ...options, time: undefined, memory: undefined }))
    .filter(([name, value]) => value !== false && name !== "answer")
    .flatMap(([name, value]) => [`--${name}`, ...(value === true ? [] : [quoted(String(value))])]);
  const what = command === "explain" ? "solve" : command;
  const puzzle = command === "generate" ? [] : [kind ? "puzzle.toml" : quoted(text.trim())];
  const explain = command === "explain" ? ["--explain"] : [];
  return ["cubegraph", family, what, ...puzzle, ...words, ...explain].join(" ");
}

/** @param {string} word */
function quoted(word) {
  return /^[\w@.,:/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * @param {string} command
 * @param {string} text
 * @param {Options} [options]
 * @returns {Promise<string>}
 */
function ask(command, text, options = {}) {
  return new Promise((resolve, reject) => {
    const question = { command, text: String(text), options, given: "", resolve, reject };
    const interrupted = { kind: "interrupted", message: "interrupted" };
    question.given = JSON.stringify(plain(options));
    const { signal } = options;
    if (signal?.aborted) {
      reject(refused(question, interrupted));
      return;
    }
    signal?.addEventListener("abort", () => {
      const place = waiting.indexOf(question);
      if (place >= 0) {
        waiting.splice(place, 1);
        reject(refused(question, interrupted));
      } else if (current === question) {
        stop(interrupted);
      }
    });
    waiting.push(question);
    next();
  });
}

/** @param {string} command */
const asObject =
  (command) =>
  /**
   * @param {string} text
   * @param {Options} [options]
   * @returns {Promise<any>}
   */
  async (text, options) =>
    JSON.parse(await ask(command, text, options));

export const cubegraph = {
  /** The object that `cubegraph FAMILY solve --format json` prints. */
  solve: asObject("solve"),
  /**
   * The JSON text itself, in which integers beyond 2^53 keep all their digits.
   * @param {string} text
   * @param {Options} [options]
   */
  solveText: (text, options) => ask("solve", text, options),
  /**
   * Judges an answer, as a short form or as what `solve` returned.
   * @param {string} text
   * @param {string | object} answer
   * @param {Options} [options]
   * @returns {Promise<any>}
   */
  async check(text, answer, options) {
    const written = typeof answer === "string" ? answer : JSON.stringify(answer);
    return JSON.parse(await ask("check", text, { ...options, answer: written }));
  },
  /** The argument as `text` and as `steps` of a heading and lines, with what they point at. */
  explain: asObject("explain"),
  /**
   * A picture as SVG.
   * @param {string} text
   * @param {Options} [options] `as`, `theme` (light, dark, mono), `solution`, …
   */
  draw: (text, options) => ask("draw", text, options),
  /**
   * The graph as data.
   * @param {string} text
   * @param {Options} [options] `of`, and `to`: dot, graphml, json, csv or tex
   */
  graph: (text, options) => ask("graph", text, options),
  /**
   * A new puzzle as an instance file.
   * @param {string} family
   * @param {Options} [options]
   */
  generate(family, options) {
    const seed = Math.floor(Math.random() * 1e9);
    return ask("generate", family, { seed, ...options });
  },
  distances: asObject("distances"),
  bounds: asObject("bounds"),
  group: asObject("group"),
  obstacle: asObject("obstacle"),
  /** @returns {Promise<Listed[]>} the instances that the tool has built in */
  async instances() {
    return JSON.parse(await ask("instances", ""));
  },
  /**
   * Reads whatever the tool reads.
   * @param {string} text
   * @param {Options} [options]
   * @returns {Promise<{family: string, title: string | null, source: string | null,
   *   toml: string, json: any}>}
   */
  async canonical(text, options) {
    return JSON.parse(await ask("canonical", text, options));
  },
};

Object.assign(window, { cubegraph });

/** @typedef {typeof cubegraph} Cubegraph */
