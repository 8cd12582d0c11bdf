// Stores the table in this browser: in the address, so that a reload or a new connection finds it, and in its storage. The
// address also names the page that is shown, so that a reload shows it again and the Back button leads to the one before.

import { onSheet } from "../shared/back.js";
import { isBlocked, parsed, read, write } from "../shared/browser_storage.js";
import { announce } from "./announcing.js";
import { selectOnFocus } from "./fields.js";
import {
  acceptSavedGames, changeSavedGames, forgetConflicts, heldSavedGames, onOtherTab, overwrittenKeys, recordGame, seenOf,
  showGame,
} from "./saved_games.js";
import { dropTables, isOwn, lastTable, otherTables, storeTable } from "./tables.js";

/**
 * @typedef {import("../shared/data").StorageData} StorageData
 * @typedef {(name: string, value: unknown) => void} SetState
 */

const READING = "kingdom-scorer-reading";
const SEEN = "kingdom-scorer-seen";
const SETTINGS = "kingdom-scorer-settings";

/** The number of the changes to saved games that were carried out last. */
let changed = 0;
/** A report on changes that is not sent yet. */
let pending = "";
/** The visit that has received the content of this browser's storage. */
let session = "";
/** The report on saved games that Python may not have received yet. */
let reported = "";
/** The number of the last report, and the keys of games that another tab has overwritten. */
let last = "";
let reports = 0;
/** The windows whose tables were reported and are not saved yet. @type {string[]} */
let waiting = [];
/** Whether it was reported that the storage is full. */
let isFull = false;
/** Whether the browser refused the last changes of saved games. */
let isRefused = false;
/** @type {SetState} */
let send = () => {};
/** A press of the Back button that Python has not answered yet; until then it shows the page before. */
let turning = "";
/** @type {StorageData | null} The data that is stored now. */
let kept = null;
/** @type {HTMLDialogElement | null} The sheet that is open over the page. */
let sheet = null;
/**
 * Whether the browser is at a sheet's entry in its history, over that of the page. It stays there when something is chosen:
 * Streamlit draws the whole page anew wherever the browser goes back.
 */
let over = Boolean(window.history.state?.over);

onSheet((dialog) => {
  sheet = dialog;
  dialog.addEventListener("close", () => { sheet = null; }, { once: true });
  if (!over) window.history.pushState({ ...window.history.state, over: true }, "");
  over = true;
});

onOtherTab(() => {
  if (kept) report(heldSavedGames());
});

/** Whether the browser is on its way back to the entry of the page that is shown. */
let returning = false;

window.addEventListener("popstate", () => {
  if (returning) {
    returning = false;
    over = Boolean(window.history.state?.over);
    if (kept) writeAddress(kept);
    return;
  }
  const spent = over && !sheet;
  over = Boolean(window.history.state?.over);
  sheet?.close();
  if (kept && !turning && pageInAddress() === kept.page) {
    writeAddress(kept);
    if (spent && !over) window.history.back();  // from a sheet that was closed already to the page before
    return;
  }
  turn();
});

/** @param {{data: StorageData, setStateValue: SetState}} props */
export default function keep({ data, setStateValue }) {
  const page = document.documentElement;
  if (page.lang !== data.language) page.lang = data.language;  // even to the same one would style everything anew
  announce();
  selectOnFocus();
  send = setStateValue;
  const before = kept;
  if (session !== data.session) arrive(data);
  else showPlace(data, before);
  kept = data;
  if (session !== data.session || turning === data.turned) turning = "";
  else if (turning && data.turned !== before?.turned) turn();  // the answer to an earlier press: this one may be lost
  session = data.session;
  keepSavedGames(data);
  recordGame(data.address.evening, data.address.game);
  const seen = seenOf(data.address.evening);
  write("sessionStorage", SEEN, JSON.stringify(seen));
  write("sessionStorage", READING, data.reading.length ? JSON.stringify(data.reading) : "");
  keepTable(data, seen);
  if (data.settings) write("localStorage", SETTINGS, data.settings);
  writeAddress(data);
}

/**
 * Stores the table as the last one, and reports if there is no room for it any more, or again.
 * @param {StorageData} data
 * @param {Record<string, string>} seen The saved games that this window has seen.
 */
function keepTable({ address, empty }, seen) {
  if (!Object.keys(address).length) return;
  const isLost = !storeTable(empty ? null : { ...address, known: seen });
  if (isLost === isFull || isBlocked()) return;
  isFull = isLost;
  send("full", isFull);
}

/** Reports the page that the browser's Back button led to. */
function turn() {
  turning = `${pageInAddress()} ${Date.now()}`;
  send("page", turning);
}

/**
 * Scrolls to the top of a new page, or to the panel or field to reveal, which gets the focus.
 * @param {StorageData} data
 * @param {StorageData | null} before
 */
function showPlace({ page, reveal }, before) {
  if (before?.page !== page) showTop();
  if (reveal && reveal !== before?.reveal) {
    const [key] = reveal.split(" ");
    setTimeout(() => {
      const panel = document.querySelector(`.st-key-${key}, [data-key="${key}"]`);
      const result = panel?.querySelector(".player-card");
      // The buttons below a result may lie below the screen, so that the winner above it stays on the screen.
      (result ?? panel)?.scrollIntoView({ block: "nearest", behavior: "smooth" });
      /** @type {HTMLElement | null | undefined} */ (panel?.querySelector("input[type='text']"))?.focus({ preventScroll: true });
    });
  }
}

/** Scrolls to the top of a new page, and focuses its title for screen readers. */
function showTop() {
  setTimeout(() => {
    const title = /** @type {HTMLElement | null} */ (document.querySelector("h1.title"));
    title?.scrollIntoView({ block: "end" });
    title?.focus({ preventScroll: true });
  });
}

/**
 * Writes the table, the page that is shown and the chosen language into the address.
 * @param {StorageData} data
 */
function writeAddress(data) {
  if (returning) return;
  const page = turning ? pageInAddress() : data.page;
  const { state } = window.history;
  if (page === pageInAddress()) {
    replaceAddress(addressOf(data, page), state);
  } else if (state?.before === page) {
    returning = true;  // the page before this one: its entry is used again
    window.history.go(over ? -2 : -1);
  } else {
    const isSheets = over;  // the next page takes over the sheet's entry
    over = false;
    const next = { ...state, over, before: pageInAddress() };
    if (isSheets || !pageInAddress()) replaceAddress(addressOf(data, page), next);
    else window.history.pushState(next, "", addressOf(data, page));
  }
}

/**
 * @param {StorageData} data
 * @param {string} page
 */
function addressOf(data, page) {
  const address = new URL(window.location.href);
  for (const [name, value] of Object.entries(data.address)) address.searchParams.set(name, value);
  if (data.address.game && !data.address.evening) address.searchParams.delete("evening");  // that of the game before
  if (data.chosen) address.searchParams.set("language", data.chosen);
  else address.searchParams.delete("language");
  address.hash = page;
  if (data.empty && page === "home") address.searchParams.delete("page");
  else address.searchParams.set("page", page);
  return address;
}

/**
 * @param {URL} address
 * @param {Record<string, unknown>} state
 */
function replaceAddress(address, state) {
  if (address.href !== window.location.href) window.history.replaceState({ ...state, over }, "", address);
}

/**
 * Carries out new changes to saved games, and reports the saved games until Python has received them.
 * @param {StorageData} data
 */
function keepSavedGames(data) {
  const { savedGames, known, page, heard } = data, isEdited = page === "kingdom";
  if (heard.number === last) followReport(data);
  showGame(data.address.evening, data.address.game);
  if (!known && !reported && /^(history|saved)/.test(page)) report({});  // other pages need no empty report
  if (savedGames.number !== changed) carryOut(data, isEdited);
  if (pending && !isEdited) send("changed", pending);
  if (!isEdited) pending = "";
}

/**
 * Reports saved games; under the empty key the number of the report, and the keys of games that another tab has overwritten.
 * @param {Record<string, string>} texts
 */
function report(texts) {
  last = [++reports, ...overwrittenKeys()].join(" ");
  send("saved_games", reported = JSON.stringify({ "": last, ...texts }));
}

/**
 * Clears the report on saved games that Python has heard, so that it is not sent with every tap. One that Python could not
 * take, because changes were waiting, is made anew after them.
 * @param {StorageData} data
 */
function followReport({ heard: { missed, shown }, savedGames }) {
  if (missed && !savedGames.number) {
    report(heldSavedGames());
  } else if (reported) {
    if (!missed) acceptSavedGames(seenOf(shown));
    send("saved_games", reported = "");
  }
}

/**
 * Writes changes and reports the result. While a kingdom is edited, a success is reported later, not with every tap.
 *
 * @param {StorageData} data
 * @param {boolean} isEdited
 */
function carryOut({ savedGames, heard }, isEdited) {
  changed = savedGames.number;
  pending = "";
  if (!changed) {
    forgetConflicts();
    return;
  }
  const isUnderWay = reported && heard.number !== last;
  const { refused, others } = changeSavedGames(savedGames), isNews = refused || isRefused || Object.keys(others).length > 0;
  isRefused = refused;
  if (!refused) dropTables(waiting.splice(0));
  if (isUnderWay) report(heldSavedGames());  // the one before lacks these changes
  const result = `${changed} ${refused ? "refused" : JSON.stringify(others)}`;
  if (isEdited && !isNews) pending = result;
  else send("changed", result);
}

/**
 * Reports what this browser stores to a new visit.
 * @param {StorageData} data
 */
function arrive(data) {
  // former names of pages are replaced by the present ones
  if (pageInAddress()) window.history.replaceState(window.history.state, "", `#${data.page}`);
  const table = lastTable(), seen = parsed(read("sessionStorage", SEEN));
  const isOpen = Object.keys(data.address).length > 0;  // after a reload, or by a link
  // the last table may be on the page, in another window, or behind the Back button; a link opened in its place replaces it
  const isKnown = table?.game === data.address.game || (seen && !(isLink() && isOwn(table)));
  reportFound(isOpen && isKnown ? null : table, isOpen && isForeign(data.address, table, seen));
  changed = 0;
  pending = "";
  forgetConflicts();
  reportSavedGames(data.address.evening, table, isOpen ? seen : null);
}

/**
 * Reports the saved games, also if there are none but the page or the last table names one: it was deleted.
 * @param {string | undefined} key Of the saved game that the page shows.
 * @param {import("./tables.js").Table | null} table
 * @param {Record<string, string> | null} seen What the previous page of this window had seen of it.
 */
function reportSavedGames(key, table, seen) {
  const savedGames = heldSavedGames();
  acceptSavedGames({ ...table?.known, ...seen });
  if (table) recordGame(table.evening, table.game);
  reported = "";
  if (key || table?.evening || Object.keys(savedGames).length) report(savedGames);
}

/**
 * Whether another browser may have written an address: neither this window nor another one here has stored its game.
 * @param {Record<string, string>} address
 * @param {import("./tables.js").Table | null} table The last one.
 * @param {unknown} seen What the previous page of this window had seen, if there was one.
 */
function isForeign({ game, evening }, table, seen) {
  if (kept || (seen && !isLink())) return false;
  return ![table, ...Object.values(otherTables())].some((one) => one?.game === game && one?.evening === evening);
}

/**
 * @param {unknown} table The last visit's table, if it is not open.
 * @param {boolean} isLinked Whether another browser may have written the address.
 */
function reportFound(table, isLinked) {
  const reading = parsed(read("sessionStorage", READING)), settings = read("localStorage", SETTINGS), blocked = isBlocked();
  const others = otherTables();
  waiting = Object.keys(others);
  const news = {
    table, reading, settings, ...waiting.length && { others: Object.values(others) }, ...blocked && { blocked },
    ...isLinked && { link: true },
  };
  if (table || reading || settings || waiting.length || blocked || isLinked) send("found", JSON.stringify(news));
}

const pageInAddress = () => window.location.hash.slice(1);

/** Whether the page was neither reloaded nor reached by Back or Forward. */
function isLink() {
  const [entry] = performance.getEntriesByType("navigation");
  return /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.type === "navigate";
}

