// Loads the build that the page names. If its files are missing, the page is loaded again once: a browser may have cached the
// page of an earlier build. If they are still missing, the host is being updated: then the page that is kept here is shown.

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const MISSING = "kingdom-scorer-missing-build";
const { build } = document.documentElement.dataset;

try {
  await import(`./${build}/page/shell.js`);
} catch (error) {
  const newest = await fetch("./", { cache: "reload" }).then((found) => found.text(), () => "");
  if (!newest || newest.includes(`data-build="${build}"`)) main.textContent = String(error);
  else if (isSecond()) await show(new DOMParser().parseFromString(newest, "text/html"));
  else window.location.reload();
}

/** Whether this build was missing before, in this window; unknown where the browser blocks its storage. */
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
