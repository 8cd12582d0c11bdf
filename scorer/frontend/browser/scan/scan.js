// The button that starts a scan, and the camera's view over the whole screen.

import { closeByBack } from "../shared/back.js";
import { find, make } from "../shared/dom.js";
import { nextFrame, startCamera, stopCamera } from "./camera.js";
import { Outlines } from "./outlines.js";
import { serverScanner } from "./sending.js";

/**
 * @typedef {import("../shared/data").ScanData} ScanData
 * @typedef {(name: string, value: unknown) => void} Send
 * @typedef {(rules: Record<string, string>, send: Send) => import("./sending.js").Scanner} Begin
 */

/** The page's own field for photos, on either host. */
const PHOTOS = ".photos input, [class*=st-key-upload-] input[type=file]";

/** Milliseconds after the view has opened in which Cancel and Take photo do nothing: the second tap of a double tap hits them. */
const DOUBLE_TAP = 500;

/** @type {WeakMap<ShadowRoot, ScanData>} What is shown, as it was given last. */
const latest = new WeakMap();

/** @param {{data: ScanData, parentElement: ShadowRoot, setStateValue: Send, scanner?: Begin}} props */
export default function showScan({ data, parentElement, setStateValue, scanner = serverScanner }) {
  const isNew = !latest.has(parentElement);
  latest.set(parentElement, data);
  const component = find(parentElement, ".component");
  if (scanner === serverScanner && !window.isSecureContext) return; // nothing may ask for the camera
  if (isNew) component.append(make("button", { type: "button", class: "scan", onclick: open }), make("p", { class: "note" }));
  find(component, ".scan").textContent = data.label;
  find(component, ".note").textContent = data.note;

  function open() {
    const { words, rules } = latest.get(parentElement) ?? data;
    new Scan(component, words, scanner(rules, setStateValue)).open();
  }
}

class Scan {
  /**
   * @param {HTMLElement} component
   * @param {Record<string, string>} words
   * @param {import("./sending.js").Scanner} scanner
   */
  constructor(component, words, scanner) {
    this.words = words;
    this.scanner = scanner;
    this.isDone = this.isFailed = false;
    this.frames = this.starts = this.opened = 0;
    this.video = make("video", { playsinline: true });
    this.video.muted = true; // the attribute alone does not mute a video that a script makes
    const canvas = make("canvas", { "aria-hidden": "true" });
    this.hint = make("p", { role: "status" });
    this.done = make("button", { type: "button", class: "main", disabled: true, onclick: () => this.end() }, words.done);
    this.dialog = make("dialog", { class: "view", "aria-label": words.title, onclose: () => this.close() },
      make("div", { class: "stage" }, this.video, canvas, this.hint),
      make("div", { class: "buttons" },
        make("button", { type: "button", onclick: this.later(() => this.dialog.close()) }, words.cancel),
        make("button", { type: "button", onclick: this.later(() => this.takePhoto()) }, words.photo), this.done));
    component.append(this.dialog);
    this.outlines = new Outlines(canvas, this.video);
    this.watch = () => { this.turn().catch(() => this.fail("none")); };
  }

  /** @param {() => void} act */
  later(act) {
    return (/** @type {Event} */ { timeStamp }) => { if (timeStamp - this.opened >= DOUBLE_TAP) act(); };
  }

  open() {
    this.opened = performance.now();
    this.dialog.showModal();
    closeByBack(this.dialog);
    if (!navigator.mediaDevices) this.fail("none");
    else if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.fail("motion");
    else {
      this.say("start");
      document.addEventListener("visibilitychange", this.watch);
      this.run();
    }
  }

  async run() {
    try {
      await this.start();
    } catch (error) {
      this.fail(error instanceof DOMException && error.name === "NotAllowedError" ? "denied" : "none");
      return;
    }
    this.say("aim");
    try {
      while (this.isRunning) await this.look();
    } catch (error) {
      if (this.isRunning) this.fail(error instanceof Error && error.message in this.words ? error.message : "lost");
    }
  }

  /** Sends the next frame. */
  async look() {
    await nextFrame(this.video);
    const view = this.isRunning && await this.scanner.add(this.video);
    if (!view || !this.isRunning) return;
    this.frames = view.frames;
    if (view.kingdoms.length) this.done.disabled = false;
    this.outlines.show(view.kingdoms);
    this.say(view.finished ? "end" : view.hint || (view.kingdoms.length ? "fill" : "aim"));
    if (view.finished) await this.end();
  }

  get isRunning() {
    return this.dialog.open && !this.isDone && !this.isFailed;
  }

  /** Adds the kingdoms to the game, with uncertain squares flagged. */
  async end() {
    if (!this.isRunning) return;
    this.isDone = this.done.disabled = true;
    this.video.pause();
    await this.scanner.end().then(() => this.dialog.close(), () => this.fail("lost"));
  }

  /** Switches the camera off while its picture is hidden. */
  async turn() {
    if (document.hidden) stopCamera(this.video);
    else if (this.isRunning) await this.start();
  }

  /** Starts the camera, unless the player leaves meanwhile or it is started once more. */
  async start() {
    const mine = ++this.starts;
    await startCamera(this.video, () => this.isRunning && !document.hidden && mine === this.starts, this.watch);
  }

  /** @param {string} word */
  say(word) {
    if (this.hint.textContent !== this.words[word]) this.hint.textContent = this.words[word];
  }

  /** @param {string} word Why there is no scan; photos can be taken. */
  fail(word) {
    this.isFailed = true;
    this.say(word);
    stopCamera(this.video);
    this.outlines.stop();
    this.dialog.classList.add("failed");
  }

  takePhoto() {
    /** @type {HTMLInputElement | null} */
    const field = document.querySelector(PHOTOS);
    this.dialog.close();
    field?.click();
  }

  close() {
    document.removeEventListener("visibilitychange", this.watch);
    stopCamera(this.video);
    this.outlines.stop();
    if (!this.isDone && this.frames) this.scanner.cancel();
    this.dialog.remove();
  }
}
