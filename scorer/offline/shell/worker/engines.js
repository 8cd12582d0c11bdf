// Loads the libraries that Python calls: HiGHS for the rules; numpy, OpenCV.js and the networks for photos. The build copies
// their files as scorer/offline/engines.py lists them.

import { letGo } from "../shared/memory.js";
import { solver } from "./highs.js";
import { loadNets } from "./nets.js";
import { caller, startOpenCV } from "./opencv.js";

const READER = new URL("../../%READER BUILD%/", import.meta.url);
const at = (/** @type {string} */ name) => new URL(name, READER).href;

/** @param {any} python Pyodide, with our own code. */
export async function loadSolver(python) {
  const { default: begin } = await import("../highs/highs.mjs");
  const highs = await begin({ locateFile: () => new URL("../highs/highs.wasm", import.meta.url).href });
  python.pyimport("scorer.offline.program").use_solver(solver(highs));
}

/**
 * @param {any} python Pyodide, with our own code.
 * @param {(part: number) => void} tell Receives the fraction that is loaded, 0 to 1.
 * @returns {Promise<{reader: any, cv: any}>} Python's ``photo_worker.PhotoWorker``, and OpenCV.js.
 */
export async function loadReader(python, tell) {
  await python.loadPackage("numpy", { messageCallback: () => {} });
  if (!python.loadedPackages.numpy) throw new Error("numpy could not be loaded");  // of which Pyodide throws nothing
  tell(1 / 6);
  const cv = await startOpenCV(at);
  tell(2 / 6);
  const worker = python.pyimport("scorer.offline.photo_worker");
  worker.use_opencv(caller(cv), Object.fromEntries, letGo);
  const run = await loadNets(at, JSON.parse(worker.net_files()), (part) => tell((2 + 4 * part) / 6));
  return { reader: worker.PhotoWorker(run), cv };
}
