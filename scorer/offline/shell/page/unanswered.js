// Unanswered requests and typed text that remain when the app is closed; the next page continues with them.

import { typeAgain, typedNames, unsentTexts } from "../component/page/inputs.js";
import { namesWith, parsed, read, write } from "../component/shared/browser_storage.js";
import { find } from "../component/shared/dom.js";

const UNANSWERED = "kingdom-scorer-unanswered", TYPED = "kingdom-scorer-typed";
/** The name under which this page stores its requests: another window may be closed at the same time. */
const OWN = `${UNANSWERED}-${Math.random()}`;
/** The requests that the app makes by itself. */
const REPORTS = new Set(["arrive", "changed", "full", "saved_games", "found", "kept", "seek", "unfetched", "unread"]);
/** Requests that are not repeated: a file may be large, or the reason why the app ended. */
const UNREPEATED = new Set(["card", "file", "saved_games_file"]);
/** How often and at which interval, in milliseconds, to look for the answers of the last requests. */
const MAX_LOOKS = 40, PAUSE = 50;
/** The same while a request is carried out that is not repeated. */
const MAX_LONG_LOOKS = 1200;
/** Starts that may repeat the same requests. */
const MAX_TRIES = 2;

/**
 * @typedef {Record<string, unknown>} Request
 * @typedef {{address: Record<string, string>, origin: number[], requests: Request[], tries?: number}} Left The requests that
 *   have no answer, the parts of the address of the game that they are about, where its kingdom begins that was shown, and
 *   how often they were repeated: if the app ends meanwhile, they may be the reason.
 */

/** The last page that was shown. @type {Pick<Left, "address" | "origin">} */
let base = { address: {}, origin: [0, 0] };
/** The requests left by previous pages that this one has not repeated yet. @type {Left | null} */
let left = null;
/** @type {Map<number, Request>} */
const waiting = new Map();
let count = 0;
/** How often the requests that wait were repeated. */
let tries = 0;
let isWritten = false;
/** Whether this page has stored typed text: that of another window stays. */
let isTyped = false;

/**
 * Takes the requests of previous pages. If this page opens another game, or there are several pages, they are replayed on
 * their own games.
 * @param {Record<string, string>} parts Of this page's address.
 * @returns {Record<string, string>} The parts of the address of the game to open.
 */
export function takeUp(parts) {
  base.address = parts;
  const found = stored();
  if (!found.length) return {};
  const [own = { address: parts, origin: [0, 0], requests: [] }] = found.filter(({ address }) => isOf(parts, address));
  const others = found.filter((one) => one !== own)
    .map(({ address, origin, requests }) => ({ kind: "replay", requests, origin, address }));
  const requests = others.length ? [...own.requests, ...others] : own.requests;
  left = { ...own, requests, tries: Math.max(...found.map((one) => one.tries ?? 0)) };
  base = left;
  keep(left);
  return left.address;
}

/**
 * Whether the requests of a page with this address are those of the game that this page opens, if it opens one.
 * @param {Record<string, string>} parts
 * @param {Record<string, string>} address
 */
const isOf = (parts, address) => !parts.game || parts.game === address.game;

/** Removes and returns what previous pages have stored, except what was tried too often. @returns {Left[]} */
function stored() {
  const names = namesWith(UNANSWERED);
  const found = names.map((name) => parsed(read("localStorage", name)));
  names.forEach(forget);
  return found.filter((one) => one && (one.tries ?? 0) < MAX_TRIES);
}

/** @param {Left} requests */
function keep(requests) {
  write("localStorage", OWN, JSON.stringify(requests));
  isWritten = true;
}

/**
 * The request that repeats those of the previous page, if there are any.
 * @returns {Request | null}
 */
export function replay() {
  const found = left && { kind: "replay", requests: left.requests, origin: left.origin };
  if (left) {
    tries = (left.tries ?? 0) + 1;
    keep({ ...left, tries });
  }
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
  if (waiting.size || left) return;
  tries = 0;
  if (isWritten) remove();
}

/** @param {number} number Of a request that failed: it is not repeated. */
export function failed(number) {
  waiting.delete(number);
  if (isWritten) remove();
}

/** Puts the text that was typed before the app was reloaded or closed into the empty fields. */
export function typeLeftTexts() {
  const texts = parsed(read("localStorage", TYPED)) ?? {};
  forget(TYPED);
  typeAgain(find(document, "main"), texts);
}

/** Before the app may close: submits a name that is being typed, and stores unanswered requests for the next page. */
function leave() {
  const field = document.activeElement;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (isText && field.value !== field.defaultValue) field.dispatchEvent(new Event("change"));
  const main = find(document, "main");
  keepTexts({ ...unsentTexts(main), ...typedNames(main) });
  const asked = [...waiting.values()].flatMap((one) => one.kind === "replay" ? /** @type {Request[]} */ (one.requests) : [one]);
  const requests = [...left?.requests ?? [], ...asked].filter(({ kind }) => !UNREPEATED.has(String(kind)));
  if (!requests.length) return;
  keep({ ...base, requests, tries: left?.tries ?? tries });
}

function remove() {
  isWritten = false;
  forget(OWN);
}

/** @param {Record<string, string>} texts */
function keepTexts(texts) {
  const isAny = Object.keys(texts).length > 0;
  if (isAny) write("localStorage", TYPED, JSON.stringify(texts));
  else if (isTyped) forget(TYPED);
  isTyped = isAny;
}

/** @param {string} name */
function forget(name) {
  try { localStorage.removeItem(name); } catch { /* nothing was kept then */ }
}

function maxLooks() {
  return [...waiting.values()].some(({ kind }) => UNREPEATED.has(String(kind))) ? MAX_LONG_LOOKS : MAX_LOOKS;
}

/**
 * Resolves once all photos are read, and all requests are answered or a while has passed.
 * @param {() => boolean} isReading
 */
export async function allAnswered(isReading) {
  for (let looks = 0; isReading() || (waiting.size && looks < maxLooks()); looks++) {
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  }
}

window.addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });
