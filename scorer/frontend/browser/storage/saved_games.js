// The evenings that this browser keeps, each under a name of its own, so that two tabs do not write over each other. Where both
// have changed the same one, the tab that comes second writes nothing and tells what it found.

const EVENING = "kingdom-scorer-evening-";

/** @typedef {Record<string, string>} Evenings Their texts by their keys. */

/** @type {Evenings} As this tab knows them: by what it was told when it came, and by what it has written since. */
let seen = {};
let isAsked = false;

/**
 * Calls back when another tab has changed evenings.
 * @param {() => void} changed
 */
export const onOtherTab = (changed) => window.addEventListener("storage", ({ key }) => {
  if (key === null || key.startsWith(EVENING)) changed();
});

/**
 * Every evening that is kept here, as it was written, for a page that arrives.
 * @param {Evenings} before What the page that had the table before knew of its evening.
 */
export function heldEvenings(before) {
  /** @type {Evenings} */
  const held = {};
  try {
    for (let index = 0; index < localStorage.length; index++) {
      const name = localStorage.key(index) ?? "";
      if (name.startsWith(EVENING)) held[name.slice(EVENING.length)] = localStorage.getItem(name) ?? "";
    }
  } catch { /* nothing is kept then */ }
  seen = { ...held, ...before };
  return held;
}

/**
 * What this page knows of an evening, for the next page with its table.
 * @param {string} key
 * @returns {Evenings}
 */
export const seenOf = (key) => (seen[key] ? { [key]: seen[key] } : {});

/**
 * Carries out changes, but for those of evenings that another tab has changed meanwhile. Returns whether the browser refused to
 * write, and what the other tabs have written.
 * @param {import("../shared/data").SavedGameChanges} changes
 */
export function changeEvenings({ put, remove }) {
  /** @type {Evenings} */
  const others = {};
  try {
    for (const key of remove) {
      if (!changedElsewhere(key, "", others)) localStorage.removeItem(EVENING + key);
    }
    for (const [key, text] of Object.entries(put)) {
      if (changedElsewhere(key, text, others)) continue;
      localStorage.setItem(EVENING + key, text);
      seen[key] = text;
    }
    if (Object.keys(put).length) askToPersist();
    return { refused: false, others };
  } catch { return { refused: true, others }; }
}

/** Asks the browser, once in a visit, not to clear its storage when space is short. */
function askToPersist() {
  if (!isAsked) void navigator.storage?.persist?.();
  isAsked = true;
}

/**
 * @param {string} key
 * @param {string} text What is to be written.
 * @param {Evenings} others Gets what another tab has written.
 */
function changedElsewhere(key, text, others) {
  const held = localStorage.getItem(EVENING + key);
  if (held === null || held === seen[key] || held === text) return false;
  others[key] = seen[key] = held;
  return true;
}
