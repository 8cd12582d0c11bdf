// Stores the app for offline use, and offers a new build once it is stored.

import { make } from "../component/shared/dom.js";
import { allAnswered } from "./unanswered.js";

/** The build of this page: the name of its folder. */
const BUILD = new URL("..", import.meta.url).pathname.split("/").at(-2);

/** Milliseconds within which the new build usually takes over. */
const PATIENCE = 2000;

/** The message about a new build, and the words on its two buttons. @type {string[]} */
let words = [];
/** Ends all work of the page. */
let end = () => {};
/** Whether photos are being read. */
let isReading = () => false;
let isReady = false, isAsked = false, isRefused = false;
/** @type {Promise<ServiceWorkerRegistration | null> | null} */
let registration = null;

/**
 * @param {(value: string) => void} tell Told whether the whole app is kept (“all”) or cannot be (“refused”).
 * @param {() => void} stop Ends all work of the page.
 * @param {() => boolean} reads Whether photos are being read.
 */
export async function keepApp(tell, stop, reads) {
  end = stop;
  isReading = reads;
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.onmessage = ({ data }) => (data.update ? offer() : tell(data));
  serviceWorker.oncontrollerchange = () => (isAsked ? loadAgain() : report());
  registration = serviceWorker.register(new URL("../../service.js", import.meta.url)).catch(() => null);
  const found = await registration;
  if (!found) return;  // blocked, for example together with cookies
  found.onupdatefound = () => watch(found);
  watch(found);
  report();
}

/** Called once the reader is loaded: from now on it is stored, too. */
export function keepReader() {
  isReady = true;
  report();
}

/** Reports the page's build, and whether its reader is loaded, to every build's service worker. */
async function report() {
  const found = await registration;
  if (!found) return;
  for (const worker of [found.waiting, found.active]) worker?.postMessage({ build: BUILD, isReady });
  found.waiting?.postMessage({ build: BUILD, waits: true });
}

/** @param {ServiceWorkerRegistration} found */
function watch({ installing }) {
  if (installing) installing.onstatechange = () => { if (installing.state === "installed") report(); };
}

/** @param {string[]} said In the language of the page. */
export function speak(said) {
  words = said;
  const texts = document.querySelectorAll(".update > *");
  texts.forEach((text, index) => { text.textContent = words[index]; });
}

/** Offers the new build above the page, where nothing covers or moves the offer. */
function offer() {
  if (isRefused || document.querySelector(".update")) return;
  const [said, reload, later] = words;
  const close = () => { isRefused = true; notice.remove(); };
  const notice = make("aside", { class: "update", role: "status" }, make("span", {}, said),
    make("button", { type: "button", class: "main", onclick: replace }, reload),
    make("button", { type: "button", onclick: close }, later));
  document.body.prepend(notice);
}

/** Loads the page again. What is done from now on would be saved, but the page that is loaded would not show it. */
function loadAgain() {
  end();
  window.location.reload();
}

async function replace() {
  document.querySelectorAll(".update button").forEach((button) => button.setAttribute("disabled", ""));
  const found = await registration;
  await allAnswered(isReading);  // a name that was being typed, for example
  isAsked = true;
  found?.waiting?.postMessage({ replace: true });
  setTimeout(loadAgain, found?.waiting ? PATIENCE : 0);  // if Chromium waits until the page has gone
}
