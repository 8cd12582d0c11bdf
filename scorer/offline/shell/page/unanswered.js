// Unanswered requests and typed text that remain when the app is closed; the next page continues with them.

import { typeAgain, unsentTexts } from "../component/page/inputs.js";
import { parsed, read, write } from "../component/shared/browser_storage.js";
import { find } from "../component/shared/dom.js";

const UNANSWERED = "kingdom-scorer-unanswered", TYPED = "kingdom-scorer-typed";
/** The requests that the app makes by itself. */
const REPORTS = new Set(["arrive", "changed", "saved_games", "found", "kept", "seek", "unfetched"]);

/**
 * @typedef {Record<string, unknown>} Request
 * @typedef {{address: Record<string, string>, origin: number[], requests: Request[]}} Left The requests that have no answer,
 *   the parts of the address of the game that they are about, and where its kingdom begins that was shown.
 */

/** The last page that was shown. @type {{address: Record<string, string>, origin: number[]}} */
let base = { address: {}, origin: [0, 0] };
/** The requests left by the previous page that this one has not repeated yet. @type {Left | null} */
let left = null;
/** @type {Map<number, Request>} */
const waiting = new Map();
let count = 0;
let isWritten = false;

/**
 * Takes the requests of the previous page, if they concern the opened game, or the last one if none is opened.
 * @param {Record<string, string>} parts Of this page's address.
 * @returns {Record<string, string>} The parts of the address of that game.
 */
export function takeUp(parts) {
  base.address = parts;
  const text = read("localStorage", UNANSWERED);
  if (text) remove();
  const found = parsed(text);
  if (!found || parts.game && parts.game !== found.address.game) return {};
  base = left = found;
  return found.address;
}

/**
 * The request that repeats those of the previous page, if there are any.
 * @returns {Request | null}
 */
export function replay() {
  const found = left && { kind: "replay", requests: left.requests, origin: left.origin };
  left = null;
  return found;
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
 * Notes the page that is shown.
 * @param {number} number Of the request that it answers; 0 if it answers none.
 * @param {Record<string, string>} address
 * @param {number[]} origin
 */
export function answered(number, address, origin) {
  waiting.delete(number);
  base = { address, origin };
  if (isWritten && !waiting.size) remove();
}

/** Puts the text typed before a reload into the empty fields. */
export function typeLeftTexts() {
  const texts = parsed(read("sessionStorage", TYPED)) ?? {};
  write("sessionStorage", TYPED, "");
  typeAgain(find(document, "main"), texts);
}

/** Before the app may close: submits a name that is being typed, and stores unanswered requests for the next page. */
function leave() {
  const field = document.activeElement;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (isText && field.value !== field.defaultValue) field.dispatchEvent(new Event("change"));
  write("sessionStorage", TYPED, JSON.stringify(unsentTexts(find(document, "main"))));
  const requests = [...left?.requests ?? [], ...waiting.values()];
  if (!requests.length) return;
  write("localStorage", UNANSWERED, JSON.stringify({ ...base, requests }));
  isWritten = true;
}

function remove() {
  isWritten = false;
  try { localStorage.removeItem(UNANSWERED); } catch { /* nothing was kept then */ }
}

window.addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });
