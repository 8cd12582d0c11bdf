// Decodes a photo to pixels with the browser's own decoders.

import { discard } from "../shared/memory.js";

/**
 * @typedef {{file: File, hash: string, width: number, height: number}} Photo A file, its hash, empty where the browser has
 *   none, and the sides of the upright picture; 0 of what is none.
 */

/** Pixels on the longer side of the picture that is shown. */
export const PREVIEW = 1600;
/** Pixels on the longer side of the picture that a saved game keeps. */
export const THUMBNAIL = 240;
/** Rows converted at a time, so that a large photo is not held several times. */
const STRIP = 256;

/**
 * The pixels of a picture, blue, green and red, on white.
 * @param {ImageBitmap} bitmap
 */
export function pixelsOf(bitmap) {
  const [rows, columns] = [bitmap.height, bitmap.width];
  const pixels = new Uint8Array(rows * columns * 3);
  const { canvas, pen } = paper(columns, STRIP);
  for (let top = 0, at = 0; top < rows; top += STRIP) {
    pen.fillRect(0, 0, columns, STRIP);
    pen.drawImage(bitmap, 0, -top);
    const { data } = pen.getImageData(0, 0, columns, Math.min(STRIP, rows - top));
    for (let from = 0; from < data.length; from += 4, at += 3) {
      pixels[at] = data[from + 2];
      pixels[at + 1] = data[from + 1];
      pixels[at + 2] = data[from];
    }
    discard(data.buffer);
  }
  canvas.width = canvas.height = 0;
  return { rows, columns, pixels };
}

/**
 * A smaller picture, as a JPEG.
 * @param {ImageBitmap | OffscreenCanvas} bitmap
 * @param {number} longest Pixels on its longer side.
 * @param {number} quality
 */
export async function smaller(bitmap, longest, quality) {
  const factor = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * factor)));
  const { canvas, pen } = paper(width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, width, height);
  const picture = await canvas.convertToBlob({ type: "image/jpeg", quality });
  canvas.width = canvas.height = 0;
  return picture;
}

/**
 * The photo as it is in the file, upright, shrunk while it is decoded: a copy of all its pixels would be the most
 * that the app ever holds.
 * @param {Photo} photo
 * @param {number} longest
 */
export function opened({ file, width, height }, longest) {
  const factor = longest / Math.max(width, height);
  const size = { resizeWidth: Math.round(width * factor), resizeHeight: Math.round(height * factor) };
  return createImageBitmap(file, {
    colorSpaceConversion: "none", ...factor < 1 && { ...size, resizeQuality: "high" },
  });
}

/**
 * @param {number} width
 * @param {number} height
 */
function paper(width, height) {
  const canvas = new OffscreenCanvas(width, height);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  pen.fillStyle = "white";
  pen.fillRect(0, 0, width, height);
  return { canvas, pen };
}
