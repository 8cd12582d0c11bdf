// The browser's storage, which it may forbid: nothing is kept then, and the address still holds the table.

/** Whether the browser forbids its storage, as with cookies blocked. */
export function isBlocked() {
  try { return !window.localStorage; } catch { return true; }
}

/**
 * @param {"localStorage" | "sessionStorage"} storage
 * @param {string} name
 */
export function read(storage, name) {
  try { return window[storage].getItem(name) ?? ""; } catch { return ""; }
}

/**
 * @param {"localStorage" | "sessionStorage"} storage
 * @param {string} name
 * @param {string} text
 */
export function write(storage, name, text) {
  try { window[storage].setItem(name, text); } catch { /* see above */ }
}

/**
 * What a stored text holds; null if it is not JSON.
 *
 * @param {string} text
 */
export function parsed(text) {
  try { return JSON.parse(text); } catch { return null; }
}
