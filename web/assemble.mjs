// Puts the page together: one file with its styles, its modules, the worker and the module inlined.
//
// The rule for the modules in web/page: an ES module imports names from "./other.js" and exports
// functions, constants and classes by name; no default exports, no cycles, no `export let`. Each
// becomes a function that is called once and returns its exports, in the order of the imports. Data
// comes from a JSON file. `src/report/script.rs` does the same with the modules that it shares.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const [, , built, out] = process.argv;
const page = (name) => readFileSync(join(here, "page", name), "utf8");

const IMPORT = /^import\s+(\{[^}]*\}|\*\s+as\s+\w+)\s+from\s+"\.\/([\w-]+\.js)";$/gm;
const DATA = /^import\s+(\w+)\s+from\s+"\.\/([\w-]+\.json)"\s+with\s+\{[^}]*\};$/gm;
const SIDE_EFFECT = /^import\s+"\.\/([\w-]+\.js)";$/gm;
const EXPORT = /^export\s+(?=(?:async\s+)?(?:function\*?|const|class)\s+([\w$]+))/gm;
const EXPORT_LIST = /^export\s+\{([^}]*)\};$/gm;

// Comments on lines of their own are for those who read web/page: they would be a fifth of the script.
const COMMENT = /^[ \t]*(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*)[ \t]*\n/gm;

const placed = new Set();
const order = [];

const variable = (name) => `$${name.replace(/\.js$/, "").replaceAll("-", "_")}`;

function place(name, path) {
  if (path.includes(name)) {
    throw new Error(`modules import each other: ${[...path, name].join(" -> ")}`);
  }
  if (placed.has(name)) {
    return;
  }
  const exported = [];
  let source = page(name);
  for (const match of [...source.matchAll(IMPORT)].map((m) => m[2])) {
    place(match, [...path, name]);
  }
  for (const match of [...source.matchAll(SIDE_EFFECT)].map((m) => m[1])) {
    place(match, [...path, name]);
  }
  source = source
    .replace(IMPORT, (_, names, from) => {
      const bound = names.startsWith("*")
        ? names.replace(/\*\s+as\s+/, "")
        : names.replace(/\s+as\s+/g, ": ");
      return `const ${bound} = ${variable(from)};`;
    })
    .replace(DATA, (_, bound, from) => `const ${bound} = ${page(from).trim()};`)
    .replace(SIDE_EFFECT, "")
    .replace(COMMENT, "")
    .replace(EXPORT, (_, exportedName) => {
      exported.push(exportedName);
      return "";
    })
    .replace(EXPORT_LIST, (_, names) => {
      const listed = names
        .split(",")
        .map((n) => n.trim())
        .filter(Boolean);
      exported.push(
        ...listed.map((n) =>
          n
            .split(/\s+as\s+/)
            .reverse()
            .join(": "),
        ),
      );
      return "";
    });
  const left = /^(?:import|export)\b.*/m.exec(source);
  if (left) {
    throw new Error(`${name}: this form is not understood: ${left[0]}`);
  }
  placed.add(name);
  order.push(
    `const ${variable(name)} = (() => {\n${source}\nreturn { ${exported.join(", ")} };\n})();`,
  );
}

/**
 * A file in gzip's format: by zopfli, which saves 5 % and takes its time, where it is installed.
 * @param {string} path
 */
function smallest(path) {
  const kept = `${path}.gz`;
  if (existsSync(kept) && statSync(kept).mtimeMs >= statSync(path).mtimeMs) {
    return readFileSync(kept);
  }
  try {
    const packed = execFileSync("zopfli", ["-c", path], { maxBuffer: 1 << 26 });
    writeFileSync(kept, packed);
    return packed;
  } catch {
    return gzipSync(readFileSync(path), { level: 9 });
  }
}

place("main.js", []);
const script = `"use strict";\n${order.join("\n")}`;
const worker = readFileSync(join(built, "cubegraph_web.js"), "utf8") + page("worker.js");
const wasm = readFileSync(join(built, "cubegraph_web_bg.wasm"));
const packed = smallest(join(built, "cubegraph_web_bg.wasm")).toString("base64");
const within = (text) => text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const shown = within(script);
const hash = createHash("sha256").update(shown).digest("base64");

// Nothing but this script and the worker it starts may run, and nothing may be fetched.
const policy =
  `default-src 'none'; script-src 'sha256-${hash}' 'wasm-unsafe-eval' blob:; worker-src blob:; ` +
  "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";
const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
const tail = [
  `<script type="text/plain" id="worker">${within(worker)}</script>`,
  `<script type="text/plain" id="module">${packed}</script>`,
  `<script type="module">${shown}</script>`,
].join("\n");

let html = page("index.html");
const insert = (pattern, text) => {
  if (!pattern.test(html)) {
    throw new Error(`index.html: ${pattern} is missing`);
  }
  html = html.replace(pattern, text);
};
insert(/<link rel="stylesheet" href="([\w-]+\.css)"\s*\/?>/g, (_, name) => {
  return `<style>\n${page(name)}</style>`;
});
insert(/<script type="module" src="main\.js"><\/script>/, () => tail);
insert(/<meta charset="utf-8"\s*\/?>/i, () => `<meta charset="utf-8">\n${head}`);
writeFileSync(out, html);
const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;
const size = Buffer.byteLength(html);
const zipped = gzipSync(html, { level: 9 }).length;
console.log(
  `${out}: ${kilobytes(size)}, ${kilobytes(zipped)} gzipped; module ${kilobytes(wasm.length)}`,
);
if (size > 3 << 20 || zipped > 1.2 * (1 << 20)) {
  console.error("the page may have 3 MiB, and 1.2 MiB gzipped");
  process.exit(1);
}
