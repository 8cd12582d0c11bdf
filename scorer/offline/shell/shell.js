// The offline app's document: it starts the worker that runs Python, draws the pages that come from it, and keeps the app.

import { PageView } from "./component/page/page.js";
import { read, write } from "./component/shared/browser_storage.js";
import { find, make } from "./component/shared/dom.js";
import keep from "./component/storage/storage.js";
import { keepApp, keepReader } from "./update.js";

/**
 * @typedef {{page: string, sought: boolean, blocks: import("./component/page/page.js").Block[],
 *   storage: import("./component/shared/data").StorageData}} Page
 */

const LANGUAGE = "kingdom-scorer-language";

/** @param {string} path Of a file of this build. */
const at = (path) => new URL(path, import.meta.url).href;
const [samples, component] = [at("../%SAMPLES BUILD%/"), at("component/")];

const kingdomHtml = await (await fetch(`${component}kingdom/kingdom.html`)).text();
const worker = new Worker(at("worker.js"), { type: "module" });
const home = new URL("./", window.location.href).href;
const main = find(document, "main");
const view = new PageView(main, { ask, readPhotos, readSample, samples, component, kingdomHtml });

worker.onmessage = ({ data }) => {
  if (data.error) fail(data.error);
  else if (data.page) show(JSON.parse(data.page));
  else keepReader();
};
worker.onerror = (event) => fail(event.message);
const liked = [read("localStorage", LANGUAGE), ...navigator.languages].filter(Boolean);
worker.postMessage({ begin: { languages: liked.join(","), address: home } });
ask({ kind: "arrive", parts: Object.fromEntries(new URLSearchParams(window.location.search)) });

/** @param {Record<string, unknown>} request A language that is chosen is spoken the next time, too. */
function ask(request) {
  if (request.kind === "language") write("localStorage", LANGUAGE, String(request.value));
  worker.postMessage({ request: JSON.stringify(request) });
}

/** @param {string} error What nobody expected: told as it is, for a report. */
function fail(error) {
  main.removeAttribute("aria-busy");
  main.replaceChildren(make("pre", { role: "alert" }, error));
}

/** The first page is there: what keeps the app for later does not take its time any more. */
function begun() {
  main.replaceChildren();
  main.removeAttribute("aria-busy");
  keepApp((value) => ask({ kind: "kept", value }));
}

/** @param {Page} page */
function show(page) {
  if (main.hasAttribute("aria-busy")) begun();
  main.dataset.page = page.page;
  view.show(page.blocks);
  keep({ data: page.storage, setStateValue: (kind, value) => ask({ kind, value }) });
  if (page.sought) ask({ kind: "seek" });
}

/** @param {File[]} files */
async function readPhotos(files) {
  worker.postMessage({ photos: await Promise.all(files.map(measured)) });
}

/** @param {string} name */
async function readSample(name) {
  const found = await fetch(`${samples}${name}.jpg`).catch(() => null);
  if (found?.ok) await readPhotos([new File([await found.blob()], `${name}.jpg`)]);
  else ask({ kind: "unfetched" });
}

/**
 * A photo with its sides, which the browser tells of without decoding it; to a worker it does not.
 *
 * @param {File} file
 * @returns {Promise<import("./decode.js").Photo>}
 */
function measured(file) {
  return new Promise((resolve) => {
    const image = new Image();
    const told = () => {
      URL.revokeObjectURL(image.src);
      resolve({ file, width: image.naturalWidth, height: image.naturalHeight });
    };
    image.onload = image.onerror = told;
    image.src = URL.createObjectURL(file);
  });
}
