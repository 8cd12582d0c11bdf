// A photo's file to pixels, by the browser's own decoders.

/** Pixels on the longer side of the picture that is shown. */
const PREVIEW = 1600;
/** Rows turned into pixels at a time, so that a large photo is not held several times. */
const STRIP = 256;

/**
 * The photo's pixels, blue, green and red, as they are in the file: upright, on white, and at most so many on its longer side.
 * @param {Blob} file
 * @param {number} longest
 */
export async function decode(file, longest) {
  const bitmap = await shrunk(await opened(file), longest);
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
  }
  canvas.width = canvas.height = 0;
  bitmap.close();
  return { rows, columns, pixels };
}

/**
 * A smaller picture of the photo to be shown, and the photo's own size.
 * @param {Blob} file
 */
export async function preview(file) {
  const bitmap = await opened(file);
  const { width, height } = bitmap;
  const small = await shrunk(bitmap, PREVIEW);
  const { canvas, pen } = paper(small.width, small.height);
  pen.drawImage(small, 0, 0);
  small.close();
  return { width, height, href: URL.createObjectURL(await canvas.convertToBlob({ type: "image/jpeg", quality: 0.82 })) };
}

/** @param {Blob} file */
function opened(file) {
  return createImageBitmap(file, { colorSpaceConversion: "none" });
}

/**
 * @param {ImageBitmap} bitmap Closed where a smaller one takes its place.
 * @param {number} longest
 */
async function shrunk(bitmap, longest) {
  const factor = longest / Math.max(bitmap.width, bitmap.height);
  if (factor >= 1) return bitmap;
  const size = { resizeWidth: Math.round(bitmap.width * factor), resizeHeight: Math.round(bitmap.height * factor) };
  const smaller = await createImageBitmap(bitmap, { ...size, resizeQuality: "high" });
  bitmap.close();
  return smaller;
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
