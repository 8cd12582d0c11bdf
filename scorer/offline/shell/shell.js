// Draws the blocks that Python sends, and sends back what was done on them. It knows no rules and has no words of its own.

import showKingdom from "./component/kingdom.js";
import showLink from "./component/link.js";
import showSheet from "./component/sheet.js";
import keep from "./component/storage.js";
import { read, write } from "./component/browser_storage.js";
import { find, make, reconcile } from "./component/dom.js";

/**
 * @typedef {Record<string, any>} Block As scorer/offline/blocks.py makes them.
 * @typedef {{page: string, pages: string[][], language: string, languages: string[], blocks: Block[],
 *   storage: import("./component/data").StorageData, sought: boolean}} Page
 */

/**
 * @typedef {(shown: {data: any, parentElement: ShadowRoot, setStateValue: (name: string, value: unknown) => void}) => void} Show
 * @type {Record<string, {show: Show, styles: string[]}>}
 */
const COMPONENTS = {
  kingdom: { show: showKingdom, styles: ["base", "kingdom", "picker"] },
  sheet: { show: showSheet, styles: ["base", "sheet"] },
  link: { show: showLink, styles: ["base"] },
};

const LANGUAGE = "kingdom-scorer-language";

/** How many lists of names have been drawn, each with a number of its own. */
let lists = 0;
/** @type {Map<string, HTMLElement>} The components, which keep their own state from one page to the next. */
const hosts = new Map();
const kingdomHtml = await (await fetch("component/kingdom.html")).text();
const worker = new Worker("worker.js", { type: "module" });
const home = new URL("./", window.location.href).href;
const main = find(document, "main");

worker.onmessage = ({ data }) => {
  if (data.error) fail(data.error);
  else if (data.page) show(JSON.parse(data.page));
  else keepReader();
};
worker.onerror = (event) => fail(event.message);
const liked = [read("localStorage", LANGUAGE), ...navigator.languages].filter(Boolean);
worker.postMessage({ begin: { languages: liked.join(","), address: home } });
ask({ kind: "arrive", parts: Object.fromEntries(new URLSearchParams(window.location.search)) });

/** @param {Record<string, unknown>} request */
function ask(request) {
  worker.postMessage({ request: JSON.stringify(request) });
}

/** @param {string} language Chosen: it is spoken the next time, too. */
function speak(language) {
  write("localStorage", LANGUAGE, language);
  ask({ kind: "language", value: language });
}

/** What reads photos is there: from now on without a connection, too. */
async function keepReader() {
  const registration = await navigator.serviceWorker?.ready;
  registration?.active?.postMessage("keep the reader");
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
  if ("serviceWorker" in navigator) keepApp();
}

/** Has the app kept for later, and tells Python whether the browser does so. */
async function keepApp() {
  navigator.serviceWorker.onmessage = ({ data }) => ask({ kind: "kept", value: data });
  const { active, installing } = await navigator.serviceWorker.register("service.js");
  if (active || !installing) return;
  installing.onstatechange = () => { if (installing.state === "redundant") ask({ kind: "kept", value: "refused" }); };
}

/** @param {Page} page */
function show(page) {
  if (main.hasAttribute("aria-busy")) begun();
  const languages = page.languages.map((name) => ({ name, pressed: name === page.language }));
  reconcile(find(document, ".languages"), languages, ({ name, pressed }) => make("button", {
    type: "button", lang: name, "aria-pressed": String(pressed), onclick: () => speak(name),
  }, name.toUpperCase()));
  const pages = page.pages.map(([name, label]) => ({ name, label, pressed: name === page.page }));
  reconcile(find(document, "nav"), pages, ({ name, label, pressed }) => make("button", {
    type: "button", "data-page": name, "aria-pressed": String(pressed), onclick: () => ask({ kind: "page", value: name }),
  }, label));
  reconcile(main, numbered(page.blocks), build);
  for (const block of page.blocks) if (block.block === "component") fill(block);
  keep({ data: page.storage, setStateValue: (kind, value) => ask({ kind, value }) });
  if (page.sought) ask({ kind: "seek" });
}

/**
 * The blocks, each with how often the same has come before it: what is added above one leaves it as it is, with what
 * somebody is writing in it.
 *
 * @param {Block[]} blocks
 */
function numbered(blocks) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return blocks.map((block) => {
    const item = block.block === "component" ? { block: "component", name: block.name, key: block.key } : block;
    const text = JSON.stringify(item);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return { ...item, number: counts.get(text) };
  });
}

/**
 * How each kind of block is made; ``send`` tells Python what was put in.
 *
 * @type {Record<string, (block: Block, send: (value: unknown) => void) => HTMLElement>}
 */
const BUILDERS = {
  text: (block) => make(block.look === "heading" ? "h2" : "p", {
    class: block.look, role: block.look === "warning" ? "alert" : null,
  }, block.text),
  html: (block) => {
    const part = make("div");
    part.innerHTML = block.html;
    return part;
  },
  button: (block) => make("button", {
    type: "button", class: block.main ? "main" : "", onclick: () => ask(block.do),
  }, block.label),
  field,
  number: (block, send) => make("label", {}, block.label, make("input", {
    type: "number", min: 0, max: block.most, value: block.value,
    onchange: (/** @type {any} */ { target }) => send(Math.min(block.most, Math.max(0, Math.trunc(Number(target.value))))),
  })),
  choice: (block, send) => make("label", {}, block.label, make("select", {
    onchange: (/** @type {any} */ { target }) => send(target.value),
  }, ...block.options.map((/** @type {string[]} */ [value, label]) => (
    make("option", { value, selected: value === block.value }, label))))),
  switch: (block, send) => make("label", { class: "switch" }, make("input", {
    type: "checkbox", checked: block.value, onchange: (/** @type {any} */ { target }) => send(target.checked),
  }), block.label),
  several,
  photos: (block) => make("label", { class: "photos" }, block.label, make("input", {
    type: "file", accept: "image/*,.heic,.heif", multiple: true,
    onchange: (/** @type {any} */ { target }) => readPhotos([...target.files]),
  })),
  samples: (block) => make("div", { class: "samples" }, ...block.samples.map((/** @type {string[]} */ [name, title]) => (
    make("button", { type: "button", onclick: () => readSample(name) },
      make("img", { src: `samples/${name}.webp`, alt: "", loading: "lazy" }), title)))),
  progress: (block) => make("progress", { max: 1, value: block.part }),
  save: (block) => make("button", { type: "button", onclick: () => saveFile(block) }, block.label),
  file: (block, send) => make("label", {}, block.label, make("input", {
    type: "file", accept: block.accept,
    onchange: async (/** @type {any} */ { target }) => { if (target.files[0]) send(await target.files[0].text()); },
  })),
  day: (block, send) => make("label", {}, block.label, make("input", {
    type: "date", value: block.value, onchange: (/** @type {any} */ { target }) => send(target.value),
  })),
  fold: (block) => make("details", {}, make("summary", {}, block.label), ...block.blocks.map(build)),
  row: (block) => make("div", { class: "row" }, ...block.blocks.map(build)),
  component: host,
};

/**
 * @param {Block} block
 * @param {(value: unknown) => void} send
 */
function several(block, send) {
  const full = block.value.length >= block.most;
  const boxes = block.options.map((/** @type {string[]} */ [value, label]) => {
    const checked = block.value.includes(value);
    const others = block.value.filter((/** @type {string} */ one) => one !== value);
    const onchange = () => send(checked ? others : [...others, value]);
    return make("label", { class: "switch" },
      make("input", { type: "checkbox", checked, disabled: full && !checked, onchange }), label);
  });
  return make("fieldset", {}, make("legend", {}, block.label), ...boxes);
}

/** @param {File[]} files */
async function readPhotos(files) {
  worker.postMessage({ photos: await Promise.all(files.map(measured)) });
}

/** @param {string} name */
async function readSample(name) {
  const found = await fetch(`samples/${name}.jpg`).catch(() => null);
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

/** @param {Block} block */
function build(block) {
  return BUILDERS[block.block](block, (value) => ask({ ...block.do, value }));
}

/**
 * @param {Block} block
 * @param {(value: unknown) => void} send
 */
function field(block, send) {
  const input = make("input", {
    type: "text", value: block.value, maxlength: block.longest, placeholder: block.hint, autocomplete: "off",
    onchange: () => { if (!block.press) send(input.value); },
  });
  const label = make("label", {}, block.label, input);
  if (block.offered.length) {
    const id = `offered-${++lists}`;
    input.setAttribute("list", id);
    label.append(make("datalist", { id }, ...block.offered.map((/** @type {string} */ value) => make("option", { value }))));
  }
  if (!block.press) return label;
  return make("form", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); send(input.value); } },
    label, make("button", {}, block.press));
}

/** @param {Block} block */
function host(block) {
  const there = hosts.get(block.key);
  if (there) return there;
  const { styles } = COMPONENTS[block.name];
  const element = make("div", { class: block.name });
  const root = element.attachShadow({ mode: "open" });
  root.innerHTML = block.name === "kingdom" ? kingdomHtml : "<div class='component'></div>";
  root.prepend(...styles.map((name) => make("link", { rel: "stylesheet", href: `component/${name}.css` })));
  hosts.set(block.key, element);
  return element;
}

/** @param {Block} block */
function fill(block) {
  const parentElement = /** @type {ShadowRoot} */ (host(block).shadowRoot);
  const { show: showIt } = COMPONENTS[block.name];
  showIt({ data: block.data, parentElement, setStateValue: (_name, value) => ask({ kind: "actions", value }) });
}

/** @param {Block} block */
function saveFile({ content, mime, name }) {
  const href = URL.createObjectURL(new Blob([content], { type: mime }));
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
