// Calls functions of OpenCV.js for Python, with arrays as scorer/offline/opencv.py writes them.

import { discard } from "../shared/memory.js";

/**
 * @typedef {{rows: number, columns: number, channels: number, type: string, data: ArrayBufferView}} Plain
 * @typedef {{out?: boolean, held?: number} & Partial<Plain>} Given An array; one to fill; one that was given before.
 * @typedef {{width: number, height: number, pixels: Uint8Array<ArrayBuffer>}} Frame Red, green, blue and opacity.
 */

const DEPTHS = /** @type {Record<string, string>} */ ({ uint8: "8U", int32: "32S", float32: "32F", float64: "64F" });
const TYPES = ["uint8", "int8", "uint16", "int16", "int32", "float32", "float64"];
const FIELDS = /** @type {Record<string, string>} */ ({
  uint8: "data", int32: "data32S", float32: "data32F", float64: "data64F",
});

/** @type {any} The namespace, one function of which is replaced for a while. */
const wasm = WebAssembly;

/**
 * Loads OpenCV.js, a script that adds itself to the worker's global scope. The 12 MB of its WebAssembly's file are freed once
 * compiled.
 * @param {import("./nets.js").At} at
 * @returns {Promise<any>}
 */
export async function startOpenCV(at) {
  const { instantiate } = wasm;
  wasm.instantiate = async (/** @type {ArrayBuffer} */ file, /** @type {WebAssembly.Imports} */ imports) => {
    wasm.instantiate = instantiate;
    const made = await instantiate(file, imports);
    discard(file);
    return made;
  };
  await import(at("opencv.js"));
  return /** @type {any} */ (self).cv;
}

/**
 * @param {any} cv OpenCV.js, begun.
 * @returns {(name: string, given: any[]) => {returned: any, filled: Plain[]}}
 */
export function caller(cv) {
  /** @type {{number: number, mat: any} | null} */
  let held = null;

  const hold = (/** @type {number} */ number, /** @type {any} */ mat) => {
    held?.mat.delete();
    held = { number, mat };
    return mat;
  };

  return (name, given) => {
    const own = /** @type {any[]} */ ([]), filled = /** @type {any[]} */ ([]);
    const keep = (/** @type {any} */ mat, list = own) => { list.push(mat); return mat; };
    const taken = (/** @type {any} */ one) => {
      if (one?.out) return keep(new cv.Mat(), filled);
      if (one?.held) return held?.number === one.held ? held?.mat : hold(one.held, matOf(cv, one));
      return one?.type ? keep(matOf(cv, one)) : one;
    };
    try {
      const values = given.map(taken);
      const returned = name === "squares" ? squares(cv, values) : cv[name](...values);
      const isMat = returned instanceof cv.Mat;
      return { returned: isMat ? plainOf(keep(returned)) : returned ?? null, filled: filled.map((mat) => plainOf(mat)) };
    } catch (error) {
      const said = typeof error === "number" ? cv.exceptionFromPtr(error).msg : error;
      throw new Error(`OpenCV could not ${name}: ${said}`, { cause: error });
    } finally {
      for (const mat of [...own, ...filled]) mat.delete();
    }
  };
}

/**
 * A picture as the reader takes it: its longer side has at most ``longest`` pixels.
 * @param {any} cv
 * @param {Frame} frame
 * @param {number} longest
 * @returns {{rows: number, columns: number, pixels: Uint8Array}} Blue, green and red.
 */
export function shrunk(cv, { width, height, pixels }, longest) {
  const factor = Math.min(1, longest / Math.max(width, height));
  const [columns, rows] = [width, height].map((side) => Math.max(1, Math.round(side * factor)));
  const given = new cv.Mat(height, width, cv.CV_8UC4), picture = new cv.Mat();
  try {
    given.data.set(pixels);
    cv.cvtColor(given, picture, cv.COLOR_RGBA2BGR);
    if (factor < 1) cv.resize(picture, picture, { width: columns, height: rows }, 0, 0, cv.INTER_AREA);
    return { rows, columns, pixels: picture.data.slice() };
  } finally {
    given.delete();
    picture.delete();
  }
}

/**
 * Quadrilaterals of a picture as squares, one below the other: a call from Python for each would take longer than this.
 * @param {any} cv
 * @param {any[]} values The picture, the squares, the quadrilaterals' corners, and the pixels on a side of a square.
 */
function squares(cv, [picture, out, quads, side]) {
  const target = cv.matFromArray(4, 1, cv.CV_32FC2, [0, 0, side, 0, side, side, 0, side]);
  out.create(quads.rows / 4 * side, side, picture.type());
  for (let quad = 0; quad < quads.rows / 4; quad++) {
    const corners = quads.rowRange(4 * quad, 4 * quad + 4), square = out.rowRange(quad * side, (quad + 1) * side);
    const onto = cv.getPerspectiveTransform(corners, target);
    cv.warpPerspective(picture, square, onto, { width: side, height: side }, cv.INTER_LINEAR, cv.BORDER_REPLICATE, [0, 0, 0, 0]);
    for (const mat of [corners, square, onto]) mat.delete();
  }
  target.delete();
}

/**
 * @param {any} cv
 * @param {Plain} plain
 */
function matOf(cv, { rows, columns, channels, type, data }) {
  const mat = new cv.Mat(rows, columns, cv[`CV_${DEPTHS[type]}C${channels}`]);
  mat[FIELDS[type]].set(data);
  return mat;
}

/**
 * @param {any} mat
 * @returns {Plain}
 */
function plainOf(mat) {
  const type = TYPES[mat.depth()];
  return { rows: mat.rows, columns: mat.cols, channels: mat.channels(), type, data: mat[FIELDS[type]].slice() };
}
