// The browser's storage. The browser may block it: then nothing is stored, and only the address holds the table.

/** Whether the browser blocks its storage, for example together with cookies. */
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
 * The names with a prefix under which something is stored; none if the storage is blocked.
 * @param {string} prefix
 */
export function namesWith(prefix) {
  try { return Object.keys(window.localStorage ?? {}).filter((name) => name.startsWith(prefix)); } catch { return []; }
}

/**
 * Stores a text; returns whether the browser has taken it.
 * @param {"localStorage" | "sessionStorage"} storage
 * @param {string} name
 * @param {string} text
 */
export function write(storage, name, text) {
  try { window[storage].setItem(name, text); return true; } catch { return false; }
}

/**
 * The value of a stored text; null if it is not JSON.
 *
 * @param {string} text
 */
export function parsed(text) {
  try { return JSON.parse(text); } catch { return null; }
}
