// @ts-check
/**
 * A puzzle in the address: `#@name` is a built-in instance, `#z…` its TOML deflated and in
 * base64url, `#t…` the same without compression (for browsers that have none).
 */

/** The largest text that is read from an address or a file, in characters. */
export const LARGEST = 1_000_000;

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
function fromBase64(text) {
  if (!/^[\w-]*$/.test(text)) throw new Error("it has characters that do not belong there");
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/**
 * Everything a stream has to give, unless it is more than [`LARGEST`]: a few bytes can unpack to
 * gigabytes.
 * @param {ReadableStream<Uint8Array>} stream
 */
async function collect(stream) {
  const reader = stream.getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LARGEST) {
      await reader.cancel();
      throw new Error("the puzzle in it is too large");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array<ArrayBuffer>} packed */
async function inflate(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  try {
    return await collect(stream);
  } catch (error) {
    if (error instanceof TypeError) throw new Error("it is damaged");
    throw error;
  }
}

/**
 * The part of the address after `#` for a TOML text.
 * @param {string} toml
 */
export async function encode(toml) {
  const bytes = new TextEncoder().encode(toml);
  if (typeof CompressionStream === "undefined") return `t${toBase64(bytes)}`;
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `z${toBase64(await collect(packed))}`;
}

/**
 * The text that an address carries, or `{ name }` of a built-in instance, or `null` where it
 * carries none. Throws an `Error` with a message for people where it cannot be read.
 * @param {string} hash with or without `#`
 * @returns {Promise<{ text: string } | { name: string } | null>}
 */
export async function decode(hash) {
  const code = hash.replace(/^#/, "");
  if (code === "" || code === "main") return null;
  if (code.length > LARGEST) throw new Error("it is too long");
  if (code.startsWith("@")) return { name: decodeURIComponent(code.slice(1)) };
  const rest = code.slice(1);
  let bytes;
  if (code[0] === "t") bytes = fromBase64(rest);
  else if (code[0] === "z") {
    bytes = await inflate(fromBase64(rest));
  } else throw new Error("it does not begin like one");
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    throw new Error("it is damaged");
  }
}
