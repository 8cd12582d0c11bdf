// Frees memory immediately.

/**
 * Frees arrays that Python has copied or no longer needs; otherwise they would stay until the next garbage collection.
 * @param {any} given
 */
export function letGo(given) {
  if (ArrayBuffer.isView(given)) /** @type {any} */ (given.buffer).transfer?.(0);  // Safari has it from 17.4
  else if (given && typeof given === "object") Object.values(given).forEach(letGo);
}
