// Loads the libraries that Python calls: HiGHS for the rules; numpy, OpenCV, ONNX Runtime and the networks for photos.

import { solver } from "./highs.js";
import { discard, letGo } from "../page/memory.js";
import { network, startRuntime } from "./nets.js";
import { caller } from "./opencv.js";

const READER = new URL("../../%READER BUILD%/", import.meta.url);
/** @type {any} The namespace, one function of which is replaced for a while. */
const wasm = WebAssembly;
const NETS = ["detector", "squares", "towns"];

/** @param {any} python Pyodide, with our own code. */
export async function loadSolver(python) {
  const { default: begin } = await import("../highs/highs.mjs");
  const highs = await begin({ locateFile: () => new URL("../highs/highs.wasm", import.meta.url).href });
  python.pyimport("scorer.offline.program").use_solver(solver(highs));
}

/**
 * @param {any} python Pyodide, with our own code.
 * @param {(part: number) => void} tell Told how much is there, 0 to 1.
 * @returns {Promise<{reader: any, cv: any}>} Python's ``engines.PhotoWorker``, and OpenCV.js.
 */
export async function loadReader(python, tell) {
  let done = 0;
  const counted = async (/** @type {Promise<any>} */ part) => {
    const made = await part;
    tell(++done / (3 + NETS.length));
    return made;
  };
  await counted(python.loadPackage("numpy", { messageCallback: () => {} }));
  if (!python.loadedPackages.numpy) throw new Error("numpy could not be loaded");  // of which Pyodide throws nothing
  const cv = await counted(loadOpenCV());
  const { default: begin } = await import(inReader("ort-wasm-simd-threaded.mjs"));
  const ort = await counted(startRuntime(begin, inReader("ort-wasm-simd-threaded.wasm")));
  /** @type {Map<string, import("./nets.js").Net>} */
  const nets = new Map();
  for (const name of NETS) {
    const file = await model(name);
    nets.set(name, network(ort, file));
    discard(file.buffer);
    tell(++done / (3 + NETS.length));
  }
  const engines = python.pyimport("scorer.offline.engines");
  engines.use_opencv(caller(cv), Object.fromEntries, letGo);
  const reader = engines.PhotoWorker((/** @type {string} */ name, /** @type {any} */ pixels, /** @type {number[]} */ shape) => {
    const buffer = pixels.getBuffer("f32");
    try {
      return nets.get(name)?.((input) => input.set(buffer.data), shape);
    } finally {
      buffer.release();
    }
  });
  return { reader, cv };
}

/** OpenCV.js is not a module: it adds itself to the worker's global scope. The 12 MB of its file are freed once compiled. */
async function loadOpenCV() {
  const { instantiate } = wasm;
  wasm.instantiate = async (/** @type {ArrayBuffer} */ file, /** @type {WebAssembly.Imports} */ imports) => {
    wasm.instantiate = instantiate;
    const made = await instantiate(file, imports);
    discard(file);
    return made;
  };
  await import(inReader("opencv.js"));
  return /** @type {any} */ (self).cv;
}

/** @param {string} name Of a file of the reader. */
function inReader(name) {
  return new URL(name, READER).href;
}

/** @param {string} name */
async function model(name) {
  const file = await fetch(inReader(`${name}.onnx`));
  return new Uint8Array(await file.arrayBuffer());
}
