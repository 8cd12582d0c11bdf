// Keeps the app for later, and offers a new build as soon as it is kept, too.

import { make } from "./component/shared/dom.js";

/** The build of this page: the name of its folder. */
const BUILD = new URL(".", import.meta.url).pathname.split("/").at(-2);

const WORDS = /** @type {Record<string, string[]>} */ ({
  en: ["An update is available.", "Reload", "Later"],
  de: ["Eine neue Version ist da.", "Neu laden", "Später"],
  fr: ["Une mise à jour est disponible.", "Recharger", "Plus tard"],
  es: ["Hay una actualización disponible.", "Recargar", "Más tarde"],
});

let isReady = false, isAsked = false, isRefused = false;
/** @type {Promise<ServiceWorkerRegistration> | null} */
let registration = null;

/** @param {(value: string) => void} tell Told whether the whole app is kept (“all”) or cannot be (“refused”). */
export async function keepApp(tell) {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.onmessage = ({ data }) => (data.update ? offer() : tell(data));
  serviceWorker.oncontrollerchange = () => (isAsked ? window.location.reload() : report());
  registration = serviceWorker.register(new URL("../service.js", import.meta.url));
  const found = await registration;
  found.onupdatefound = () => watch(found, tell);
  watch(found, tell);
  report();
}

/** The reader is loaded: from now on it is kept, too. */
export function keepReader() {
  isReady = true;
  report();
}

/** Tells every build's service worker which build this page is, and whether its reader is loaded. */
async function report() {
  const found = await registration;
  if (!found) return;
  for (const worker of [found.waiting, found.active]) worker?.postMessage({ build: BUILD, isReady });
  found.waiting?.postMessage({ build: BUILD, waits: true });
}

/**
 * @param {ServiceWorkerRegistration} found
 * @param {(value: string) => void} tell
 */
function watch(found, tell) {
  const { installing } = found;
  if (!installing) return;
  installing.onstatechange = () => {
    if (installing.state === "redundant" && !found.active) tell("refused");
    if (installing.state === "installed") report();
  };
}

/** Says that there is a new build. */
function offer() {
  if (isRefused || document.querySelector(".update")) return;
  const [said, reload, later] = WORDS[document.documentElement.lang] ?? WORDS.en;
  const close = () => { isRefused = true; notice.remove(); };
  const notice = make("aside", { class: "update", role: "status" }, make("span", {}, said),
    make("button", { type: "button", class: "main", onclick: replace }, reload),
    make("button", { type: "button", onclick: close }, later));
  document.body.append(notice);
}

async function replace() {
  isAsked = true;
  const found = await registration;
  if (found?.waiting) found.waiting.postMessage({ replace: true });
  else window.location.reload();
}
