// Sends frames to the server, which hands them to the processes that read photos.

import { reduced } from "./camera.js";

/** Milliseconds between two frames, and pixels on the longer side and bytes of one; see scorer/server/scan/frames.py. */
const PAUSE = 500, MAX_SIDE = 1024, MAX_BYTES = 100_000;
/** The statuses with which a busy server rejects a frame at once. */
const BUSY = [429, 503];
/** Maximum number of consecutive lost frames before the scan counts as interrupted. */
const LOST = 3;

/**
 * @typedef {import("../shared/data").ScanView} ScanView
 * @typedef {{
 *   add: (video: HTMLVideoElement) => Promise<ScanView | null>,
 *   end: () => Promise<void>,
 *   cancel: () => void,
 * }} Scanner Looks at one frame after the other. `add` returns the scan with this frame, `null` if the frame was lost; it
 *   fails with a key of the words to say. `end` has the kingdoms join the game.
 */

/**
 * @param {Record<string, string>} rules
 * @param {(name: string, value: unknown) => void} send
 * @returns {Scanner}
 */
export function serverScanner(rules, send) {
  const id = crypto.randomUUID();
  const address = new URL(`api/scan/${id}?${new URLSearchParams(rules)}`, document.baseURI);
  const canvas = document.createElement("canvas");
  let next = 0, lost = 0;
  return {
    async add(video) {
      await new Promise((resolve) => { setTimeout(resolve, next - performance.now()); });
      next = performance.now() + PAUSE;
      const response = await fetch(address, { method: "POST", body: await jpegOf(video, canvas) }).catch(() => null);
      if (response?.ok) {
        lost = 0;
        return response.json();
      }
      if (response && BUSY.includes(response.status)) throw new Error("busy");
      if (response || ++lost > LOST) throw new Error("lost");
      return null;
    },
    async end() { send("scan", id); },
    cancel() { fetch(address, { method: "DELETE", keepalive: true }).catch(() => null); },
  };
}

/**
 * The video's picture as a JPEG file that the server takes.
 * @param {HTMLVideoElement} video
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<Blob>}
 */
async function jpegOf(video, canvas) {
  Object.assign(canvas, reduced(video, MAX_SIDE));
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  let file = new Blob();
  for (const quality of [0.8, 0.6, 0.4, 0.2]) {
    file = await new Promise((resolve) => { canvas.toBlob((made) => resolve(made ?? file), "image/jpeg", quality); });
    if (file.size <= MAX_BYTES) break;
  }
  return file;
}
