// The evenings that this browser keeps, each under a name of its own, so that two tabs do not write over each other.

const EVENING = "kingdom-scorer-evening-";

/** Every evening that is kept here, as it was written. */
export function heldEvenings() {
  try {
    const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
    return names.filter((name) => name.startsWith(EVENING)).map((name) => localStorage.getItem(name) ?? "");
  } catch { return []; }
}

/**
 * Carries out changes. Returns whether the browser let them be written.
 * @param {import("./data").EveningChanges} changes
 */
export function changeEvenings({ put, remove }) {
  try {
    for (const key of remove) localStorage.removeItem(EVENING + key);
    for (const [key, text] of Object.entries(put)) localStorage.setItem(EVENING + key, text);
    if (Object.keys(put).length) void navigator.storage?.persist?.();  // or it may go when space is short
    return true;
  } catch { return false; }
}
