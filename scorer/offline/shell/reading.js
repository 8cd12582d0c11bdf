// Reads photos for the page's worker, with a Python of its own beside OpenCV and ONNX Runtime.

import { opened, pixelsOf, previewOf } from "./decode.js";
import { loadReader } from "./engines.js";
import { startPython } from "./python.js";

/** @typedef {import("./decode.js").Photo} Photo */

/** Pyodide, and its ``engines.PhotoWorker``. @type {any} */
let python = null, /** @type {any} */ reader = null;
/** One photo after the other. @type {Promise<unknown>} */
let last = Promise.resolve();
self.onmessage = ({ data }) => { last = last.then(() => obey(data)); };

/** @param {{code?: ArrayBuffer, number: number, photo: Photo, question: Uint8Array}} data */
async function obey({ code, number, photo, question }) {
  if (code) {
    try {
      python = await startPython(code, false);
      reader = await loadReader(python, (part) => postMessage({ part }));
      postMessage({ ready: true });
    } catch (error) {
      console.error(error);
      postMessage({ error: String(error) });
    }
    return;
  }
  try {
    postMessage({ number, ...await read(photo, question) });
  } catch (error) {
    console.error(error);
    postMessage({ number, answer: null, preview: null });
  }
}

/**
 * @param {Photo} photo
 * @param {Uint8Array} question
 */
async function read(photo, question) {
  /** @type {Map<number, ReturnType<typeof pixelsOf>>} */
  const decoded = new Map();
  let /** @type {Blob | null} */ preview = null;
  const asked = python.toPy(question);
  for (;;) {
    const answer = reader.read(asked, (/** @type {number} */ longest) => decoded.get(longest));
    if (typeof answer !== "number") {
      const bytes = answer.toJs();
      answer.destroy();
      return { answer: bytes, preview };
    }
    const bitmap = await opened(photo, answer);
    decoded.set(answer, pixelsOf(bitmap));
    preview ??= await previewOf(bitmap);
    bitmap.close();
  }
}
