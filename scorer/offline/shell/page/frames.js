// The pixels of a video's frames, without pictures that the browser would keep: Chromium without a graphics card never frees
// those of a video that was drawn.

import { reduced } from "../component/scan/camera.js";

/** Pixels on the longer side of a frame that is drawn. */
const MAX_SIDE = 1024;
const RGBA = /** @type {const} */ ({ format: "RGBA" });

/** @typedef {{width: number, height: number, pixels: Uint8Array<ArrayBuffer>}} Frame Red, green, blue and opacity. */

/**
 * @param {HTMLVideoElement} video
 * @returns {Promise<Frame>}
 */
export async function frameOf(video) {
  return await copied(video).catch(() => null) ?? drawn(video);
}

/**
 * The frame as the camera gave it; nothing where the browser cannot copy it upright to these pixels.
 * @param {HTMLVideoElement} video
 * @returns {Promise<Frame | null>}
 */
async function copied(video) {
  if (!("VideoFrame" in window)) return null;
  const frame = new VideoFrame(video);
  try {
    const { displayWidth: width, displayHeight: height, visibleRect } = frame;
    const isUpright = visibleRect?.width === width && visibleRect.height === height;
    const { rotation, flip } = /** @type {{rotation?: number, flip?: boolean}} */ (frame);
    if (!isUpright || rotation || flip || frame.allocationSize(RGBA) !== width * height * 4) return null;
    const pixels = new Uint8Array(width * height * 4);
    await frame.copyTo(pixels, RGBA);
    return { width, height, pixels };
  } finally {
    frame.close();
  }
}

/** @type {OffscreenCanvasRenderingContext2D | null} */
let pen = null;

/**
 * @param {HTMLVideoElement} video
 * @returns {Frame}
 */
function drawn(video) {
  const { width, height } = reduced(video, MAX_SIDE);
  pen ??= /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true }));
  if (pen.canvas.width !== width) pen.canvas.width = width;
  if (pen.canvas.height !== height) pen.canvas.height = height;
  pen.drawImage(video, 0, 0, width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  return { width, height, pixels: new Uint8Array(data.buffer) };
}
