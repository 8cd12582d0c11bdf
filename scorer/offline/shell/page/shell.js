// The offline app's document: it starts the worker that runs Python, draws its pages, and stores the app.

import { PageView } from "../component/page/page.js";
import { read, write } from "../component/shared/browser_storage.js";
import { find, make } from "../component/shared/dom.js";
import keep from "../component/storage/storage.js";
import { takeHanded } from "./handed.js";
import { discard } from "../shared/memory.js";
import { scannerOf } from "./scanner.js";
import { answered, failed, replay, sent, takeUp, typeLeftTexts } from "./unanswered.js";
import { keepApp, keepReader, speak } from "./update.js";

/**
 * @typedef {{page: string, sought: boolean, words: string[], blocks: import("../component/page/page.js").Block[],
 *   storage: import("../component/shared/data").StorageData}} Page
 */

const LANGUAGE = "kingdom-scorer-language";

/** @param {string} path Of a file of this build, from here. */
const at = (path) => new URL(path, import.meta.url).href;
const [samples, component] = [at("../../%SAMPLES BUILD%/"), at("../component/")];

const kingdomHtml = await (await fetch(`${component}kingdom/kingdom.html`)).text();
const worker = new Worker(at("../worker/worker.js"), { type: "module" });
const home = new URL("./", window.location.href).href;
const main = find(document, "main");
const bar = new ResizeObserver(([{ target }]) => measure(target));
/** Batches of photos that were chosen, and those of them that are not read yet. */
let chosen = 0, batches = 0;
const view = new PageView(main, { ask, readPhotos, readSample, scanner: scannerOf(worker), samples, component, kingdomHtml });

worker.onmessage = ({ data }) => {
  if (data.error) {
    failed(data.number);
    fail(data.error);
  }
  else if (data.isRead) batches--;
  else if (data.isBroken) window.dispatchEvent(new Event("broken"));
  else if (data.page) show(JSON.parse(data.page), data.number);
  else keepReader();
};
// An error without a message: the worker's file could not be loaded.
worker.onerror = ({ message }) => fail(message || "The app could not be loaded. Check your connection, then reload the page.");
const asked = new URLSearchParams(window.location.search).get("language");
if (asked) write("sessionStorage", LANGUAGE, asked);  // for this tab: the page takes it out of its address
const liked = [read("sessionStorage", LANGUAGE) || asked, read("localStorage", LANGUAGE), ...navigator.languages].filter(Boolean);
worker.postMessage({ start: { languages: liked.join(","), address: home } });
arrive(Object.fromEntries(new URLSearchParams(window.location.search)));

/** @param {Record<string, string>} parts */
function arrive(parts) {
  ask({ kind: "arrive", parts: { ...takeUp(parts), ...parts } });
}

/** @param {Record<string, unknown>} request A language that is chosen is spoken the next time, too. */
function ask(request) {
  if (request.kind === "language") {
    write("localStorage", LANGUAGE, String(request.value));
    write("sessionStorage", LANGUAGE, String(request.value));
  }
  worker.postMessage({ request: JSON.stringify(request), number: sent(request) });
}

/** @param {string} error What nobody expected: shown unchanged, for a report. */
function fail(error) {
  if (main.hasAttribute("aria-busy")) window.dispatchEvent(new Event("broken"));  // it has not started
  main.removeAttribute("aria-busy");
  main.replaceChildren(make("pre", { role: "alert" }, error));
}

/** Before the page is loaded again. */
function stop() {
  worker.onmessage = null;  // an answer may be on its way
  worker.terminate();
}

/** Called with the first page: storing the app no longer delays it. */
function begun() {
  main.replaceChildren();
  main.removeAttribute("aria-busy");
  setTimeout(typeLeftTexts);  // once the page is drawn
  keepApp((value) => ask({ kind: "kept", value }), stop, () => batches > 0);
  takeHanded(readPhotos, (name) => refuse({ name }));
}

/**
 * @param {Page} page
 * @param {number} number Of the request that it answers; 0 if it answers none.
 */
function show(page, number) {
  if (main.hasAttribute("aria-busy")) begun();
  main.dataset.page = page.page;
  speak(page.words);
  view.show(page.blocks);
  bar.disconnect();
  const dock = main.querySelector(".dock");
  measure(dock);
  if (dock) bar.observe(dock);
  keep({ data: page.storage, setStateValue });
  const left = replay();  // once Python knows the saved games, which it may be about
  if (left) ask(left);
  answered(number, page.storage.address, originOf(page.blocks) ?? [0, 0]);
  if (page.sought) ask({ kind: "seek" });
}

/** @param {Element | null} dock The bottom bar, whose height the styles use. */
function measure(dock) {
  document.documentElement.style.setProperty("--dock", `${dock?.getBoundingClientRect().height ?? 0}px`);
}

/**
 * Reports what the browser stores, or the page that its Back button led to: names that were typed on this page go first.
 *
 * @param {string} kind
 * @param {unknown} value
 */
function setStateValue(kind, value) {
  (kind === "page" ? view.host.ask : ask)({ kind, value });
}

/**
 * The origin of the shown kingdom.
 * @param {import("../component/page/page.js").Block[]} blocks
 * @returns {number[] | null}
 */
function originOf(blocks) {
  for (const { block, name, data, blocks: inner } of blocks) {
    const origin = block === "component" && name === "kingdom" ? data.origin : inner && originOf(inner);
    if (origin) return origin;
  }
  return null;
}

/** @param {File[]} files */
async function readPhotos(files) {
  const cards = files.filter(({ type }) => type === "image/svg+xml");
  const photos = files.filter((file) => !cards.includes(file)), batch = ++chosen;
  if (photos.length) worker.postMessage({ chosen: batch });
  for (const card of cards) await card.text().then((value) => ask({ kind: "card", value, name: card.name }), () => refuse(card));
  if (!photos.length) return;
  batches++;
  const found = await Promise.all(photos.map((photo) => measured(photo).catch(() => refuse(photo))));
  worker.postMessage({ photos: found.filter(Boolean), batch });
}

/** @param {{name: string}} file One that cannot be read. */
function refuse({ name }) {
  ask({ kind: "unread", name });
}

/** @param {string} name */
async function readSample(name) {
  const found = await fetch(`${samples}${name}.jpg`).catch(() => null);
  if (found?.ok) await readPhotos([new File([await found.blob()], `${name}.jpg`)]);
  else ask({ kind: "unfetched" });
}

/**
 * The first 16 digits of a file's SHA-256; empty on an insecure page, where browsers offer no hash.
 *
 * @param {File} file
 */
async function hashOf(file) {
  if (!window.crypto.subtle) return "";
  const content = await file.arrayBuffer();
  const bytes = new Uint8Array(await window.crypto.subtle.digest("SHA-256", content));
  discard(content);
  return [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A photo with its sides. A document gets them without decoding the photo, a worker does not.
 *
 * @param {File} file
 * @returns {Promise<import("../worker/decode.js").Photo>}
 */
async function measured(file) {
  const hash = await hashOf(file);
  return new Promise((resolve) => {
    const image = new Image();
    const finish = () => {
      URL.revokeObjectURL(image.src);
      resolve({ file, hash, width: image.naturalWidth, height: image.naturalHeight });
    };
    image.onload = image.onerror = finish;
    image.src = URL.createObjectURL(file);
  });
}
