// Keeps the table in this browser: in the address, so that a reload or a new connection finds it, and in its storage. The page
// that is shown stands in the address too, so that the browser's Back button leads to the one before,
// and a reload stays.

import { onSheet } from "../shared/back.js";
import { isBlocked, parsed, read, write } from "../shared/browser_storage.js";
import { changeEvenings, heldEvenings, onOtherTab, seenOf } from "./evenings.js";

/**
 * @typedef {import("../shared/data").StorageData} StorageData
 * @typedef {(name: string, value: unknown) => void} SetState
 */

const TABLE = "kingdom-scorer-table";
const READING = "kingdom-scorer-reading";
const SEEN = "kingdom-scorer-seen";
const SETTINGS = "kingdom-scorer-settings";

/** The changes to the evenings that were carried out last. */
let changed = 0;
/** A report on changes that was not sent yet. */
let pending = "";
/** The visit that was told what this browser holds. */
let session = "";
/** The evenings as they were told. */
let told = "";
/** @type {SetState} */
let tell = () => {};
/** What Python was told of the Back button and has not answered; until then the page that it shows is the one before. */
let turning = "";
/** @type {StorageData | null} What is kept now. */
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
  if (kept) tell("evenings", told = JSON.stringify(heldEvenings(seenOf(kept.address.evening))));
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
  tell = setStateValue;
  const before = kept;
  if (session !== data.session) arrive(data);
  else showPlace(data, before);
  kept = data;
  if (session !== data.session || turning === data.turned) turning = "";
  else if (turning && data.turned !== before?.turned) turn();  // the answer to an earlier press: this one may be lost
  session = data.session;
  keepEvenings(data);
  const seen = seenOf(data.address.evening);
  write("sessionStorage", SEEN, JSON.stringify(seen));
  write("sessionStorage", READING, data.reading.length ? JSON.stringify(data.reading) : "");
  const held = Object.keys(data.address).length > 0;
  if (held) write("localStorage", TABLE, data.empty ? "" : JSON.stringify({ ...data.address, known: seen }));
  if (data.settings) write("localStorage", SETTINGS, data.settings);
  writeAddress(data);
}

/** Tells which page the browser's Back button led to. */
function turn() {
  turning = `${pageInAddress()} ${Date.now()}`;
  tell("page", turning);
}

/**
 * Scrolls to what is new: to the top of another page, or to a panel.
 * @param {StorageData} data
 * @param {StorageData | null} before
 */
function showPlace({ page, reveal }, before) {
  if (before?.page !== page) showTop();
  if (reveal && reveal !== before?.reveal) {
    const [key] = reveal.split(" ");
    setTimeout(() => {
      document.querySelector(`.st-key-${key}, [data-key="${key}"]`)?.scrollIntoView({ block: "nearest", behavior: "smooth" });
    });
  }
}

/** Another page is shown: from its top on, and a screen reader says its title. */
function showTop() {
  setTimeout(() => {
    const title = /** @type {HTMLElement | null} */ (document.querySelector("h1.title"));
    title?.scrollIntoView({ block: "end" });
    title?.focus({ preventScroll: true });
  });
}

/**
 * The table, the page that is shown and the language that was chosen stand in the address.
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
    const isSheets = over;  // a sheet's entry becomes that of the next page
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

/** @param {StorageData} data */
function keepEvenings({ evenings, known, page }) {
  const isEdited = page === "kingdom";
  if (known && told) tell("evenings", told = "");  // it has arrived, and need not be sent with every tap
  if (!known && !told && /^(history|saved)/.test(page)) tell("evenings", "{}");  // elsewhere nobody asks whether there are none
  if (evenings.number !== changed) carryOut(evenings, isEdited);
  if (pending && !isEdited) tell("changed", pending);
  if (!isEdited) pending = "";
}

/**
 * Writes changes and reports the result; of an edited kingdom not with every tap, unless there is something to say.
 *
 * @param {import("../shared/data").SavedGameChanges} evenings
 * @param {boolean} isEdited
 */
function carryOut(evenings, isEdited) {
  changed = evenings.number;
  pending = "";
  if (!changed) return;
  const { refused, others } = changeEvenings(evenings);
  const report = `${changed} ${refused ? "refused" : JSON.stringify(others)}`;
  if (isEdited && !refused && !Object.keys(others).length) pending = report;
  else tell("changed", report);
}

/**
 * What this browser held when the page came up empty.
 * @param {StorageData} data
 */
function arrive(data) {
  // a page may have had another name
  if (pageInAddress()) window.history.replaceState(window.history.state, "", `#${data.page}`);
  const table = parsed(read("localStorage", TABLE)), seen = parsed(read("sessionStorage", SEEN));
  const isOpen = Object.keys(data.address).length > 0;  // after a reload, or by a link
  tellFound(isOpen && (seen || table?.game === data.address.game) ? null : table);
  changed = 0;
  pending = "";
  const evenings = heldEvenings(seen ?? table?.known ?? {});
  told = Object.keys(evenings).length ? JSON.stringify(evenings) : "";
  if (told) tell("evenings", told);
}

/** @param {unknown} table The last visit's, where it is not open. */
function tellFound(table) {
  const reading = parsed(read("sessionStorage", READING)), settings = read("localStorage", SETTINGS), blocked = isBlocked();
  const news = { table, reading, settings, ...blocked && { blocked } };
  if (table || reading || settings || blocked) tell("found", JSON.stringify(news));
}

const pageInAddress = () => window.location.hash.slice(1);

