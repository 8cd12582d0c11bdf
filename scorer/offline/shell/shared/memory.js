// Frees memory immediately.

/** Its other end is closed, so the browser drops what it is sent. */
const { port1: nowhere, port2: other } = new MessageChannel();
other.close();

/**
 * Frees arrays that Python has copied or no longer needs; otherwise they would stay until the next garbage collection.
 * Only for arrays that JavaScript or WebAssembly has made: see ``discard``.
 * @param {any} given
 */
export function letGo(given) {
  if (ArrayBuffer.isView(given)) /** @type {any} */ (given.buffer).transfer?.(0);  // Safari has it from 17.4
  else if (given && typeof given === "object") Object.values(given).forEach(letGo);
}

/**
 * Frees bytes that the browser has made: of a canvas, a file, a response or a message. It keeps them itself when JavaScript
 * transfers them, but not when it sends them.
 * @param {ArrayBufferLike} buffer
 */
export function discard(buffer) {
  if (buffer.byteLength) nowhere.postMessage(null, [/** @type {ArrayBuffer} */ (buffer)]);
}
