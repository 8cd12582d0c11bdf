// Memory that goes back at once.

/**
 * Frees the arrays in what Python has copied or is done with; the browser alone would keep them until it next tidies up.
 * @param {any} given
 */
export function letGo(given) {
  if (ArrayBuffer.isView(given)) /** @type {any} */ (given.buffer).transfer?.(0);  // Safari has it from 17.4
  else if (given && typeof given === "object") Object.values(given).forEach(letGo);
}
