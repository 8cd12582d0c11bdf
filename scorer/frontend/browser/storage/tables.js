// The table of the last visit. Several windows share it: a table that another window has written, and that no saved game
// holds, is stored apart before it is replaced.

import { parsed, read, write } from "../shared/browser_storage.js";

/** @typedef {import("./saved_games.js").SavedGames} SavedGames */
/** @typedef {Record<string, unknown> & {game?: string, evening?: string, window?: string, known?: SavedGames}} Table */

const LAST = "kingdom-scorer-table";
const OTHERS = "kingdom-scorer-other-tables";
const WINDOW = "kingdom-scorer-window";
/** Of more windows the oldest tables are dropped. */
const MAX_OTHERS = 8;

/** The text of the last table that this window has taken over or written. */
let known = "";
/** The name of this window, which a reload keeps. */
let own = read("sessionStorage", WINDOW);
if (!own) rename();

// A browser that duplicates a tab copies the name, too: the other window objects, and this one takes another name.
try {
  const channel = new BroadcastChannel(WINDOW);
  channel.onmessage = ({ data: { name, isTaken } }) => {
    if (name !== own) return;
    if (isTaken) rename();
    else channel.postMessage({ name, isTaken: true });
  };
  channel.postMessage({ name: own });
} catch { /* Firefox blocks it together with the storage */ }

/** The last visit's table; null if there is none. @returns {Table | null} */
export function lastTable() {
  known = read("localStorage", LAST);
  return parsed(known);
}

/** Whether this window has written a table. @param {Table | null} table */
export const isOwn = (table) => table?.window === own;

/** The tables of other windows, by the name of the window. @returns {Record<string, Table>} */
export function otherTables() {
  return parsed(read("localStorage", OTHERS)) ?? {};
}

/** @param {string[]} windows Whose tables are saved now. */
export function dropTables(windows) {
  const others = otherTables();
  windows.forEach((name) => delete others[name]);
  storeOthers(others);
}

/**
 * Stores the table of this window; returns whether the browser has taken it.
 * @param {Table | null} table null if it is empty.
 */
export function storeTable(table) {
  const text = table ? JSON.stringify({ ...table, window: own }) : "";
  const last = read("localStorage", LAST);
  if (text === last) return true;
  if (last !== known) storeApart(parsed(last));
  known = text;
  return write("localStorage", LAST, text);
}

/**
 * Notes that this window has written the saved game of the last table, unless another window had changed it.
 * @param {string} key
 * @param {string} before The text that this window had seen.
 * @param {string} text
 */
export function followTable(key, before, text) {
  const last = read("localStorage", LAST), table = parsed(last);
  if (table?.evening !== key || table.known?.[key] !== before) return;
  const followed = JSON.stringify({ ...table, known: { [key]: text } });
  if (write("localStorage", LAST, followed) && known === last) known = followed;
}

/** @param {Table | null} table */
function storeApart(table) {
  const others = otherTables();
  delete others[own];
  if (table?.window && table.window !== own && !table.evening) others[table.window] = table;
  storeOthers(Object.fromEntries(Object.entries(others).slice(-MAX_OTHERS)));
}

/** @param {Record<string, Table>} others */
function storeOthers(others) {
  const text = Object.keys(others).length ? JSON.stringify(others) : "";
  if (text !== read("localStorage", OTHERS)) write("localStorage", OTHERS, text);
}

/** Gives this window a new name. */
function rename() {
  own = String(Math.random());
  write("sessionStorage", WINDOW, own);
}
