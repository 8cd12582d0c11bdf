// Reads the frames of the camera's view, one after the other.

import { THUMBNAIL, smaller } from "./decode.js";
import { discard, letGo } from "../shared/memory.js";
import { shrunk } from "./opencv.js";

/** Pixels on the longer side of a frame. */
const MAX_SIDE = 1024;
/** The name of the picture that is kept as the kingdoms' photo. */
const NAME = "scan.jpg", KIND = { type: "image/jpeg", quality: 0.9 };

/**
 * @typedef {import("./opencv.js").Frame} Frame
 * @typedef {{frame?: Frame, seconds: number, end?: boolean}} Asked A frame; without one, the end of the scan, with or without a
 *   result.
 * @typedef {(act: () => Promise<void>) => void} InTurn Has something done when what was asked before is done.
 */

/**
 * @param {MessagePort} port
 * @param {any} scan Python's ``photo_worker.ScanWorker``.
 * @param {any} cv OpenCV.js.
 * @param {InTurn} inTurn
 */
export function answerScan(port, scan, cv, inTurn) {
  port.onmessage = ({ data }) => inTurn(async () => {
    try {
      const answer = await obey(data);
      port.postMessage({ answer });
    } catch (error) {
      console.error(error);
      port.postMessage({ error: true });
    }
  });

  /** @param {Asked} data */
  async function obey({ frame, seconds, end }) {
    if (frame) {
      const picture = shrunk(cv, frame, MAX_SIDE);
      discard(frame.pixels.buffer);
      const view = scan.add(picture, seconds);
      letGo(picture);
      return view;
    }
    const answer = end && { reading: bytesOf(scan.result()), ...await photoOf(scan.picture()) };
    scan.destroy();
    return answer;
  }
}

/**
 * @param {[rows: number, columns: number, pixels: Uint8Array<ArrayBuffer>] | undefined} picture
 * @returns {Promise<{photo: import("./decode.js").Photo, thumbnail: Blob} | {photo: null}>}
 */
async function photoOf(picture) {
  if (!picture) return { photo: null };
  const [height, width, pixels] = picture;
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width), 0, 0);
  const file = new File([await canvas.convertToBlob(KIND)], NAME, KIND);
  return { photo: { file, hash: "", width, height }, thumbnail: await smaller(canvas, THUMBNAIL, 0.5) };
}

/** @param {any} answer Python's bytes. */
function bytesOf(answer) {
  const bytes = answer.toJs();
  answer.destroy();
  return bytes;
}
