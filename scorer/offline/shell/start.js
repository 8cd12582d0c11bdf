// Loads the build that the page names. If its files are missing, the page is loaded again once: a browser may have cached the
// page of an earlier build. If they are still missing, the host is being updated: then the page that is kept here is shown.
// If a kept file is damaged, the app does not start, or ends with a “broken” event: then it is loaded again from the host.
// If none is damaged, the page is loaded again once, too: a service worker that has just taken over may have failed to answer.

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const MISSING = "kingdom-scorer-missing-build";
const DAMAGED = "The app is damaged on this device. Connect to the internet, then open the app again. Saved games are kept.";
/** Milliseconds within which the service worker has checked all files, and loaded damaged ones. */
const PATIENCE = 60000;
const { build } = document.documentElement.dataset;

window.addEventListener("broken", () => { repair().catch(console.error); });

try {
  await import(`./${build}/page/shell.js`);
} catch (error) {
  const newest = await fetch("./", { cache: "reload" }).then((found) => found.text(), () => "");
  if (!newest || newest.includes(`data-build="${build}"`)) {
    main.textContent = String(error);
    await repair();
  }
  else if (isSecond()) await show(new DOMParser().parseFromString(newest, "text/html"));
  else window.location.reload();
}

/** Has the service worker load damaged files again, and then the page, unless the app has started without them. */
async function repair() {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return;
  const { port1, port2 } = new MessageChannel();
  const { repaired, isDamaged } = await new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PATIENCE, { repaired: 0, isDamaged: false });
    worker.postMessage({ isBroken: true, isStarted: Boolean(main.dataset.page) }, [port2]);
  });
  if (main.dataset.page) return;
  if (isDamaged) main.textContent = DAMAGED;
  else if (repaired || !isSecond()) window.location.reload();
}

/** Whether this build could not be loaded before, in this window; true where the browser blocks its storage. */
function isSecond() {
  try {
    const missing = sessionStorage.getItem(MISSING);
    sessionStorage.setItem(MISSING, String(build));
    return missing === build;
  } catch { return true; }
}

/**
 * Turns this page into another one, whose files are there.
 * @param {Document} page
 */
async function show(page) {
  document.head.replaceWith(page.head);
  document.documentElement.dataset.build = page.documentElement.dataset.build;
  await import(`./${page.documentElement.dataset.build}/page/shell.js`);
}

export {};
