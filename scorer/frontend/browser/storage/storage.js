// Keeps the table in this browser: in the address, so that a reload or a new connection finds it, and in its storage. The page
// that is shown stands in the address too, so that the browser's Back button leads to the one before,
// and a reload stays.

import { onSheet } from "../shared/back.js";
import { read, write } from "../shared/browser_storage.js";
import { changeEvenings, heldEvenings, seenOf } from "./evenings.js";

/**
 * @typedef {import("../shared/data").StorageData} StorageData
 * @typedef {(name: string, value: unknown) => void} SetState
 */

const TABLE = "kingdom-scorer-table";
const READING = "kingdom-scorer-reading";
const SEEN = "kingdom-scorer-seen";

/** The changes to the evenings that were carried out last. */
let changed = 0;
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

window.addEventListener("popstate", () => {
  const spent = over && !sheet;
  over = Boolean(window.history.state?.over);
  sheet?.close();
  if (kept && !turning && pageInAddress() === kept.page) {
    writeAddress(kept);
    if (spent && !over) window.history.back();  // from a sheet that was closed already to the page before
    return;
  }
  turning = `${pageInAddress()} ${Date.now()}`;
  tell("page", turning);
});

/** @param {{data: StorageData, setStateValue: SetState}} props */
export default function keep({ data, setStateValue }) {
  const page = document.documentElement;
  if (page.lang !== data.language) page.lang = data.language;  // even to the same one would style everything anew
  tell = setStateValue;
  if (session !== data.session) arrive(data);
  else if (kept?.page !== data.page) showTop();
  kept = data;
  if (session !== data.session || turning === data.turned) turning = "";
  session = data.session;
  keepEvenings(data);
  const seen = seenOf(data.address.evening);
  write("sessionStorage", SEEN, JSON.stringify(seen));
  write("sessionStorage", READING, data.reading.length ? JSON.stringify(data.reading) : "");
  const held = Object.keys(data.address).length > 0;
  if (held) write("localStorage", TABLE, data.empty ? "" : JSON.stringify({ ...data.address, known: seen }));
  writeAddress(data);
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
  const address = new URL(window.location.href);
  for (const [name, value] of Object.entries(data.address)) address.searchParams.set(name, value);
  if (data.chosen) address.searchParams.set("language", data.chosen);
  else address.searchParams.delete("language");
  const page = turning ? pageInAddress() : data.page;
  const turned = pageInAddress() !== page;
  address.hash = page;
  if (data.empty && page === "home") address.searchParams.delete("page");
  else address.searchParams.set("page", page);
  const further = turned && pageInAddress() && !over;  // a sheet's entry becomes that of the next page
  if (turned) over = false;
  const state = { ...window.history.state, over };
  if (further) window.history.pushState(state, "", address);
  else if (address.href !== window.location.href) window.history.replaceState(state, "", address);
}

/** @param {StorageData} data */
function keepEvenings({ evenings, known, page }) {
  if (known && told) tell("evenings", told = "");  // it has arrived, and need not be sent with every tap
  if (!known && !told && page === "history") tell("evenings", "{}");  // elsewhere nobody asks whether there are none
  if (evenings.number !== changed) carryOut(evenings);
}

/** @param {import("../shared/data").EveningChanges} evenings */
function carryOut(evenings) {
  changed = evenings.number;
  if (!changed) return;
  const { refused, others } = changeEvenings(evenings);
  tell("changed", `${changed} ${refused ? "refused" : JSON.stringify(others)}`);
}

/**
 * What this browser held when the page came up empty.
 * @param {StorageData} data
 */
function arrive(data) {
  // a page may have had another name
  if (pageInAddress()) window.history.replaceState(window.history.state, "", `#${data.page}`);
  const found = { table: parsed(read("localStorage", TABLE)), reading: parsed(read("sessionStorage", READING)) };
  const news = { table: Object.keys(data.address).length ? null : found.table, reading: found.reading };
  if (news.table || news.reading) tell("found", JSON.stringify(news));
  changed = 0;
  const evenings = heldEvenings(parsed(read("sessionStorage", SEEN)) ?? found.table?.known ?? {});
  told = Object.keys(evenings).length ? JSON.stringify(evenings) : "";
  if (told) tell("evenings", told);
}

const pageInAddress = () => window.location.hash.slice(1);

/** @param {string} text */
function parsed(text) {
  try { return JSON.parse(text); } catch { return null; }
}
