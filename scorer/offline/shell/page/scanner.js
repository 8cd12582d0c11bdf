// Hands frames to the worker that reads photos, one at a time.

import { frameOf } from "./frames.js";

/**
 * @param {Worker} worker The page's worker: it knows the one that reads photos, and takes the result.
 * @returns {import("../component/scan/scan.js").Begin}
 */
export const scannerOf = (worker) => (rules) => {
  /** @type {MessagePort | null} Open while there is a scan. */
  let port = null;

  /** The answer to the last question; the next one waits for it. @type {Promise<unknown>} */
  let last = Promise.resolve();

  /**
   * @param {Record<string, unknown>} data
   * @param {...Transferable} handed
   */
  function asked(data, ...handed) {
    const answered = last.then(() => new Promise((/** @type {(answer: any) => void} */ resolve, reject) => {
      port ??= begun();
      port.onmessage = ({ data: { error, answer } }) => (error ? reject(new Error("lost")) : resolve(answer));
      port.postMessage(data, handed);
    }));
    last = answered.catch(() => null);
    return answered;
  }

  function begun() {
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ scan: port2, rules }, [port2]);
    return port1;
  }

  return {
    async add(video) {
      const frame = await frameOf(video), seconds = performance.now() / 1000;
      return JSON.parse(await asked({ frame, seconds }, frame.pixels.buffer));
    },
    async end() {
      worker.postMessage({ scanned: await asked({ end: true }) });
    },
    cancel() { port?.postMessage({}); },
  };
};
