// Draws a page from its blocks (scorer/app/blocks.py) and reports the user's actions. It contains no words.

import showKingdom from "../kingdom/kingdom.js";
import showLink from "../link/link.js";
import { make, reconcile } from "../shared/dom.js";
import showScan from "../scan/scan.js";
import showSheet from "../sheet/sheet.js";
import showTaps from "../taps/taps.js";
import { icon } from "./icons.js";
import { choice, field, interrupted, names, typeAgain, unsentNames, unsentTexts } from "./inputs.js";

/**
 * @typedef {Record<string, any>} Block
 * @typedef {{
 *   ask: (request: Record<string, unknown>) => void,
 *   readPhotos: (files: File[]) => void,
 *   readSample: (name: string) => void,
 *   scanner?: import("../scan/scan.js").Begin,
 *   samples: string,
 *   component: string,
 *   kingdomHtml: string,
 * }} Host What the page needs: it sends requests, reads photos and scans frames of the camera. `samples` and `component`
 *   are the addresses of the folders with the samples' pictures and with this script's own folder.
 * @typedef {(value: unknown) => void} Send
 * @typedef {(shown: {data: any, parentElement: ShadowRoot, setStateValue: (name: string, value: unknown) => void,
 *   scanner?: import("../scan/scan.js").Begin}) => void} Show
 */

/** @type {Record<string, {show: Show, styles: string[]}>} */
const COMPONENTS = {
  kingdom: { show: showKingdom, styles: ["shared/base", "kingdom/kingdom", "kingdom/picker"] },
  sheet: { show: showSheet, styles: ["shared/base", "sheet/sheet"] },
  link: { show: showLink, styles: ["shared/base"] },
  taps: { show: showTaps, styles: ["shared/base", "page/board", "taps/taps"] },
  scan: { show: showScan, styles: ["shared/base", "scan/scan"] },
};

const ALERTS = new Set(["warning", "error"]);

/** A page in an element of the document. */
export class PageView {
  /**
   * @param {HTMLElement} main
   * @param {Host} host
   */
  constructor(main, host) {
    this.main = main;
    const sendNames = () => unsentNames(main).forEach((request) => host.ask(request));
    /** @type {Host} */
    this.host = {
      ...host,
      ask: (request) => { sendNames(); host.ask(request); },
      readPhotos: (files) => { sendNames(); host.readPhotos(files); },
      readSample: (name) => { sendNames(); host.readSample(name); },
    };
    /** @type {Map<string, HTMLElement>} The components by their keys; they keep their own state between two pages. */
    this.components = new Map();
    /** @type {Map<string, boolean>} Whether a fold is open, if its player opened or closed it. */
    this.folds = new Map();
    /** @type {Record<string, string>} Texts that were typed on other pages and not sent, by the keys of their fields. */
    this.texts = {};
  }

  /**
   * Draws the blocks. A text that is being typed stays, also in a field that is drawn anew, and if the page is left for a while.
   *
   * @param {Block[]} blocks
   */
  show(blocks) {
    const texts = { ...this.texts, ...unsentTexts(this.main) }, goOn = interrupted(this.main);
    reconcile(this.main, numbered(blocks), (block) => this.build(block));
    this.texts = typeAgain(this.main, texts);
    goOn();
    this.fill(blocks);
  }

  /**
   * @param {Block} block
   * @returns {HTMLElement}
   */
  build(block) {
    const element = BUILDERS[block.block](block, (value, more = {}) => this.host.ask({ ...block.do, value, ...more }), this);
    element.dataset.block = block.block;
    if (block.key) element.dataset.key = block.key;
    return element;
  }

  /**
   * Gives the components their data, once they are in the document.
   *
   * @param {Block[]} blocks
   */
  fill(blocks) {
    for (const block of blocks) {
      if (block.block === "component") {
        const parentElement = /** @type {ShadowRoot} */ (this.component(block).shadowRoot);
        COMPONENTS[block.name].show({
          data: block.data, parentElement, scanner: this.host.scanner, setStateValue: (_name, value) => this.host.ask(block.do
            ? { ...block.do, value: String(value).replace(/ \d+$/, "") } : { kind: "actions", value }),
        });
      } else if (block.blocks) this.fill(block.blocks);
    }
  }

  /** @param {Block} block */
  component(block) {
    const existing = this.components.get(block.key);
    if (existing) return existing;
    const element = make("div", { class: block.name });
    const root = element.attachShadow({ mode: "open" });
    root.innerHTML = block.name === "kingdom" ? this.host.kingdomHtml : "<div class='component'></div>";
    const { styles } = COMPONENTS[block.name];
    root.prepend(...styles.map((name) => make("link", { rel: "stylesheet", href: `${this.host.component}${name}.css` })));
    this.components.set(block.key, element);
    return element;
  }
}

/**
 * The blocks, each with how often the same block comes before it. A block keeps its element, with the text that somebody is
 * typing there, when others are added above it.
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
 * The function that makes each kind of block. `send` sends the block's request with a value.
 *
 * @type {Record<string, (block: Block, send: (value: unknown, more?: object) => void, page: PageView) => HTMLElement>}
 */
const BUILDERS = {
  text: ({ text, look }) => {
    if (look === "title") return make("h1", { class: "title", tabindex: -1 }, text);
    return make(look === "heading" ? "h2" : "p", { class: look, role: ALERTS.has(look) ? "alert" : null },
      ...(look === "marked" ? marked(text) : [text]));
  },
  html: ({ html }) => {
    const part = make("div");
    part.innerHTML = html;
    return part;
  },
  toast: ({ text }) => make("p", { class: "toast" }, text),
  button: (block, _send, { host }) => make("button", {
    type: "button", class: [block.main && "main", block.hide_label && "icon"].filter(Boolean).join(" "),
    title: block.hide_label && block.label, onclick: () => host.ask(block.do),
  }, ...(block.hide_label ? [icon(block.icon), make("span", { class: "unseen" }, block.label)] : [block.label])),
  linkout: ({ label, href }) => make("a", { class: "button", href, target: "_blank", rel: "noopener" }, label),
  photos: ({ label, key }, _send, { host }) => (
    make("label", { class: `photos ${key.split("-")[0]}` }, label, make("input", {
      type: "file", accept: "image/*,.heic,.heif", multiple: true,
      onchange: (/** @type {any} */ { target }) => host.readPhotos([...target.files]),
    }))),
  samples: ({ samples }, _send, { host }) => make("div", { class: "samples" },
    ...samples.map((/** @type {string[]} */ [name, title]) => (
      make("button", { type: "button", "data-key": `sample-${name}`, onclick: () => host.readSample(name) },
        make("img", { src: `${host.samples}${name}.webp`, alt: "", loading: "lazy" }), title)))),
  progress: ({ part, text }) => make("label", { class: "note" }, text, make("progress", { max: 1, value: part })),
  reading: (block, send, page) => BUILDERS.progress(block, send, page),
  sought: ({ text }) => make("p", { class: "note" }, text),
  field,
  names,
  number: (block, send) => make("label", {}, block.label, make("input", {
    type: "number", min: 0, max: block.maximum, value: block.value ?? "",
    onchange: (/** @type {any} */ { target }) => {
      target.defaultValue = target.value;  // sent, no longer being typed
      send(Math.min(block.maximum, Math.max(0, Math.trunc(Number(target.value)))));
    },
  })),
  choice,
  switch: (block, send) => make("label", { class: "switch" }, make("input", {
    type: "checkbox", checked: block.value, onchange: (/** @type {any} */ { target }) => send(target.checked),
  }), block.label),
  save: (block) => make("button", {
    type: "button", class: block.main ? "main" : "", onclick: () => saveFile(block),
  }, block.label),
  day: (block, send) => make("label", {}, block.label, make("input", {
    type: "date", value: block.value, onchange: (/** @type {any} */ { target }) => send(target.value),
  })),
  openfile: ({ label, endings }, send) => make("label", {}, label, make("input", {
    type: "file", accept: endings.map((/** @type {string} */ ending) => `.${ending}`).join(","),
    onchange: async (/** @type {any} */ { target: { files: [chosen] } }) => {
      if (chosen) send(await chosen.text(), { name: chosen.name });
    },
  })),
  picture: ({ mime, content, text }) => make("img", { class: "shown", src: `data:${mime};base64,${content}`, alt: text }),
  component: (block, _send, page) => page.component(block),
  row: ({ blocks, look }, _send, page) => make("div", {
    class: `row ${look}`,
  }, ...built(blocks, page)),
  panel: ({ blocks, look }, _send, page) => make("div", { class: `panel ${look}` }, ...built(blocks, page)),
  fold: (block, _send, page) => {
    const { key, label, blocks } = block;
    const open = page.folds.get(key) ?? block.is_open;
    const toggled = () => page.folds.set(key, !details.open); // "toggle" would come too late if the fold is drawn anew
    const details = make("details", { open }, make("summary", { onclick: toggled }, label), ...built(blocks, page));
    return details;
  },
};

/**
 * @param {Block[]} blocks
 * @param {PageView} page
 */
function built(blocks, page) {
  return blocks.map((block) => page.build(block));
}

/**
 * @param {string} text Bold words are between two stars.
 * @returns {(string | HTMLElement)[]}
 */
function marked(text) {
  return text.split("**").map((part, index) => (index % 2 ? make("b", {}, part) : part));
}

/** @param {Block} block */
function saveFile({ content, mime, name }) {
  const bytes = Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0));
  const href = URL.createObjectURL(new Blob([bytes], { type: mime }));
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
