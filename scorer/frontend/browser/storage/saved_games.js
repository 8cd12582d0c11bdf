// The saved games in this browser's storage, each under its own name, so that two tabs do not overwrite each other's games. If
// both tabs changed the same game, the second one writes nothing and reports the text that it found.

import { namesWith, read } from "../shared/browser_storage.js";
import { followTable } from "./tables.js";

const PREFIX = "kingdom-scorer-evening-";
/** Milliseconds after which a text that another window has written is in this one's storage, too. */
const DELAY = 500;

/** @typedef {Record<string, string>} SavedGames Texts of games by key. */

/** @type {SavedGames} The games as this tab last read or wrote them. */
let seen = {};
/** The games of the last report, until Python has taken it. @type {SavedGames | null} */
let offered = null;
let isAsked = false;
/** The texts of other tabs that were reported, until Python has answered. @type {Map<string, string>} */
const contested = new Map();
/** The texts that this tab has written last. @type {SavedGames} */
const written = {};
/** The keys of games that another tab has overwritten at the same moment, until Python has taken the report. */
const overwritten = new Set();
/** The key of the saved game that is shown. */
let shownKey = "";
/** Each saved game as this tab last showed it, and its stored text then. @type {Map<string, {game: unknown, text: string}>} */
const shownGames = new Map();

/** Names what is written to other tabs: two that write at the same moment do not find each other's texts. */
const channel = openChannel();

function openChannel() {
  try {
    return new BroadcastChannel(PREFIX);
  } catch {
    return null;  // Firefox blocks it together with the storage
  }
}

/**
 * Calls back when another tab has changed saved games.
 * @param {() => void} changed
 */
export function onOtherTab(changed) {
  window.addEventListener("storage", ({ key }) => {
    const own = key?.startsWith(PREFIX) && written[key.slice(PREFIX.length)];
    if (own) setTimeout(changed, 2 * DELAY);  // after the other tab has said whether it has seen it
    else if (key === null || key.startsWith(PREFIX)) changed();
  });
  channel?.addEventListener("message", ({ data: { key, before } }) => {
    if (written[key] === before) delete written[key];  // the other tab has seen it
    else if (written[key]) setTimeout(() => { if (isOverwritten(key)) changed(); }, DELAY);
  });
}

/**
 * Whether another tab has written over the text that this one wrote last, without having seen it.
 * @param {string} key
 */
function isOverwritten(key) {
  const held = localStorage.getItem(PREFIX + key);
  const isLost = held && held !== written[key] && seen[key] === written[key];
  if (isLost) overwritten.add(key);
  return isLost;
}

/** The keys of games that another tab has overwritten, for a report. */
export const overwrittenKeys = () => [...overwritten];

/** Every saved game of this browser, as it was written, for a report. */
export function heldSavedGames() {
  /** @type {SavedGames} */
  const held = {};
  for (const name of namesWith(PREFIX)) held[name.slice(PREFIX.length)] = read("localStorage", name);
  return offered = held;
}

/**
 * Counts the games of the last report as seen: Python has taken it, so that its changes do not overwrite other tabs' changes.
 * @param {SavedGames} before What the page, or the previous one with this table, has read of its game.
 */
export function acceptSavedGames(before) {
  if (!offered) return;
  seen = { ...offered, ...before };
  for (const key of overwritten) seen[key] = offered[key] ?? "";
  overwritten.clear();
  offered = null;
}

/**
 * The text of a saved game as this page last read or wrote it, empty if there was none, for the next page with its table.
 * @param {string} key
 * @returns {SavedGames}
 */
export const seenOf = (key) => (key ? { [key]: seen[key] ?? "" } : {});

/**
 * Called when the page shows a game. If it is one that this tab resumes as it showed it before, changes of other tabs since
 * then count as not seen: its next change would overwrite them.
 * @param {string | undefined} key
 * @param {unknown} game
 */
export function showGame(key = "", game) {
  const last = shownGames.get(key);
  if (key !== shownKey && last && last.game === game && seen[key]) seen[key] = last.text;
  shownKey = key;
}

/**
 * Records a game as this tab shows it now, or as it was found at the start.
 * @param {string | undefined} key
 * @param {unknown} game
 */
export function recordGame(key = "", game) {
  if (seen[key]) shownGames.set(key, { game, text: seen[key] });
}

/** Called when Python has received the report on the last changes. */
export const forgetConflicts = () => [...contested.keys()].forEach(forgetConflict);

/**
 * Counts another tab's text as seen: Python has received it.
 * @param {string} key
 */
function forgetConflict(key) {
  seen[key] = contested.get(key) ?? "";
  contested.delete(key);
}

/**
 * Carries out changes, except those of games that another tab has changed in the meantime. Returns whether the browser refused
 * to write, and the texts that other tabs have written: an empty one for a game that another tab deleted and that is written
 * again.
 * @param {import("../shared/data").SavedGameChanges} changes
 */
export function changeSavedGames({ put, remove }) {
  /** @type {SavedGames} */
  const others = {};
  /** @type {SavedGames} */
  const texts = { ...Object.fromEntries(remove.map((key) => [key, ""])), ...put };
  for (const key of [...contested.keys()]) if (!(key in texts)) forgetConflict(key);
  try {
    for (const [key, text] of Object.entries(texts)) if (!changedElsewhere(key, text, others)) store(key, text);
    for (const [key, text] of Object.entries(others)) if (text) contested.set(key, text);
    if (Object.keys(put).length) askToPersist();
    return { refused: false, others };
  } catch {
    return { refused: true, others };  // the others are not reported: the next change finds them again
  }
}

/**
 * Writes the text of a saved game, or removes it if there is none.
 * @param {string} key
 * @param {string} text
 */
function store(key, text) {
  if (!text) {
    localStorage.removeItem(PREFIX + key);
    delete seen[key];
    return;
  }
  const last = shownGames.get(key);
  localStorage.setItem(PREFIX + key, text);
  channel?.postMessage({ key, before: seen[key] });
  written[key] = text;
  if (last && last.text === seen[key]) last.text = text;
  followTable(key, seen[key] ?? "", text);
  seen[key] = text;
}

/** Asks the browser, once a visit, not to clear its storage when space is short. */
function askToPersist() {
  if (!isAsked) void navigator.storage?.persist?.();
  isAsked = true;
}

/**
 * Whether another tab has changed a saved game, so that this one does not write it.
 * @param {string} key
 * @param {string} text The text to write; empty if it is to be removed.
 * @param {SavedGames} others Receives the other tab's text, or an empty one if it has deleted the game.
 */
function changedElsewhere(key, text, others) {
  const reported = contested.get(key);
  if (reported) others[key] = reported;  // this change was made before Python has received the report
  if (reported) return true;
  const held = localStorage.getItem(PREFIX + key);
  if (held === null && text && seen[key]) others[key] = "";
  if (held === null || held === seen[key] || held === text) return false;
  others[key] = held;
  overwritten.delete(key);
  return true;
}
