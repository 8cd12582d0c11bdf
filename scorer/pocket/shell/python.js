// Starts Python with our own code. Starting anew takes seconds of a phone's processor; so the first time Python's memory is
// kept as it is when all is imported, and later that memory is taken up again (Pyodide's snapshots, which it calls
// experimental).

import { loadPyodide } from "./pyodide/pyodide.mjs";

const STORE = "python", TRIED = "/tried";
const FOLDER = "/scorer";
const PYODIDE = { indexURL: new URL("pyodide/", import.meta.url).href };

/**
 * @param {ArrayBuffer} code Our own code, packed.
 * @returns {Promise<any>} Pyodide, with the program imported.
 */
export async function startPython(code) {
  const name = await nameOf(code);
  const snapshot = name && await taken(name).catch(() => null);
  if (!snapshot) return startAnew(code, name);
  const python = unpacked(await loadPyodide({ ...PYODIDE, _loadSnapshot: snapshot }), code);
  caches.open(STORE).then((store) => store.delete(name + TRIED));
  return python;
}

/**
 * @param {ArrayBuffer} code
 * @param {string} name
 */
async function startAnew(code, name) {
  const python = unpacked(await loadPyodide({ ...PYODIDE, _makeSnapshot: Boolean(name) }), code);
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}"); import scorer.pocket.program`);
  if (name) keep(name, python.makeMemorySnapshot()).catch((error) => console.warn("Python was not kept:", error));
  return python;
}

/**
 * @param {any} python
 * @param {ArrayBuffer} code
 */
function unpacked(python, code) {
  python.unpackArchive(code, "zip", { extractDir: FOLDER });
  return python;
}

/**
 * What a snapshot is kept under: it fits this code in this browser only. Nothing where nothing can be kept.
 * @param {ArrayBuffer} code
 */
async function nameOf(code) {
  if (!self.caches || !self.crypto?.subtle) return "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", code));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return new URL(`snapshot/${hash}/${encodeURIComponent(navigator.userAgent)}`, import.meta.url).href;
}

/**
 * The snapshot, unless it was taken up before and nothing came of it: a spoilt one says nothing, Python just does not start.
 * @param {string} name
 */
async function taken(name) {
  const store = await caches.open(STORE);
  const found = await store.match(name);
  if (!found) return null;
  if (await store.match(name + TRIED)) {
    console.warn("Python starts anew");
    return null;
  }
  await store.put(name + TRIED, new Response());
  return new Uint8Array(await found.arrayBuffer());
}

/**
 * @param {string} name
 * @param {Uint8Array<ArrayBuffer>} snapshot
 */
async function keep(name, snapshot) {
  await caches.delete(STORE);  // of another build, or another browser version
  await (await caches.open(STORE)).put(name, new Response(snapshot));
}
