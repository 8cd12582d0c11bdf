// Starts Python with our own code. A fresh start takes seconds of a phone's processor. So the first time Python's memory is
// stored after all imports, and later starts restore it (Pyodide's snapshots, which it calls
// experimental).

import { discard, letGo } from "../shared/memory.js";
import { loadPyodide, version } from "../pyodide/pyodide.mjs";

const STORE = "python", TRIED = "/tried";
/** The header under which a snapshot's own hash is kept. */
const HASH = "X-SHA-256";
const FOLDER = "/scorer";
const PYODIDE = { indexURL: new URL("../pyodide/", import.meta.url).href };

/** @type {any} The namespace, one function of which is replaced for a while. */
const wasm = WebAssembly;

/** Pyodide's WebAssembly as compiled by this worker, for reuse by the other. @type {WebAssembly.Module | null} */
export let compiled = null;

/**
 * @param {ArrayBuffer} code Our own code, packed.
 * @param {boolean} isFirst Whether this is the first Python of the page, which finds out whether the snapshot can be used.
 * @param {WebAssembly.Module | null} module What the first one has compiled.
 * @returns {Promise<any>} Pyodide, with the program imported.
 */
export async function startPython(code, isFirst = true, module = null) {
  takeCompiled(module);
  const { instantiate } = wasm;
  wasm.instantiate = reporting(instantiate);
  try {
    return await startedAs(code, isFirst);
  } finally {
    wasm.instantiate = instantiate;
  }
}

/**
 * A function of WebAssembly that reports why it fails: Pyodide would wait for ever.
 * @param {(...given: any[]) => Promise<any>} instantiate
 */
function reporting(instantiate) {
  return async (/** @type {any[]} */ ...given) => instantiate(...given).catch((error) => {
    postMessage({ error: String(error) });
    throw error;
  });
}

/**
 * @param {ArrayBuffer} code
 * @param {boolean} isFirst
 */
async function startedAs(code, isFirst) {
  const name = await nameOf(code);
  const snapshot = name && await taken(name, isFirst).catch(() => null);
  if (!snapshot) return startAnew(code, isFirst ? name : "");
  const python = unpacked(await loadPyodide({ ...PYODIDE, _loadSnapshot: snapshot }), code);
  discard(snapshot.buffer);
  if (isFirst) await (await caches.open(STORE)).delete(name + TRIED);
  return python;
}

/**
 * Has Pyodide, which compiles first of all, use a module, or else keeps the one that it makes.
 * @param {WebAssembly.Module | null} module
 */
function takeCompiled(module) {
  const { instantiateStreaming } = wasm;
  wasm.instantiateStreaming = async (/** @type {Promise<Response>} */ source, /** @type {WebAssembly.Imports} */ imports) => {
    wasm.instantiateStreaming = instantiateStreaming;
    if (module) {
      await (await source).body?.cancel();
      return { module, instance: await WebAssembly.instantiate(module, imports) };
    }
    const made = await reporting(instantiateStreaming)(source, imports);
    compiled = made.module;
    return made;
  };
}

/**
 * @param {ArrayBuffer} code
 * @param {string} name
 */
async function startAnew(code, name) {
  const python = unpacked(await loadPyodide({ ...PYODIDE, _makeSnapshot: Boolean(name) }), code);
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}"); import scorer.offline.program`);
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
 * What a snapshot is kept under: it fits this code and this Pyodide in this browser only. Nothing where nothing can be kept.
 * @param {ArrayBuffer} code
 */
async function nameOf(code) {
  if (!self.caches || !self.crypto?.subtle) return "";
  const hash = await hashOf(code);
  return new URL(`../snapshot/${version}/${hash}/${encodeURIComponent(navigator.userAgent)}`, import.meta.url).href;
}

/**
 * The snapshot, if it is as it was kept and did not come to nothing before: of one that does not fit, Pyodide says nothing and
 * never starts.
 * @param {string} name
 * @param {boolean} isFirst
 */
async function taken(name, isFirst) {
  const store = await caches.open(STORE);
  const found = await store.match(name);
  if (!found) return null;
  const snapshot = await found.arrayBuffer();
  if (await hashOf(snapshot) !== found.headers.get(HASH)) return without("what was kept of it is spoilt");
  if (!isFirst) return new Uint8Array(snapshot);
  if (await store.match(name + TRIED)) return without("what was kept of it did not start");
  await store.put(name + TRIED, new Response());
  return new Uint8Array(snapshot);
}

/** @param {string} why */
function without(why) {
  console.warn(`Python starts anew: ${why}`);
  return null;
}

/**
 * @param {string} name
 * @param {Uint8Array<ArrayBuffer>} snapshot
 */
async function keep(name, snapshot) {
  const headers = { [HASH]: await hashOf(snapshot) };
  await caches.delete(STORE);  // of another build, or another browser version
  await (await caches.open(STORE)).put(name, new Response(snapshot, { headers }));
  letGo(snapshot);
}

/** @param {BufferSource} bytes */
async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
