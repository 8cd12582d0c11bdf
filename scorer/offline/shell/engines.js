// Loads what stands beside Python: HiGHS for the rules; numpy, OpenCV and ONNX Runtime with the networks to read photos.

import { decode } from "./decode.js";
import { solver } from "./highs.js";
import { letGo } from "./memory.js";
import { caller } from "./opencv.js";

const NETS = ["detector", "squares", "towns"];

/** @param {any} python Pyodide, with our own code. */
export async function loadSolver(python) {
  const { default: begin } = await import("./engines/highs.mjs");
  const highs = await begin({ locateFile: () => new URL("engines/highs.wasm", import.meta.url).href });
  python.pyimport("scorer.offline.program").begin_solver(solver(highs));
}

/**
 * @param {any} python Pyodide, with our own code.
 * @param {(part: number) => void} tell Told how much is there, 0 to 1.
 * @returns {Promise<any>} Python's reader.
 */
export async function loadReader(python, tell) {
  let done = 0;
  const counted = async (/** @type {Promise<any>} */ part) => {
    const made = await part;
    tell(++done / (3 + NETS.length));
    return made;
  };
  await counted(python.loadPackage("numpy"));
  if (!python.loadedPackages.numpy) throw new Error("numpy could not be loaded");  // of which Pyodide throws nothing
  const cv = await counted(loadOpenCV());
  const ort = await counted(import("./engines/ort.wasm.bundle.min.mjs"));
  ort.env.wasm.wasmPaths = { wasm: new URL("engines/ort-wasm-simd-threaded.wasm", import.meta.url).href };
  ort.env.wasm.numThreads = 1;
  /** @type {Map<string, any>} */
  const sessions = new Map();
  for (const name of NETS) sessions.set(name, await counted(session(ort, name)));
  const engines = python.pyimport("scorer.offline.engines");
  engines.begin_opencv(caller(cv), Object.fromEntries, letGo);
  return engines.photo_reader(async (
    /** @type {string} */ name, /** @type {Float32Array} */ data, /** @type {number[]} */ shape) => {
    const net = sessions.get(name);
    const made = await net.run({ [net.inputNames[0]]: new ort.Tensor("float32", data, shape) });
    const { data: found, dims } = made[net.outputNames[0]];
    return { data: found, shape: [...dims] };
  }, decode, letGo);
}

/** OpenCV.js is a script from before modules: it puts itself into the worker's own scope. */
async function loadOpenCV() {
  await import("./engines/opencv.js");
  return /** @type {any} */ (self).cv;
}

/**
 * @param {any} ort
 * @param {string} name
 */
async function session(ort, name) {
  const file = await fetch(new URL(`engines/${name}.onnx`, import.meta.url));
  const net = new Uint8Array(await file.arrayBuffer());
  const made = await ort.InferenceSession.create(net, { executionProviders: ["wasm"], enableCpuMemArena: false });
  letGo(net);
  return made;
}
