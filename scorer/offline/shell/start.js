// Loads the build that the page names. If its files are gone, because a browser cached the page of an earlier build, the
// page is loaded again.

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const { build } = document.documentElement.dataset;

try {
  await import(`./${build}/page/shell.js`);
} catch (error) {
  const newest = await fetch("./", { cache: "reload" }).then((found) => found.text(), () => "");
  if (newest && !newest.includes(`data-build="${build}"`)) window.location.reload();
  else main.textContent = String(error);
}

export {};
