// What was asked of Python and has no answer when the app is closed, and what was typed: the next page takes it up.

import { read, write } from "../component/shared/browser_storage.js";

const UNANSWERED = "kingdom-scorer-unanswered", TYPED = "kingdom-scorer-typed";
/** The requests that the app makes by itself. */
const REPORTS = new Set(["arrive", "changed", "evenings", "found", "kept", "seek", "unfetched"]);

/**
 * @typedef {Record<string, unknown>} Request
 * @typedef {{address: Record<string, string>, origin: number[], requests: Request[]}} Left The requests that have no answer,
 *   the parts of the address of the game that they are about, and where its kingdom begins that was shown.
 */

/** The last page that was shown. @type {{address: Record<string, string>, origin: number[]}} */
let base = { address: {}, origin: [0, 0] };
/** @type {Map<number, Request>} */
const waiting = new Map();
let count = 0;
let isWritten = false;

/**
 * What the page before left, if it was about the game that is opened now, or about the last one where none is.
 * @param {Record<string, string>} parts Of this page's address.
 * @returns {Left | null}
 */
export function takeUp(parts) {
  base.address = parts;
  const text = read("localStorage", UNANSWERED);
  if (text) remove();
  const left = parsed(text);
  if (!left || parts.game && parts.game !== left.address.game) return null;
  base = left;
  return left;
}

/**
 * @param {Request} request
 * @returns {number} The request's number, which its answer has, too; 0 for one that the app makes by itself.
 */
export function sent(request) {
  if (REPORTS.has(String(request.kind))) return 0;
  waiting.set(++count, request);
  return count;
}

/**
 * A page is shown.
 * @param {number} number Of the request that it answers; 0 if it answers none.
 * @param {Record<string, string>} address
 * @param {number[]} origin
 */
export function answered(number, address, origin) {
  waiting.delete(number);
  base = { address, origin };
  if (isWritten && !waiting.size) remove();
}

/** Puts what was typed before the page was loaded again into the fields that are empty. */
export function typeAgain() {
  const typed = parsed(read("sessionStorage", TYPED)) ?? {};
  write("sessionStorage", TYPED, "");
  for (const [key, text] of Object.entries(typed)) {
    const input = document.querySelector(`[data-key="${CSS.escape(key)}"] input`);
    if (input instanceof HTMLInputElement && !input.value) input.value = text;
  }
}

/** The app may be closed now: a name that is being typed is taken, and what has no answer is kept for the next page. */
function leave() {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement && field.value !== field.defaultValue) field.dispatchEvent(new Event("change"));
  write("sessionStorage", TYPED, JSON.stringify(Object.fromEntries(typedInForms())));
  if (!waiting.size) return;
  write("localStorage", UNANSWERED, JSON.stringify({ ...base, requests: [...waiting.values()] }));
  isWritten = true;
}

/** What stands in fields that are sent by a button. */
function typedInForms() {
  const inputs = [...document.querySelectorAll("main form input")].filter((input) => input instanceof HTMLInputElement);
  return inputs.filter(({ value, defaultValue }) => value && value !== defaultValue)
    .map((input) => [input.closest("[data-key]")?.getAttribute("data-key") ?? "", input.value]);
}

function remove() {
  isWritten = false;
  try { localStorage.removeItem(UNANSWERED); } catch { /* nothing was kept then */ }
}

/** @param {string} text */
function parsed(text) {
  try { return JSON.parse(text); } catch { return null; }
}

window.addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });
