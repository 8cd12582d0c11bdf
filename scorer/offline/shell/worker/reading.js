// Reads photos for the page's worker, with its own Python, OpenCV and ONNX Runtime.

import { PREVIEW, THUMBNAIL, opened, pixelsOf, smaller } from "./decode.js";
import { loadReader } from "./engines.js";
import { startPython } from "./python.js";
import { letGo } from "../shared/memory.js";
import { answerScan } from "./scan.js";

/** @typedef {import("./decode.js").Photo} Photo */

/** Pyodide, its ``photo_worker.PhotoWorker``, and OpenCV.js. @type {any} */
let python = null, /** @type {any} */ reader = null, /** @type {any} */ cv = null;
/** One photo after the other. @type {Promise<unknown>} */
let last = Promise.resolve();
const inTurn = (/** @type {() => Promise<void>} */ act) => { last = last.then(act); };
self.onmessage = ({ data }) => inTurn(() => obey(data));

/**
 * @param {{code?: ArrayBuffer, module?: WebAssembly.Module, number: number, photos: Photo[], question: Uint8Array,
 *   scan?: MessagePort, rules: Record<string, string>}} data
 */
async function obey({ code, module, number, photos, question, scan, rules }) {
  if (scan) answerScan(scan, reader.scan(JSON.stringify(rules)), cv, inTurn);
  else if (code) {
    try {
      python = await startPython(code, false, module);
      ({ reader, cv } = await loadReader(python, (part) => postMessage({ part })));
      postMessage({ ready: true });
    } catch (error) {
      console.error(error);
      postMessage({ error: String(error) });
    }
  } else {
    try {
      postMessage({ number, ...await read(photos, question) });
    } catch (error) {
      console.error(error);
      postMessage({ number, answer: null, preview: null, thumbnail: null });
    }
  }
}

/**
 * @param {Photo[]} photos Several show the same kingdoms. The preview is that of the last one.
 * @param {Uint8Array} question
 */
async function read(photos, question) {
  /** @type {Map<string, ReturnType<typeof pixelsOf>>} By the index of the photo, a colon, and the pixels on its longer side. */
  const decoded = new Map();
  let /** @type {Blob | null} */ preview = null, /** @type {Blob | null} */ thumbnail = null;
  const asked = python.toPy(question);
  for (;;) {
    const answer = reader.read(asked, (/** @type {string} */ key) => decoded.get(key));
    if (typeof answer !== "string") {
      const bytes = answer.toJs();
      answer.destroy();
      asked.destroy();
      decoded.forEach(letGo);
      return { answer: bytes, preview, thumbnail };
    }
    const [index, longest] = answer.split(":").map(Number);
    const bitmap = await opened(photos[index], longest);
    decoded.set(answer, pixelsOf(bitmap));
    if (index === photos.length - 1) {
      preview ??= await smaller(bitmap, PREVIEW, 0.82);
      thumbnail ??= await smaller(bitmap, THUMBNAIL, 0.5);
    }
    bitmap.close();
  }
}
