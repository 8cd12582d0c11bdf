// The browser's Back closes the sheet that lies over the page and stays on the page: while a sheet is open, it has an entry
// of its own in the browser's history.

/** @type {HTMLDialogElement | null} The sheet that is open. */
let sheet = null;
/** Whether the entry that the browser is at is the sheet's. */
let entered = false;
/** Whether the entry of a sheet that was closed otherwise is being left, which the browser does a little later. */
let leaving = false;

window.addEventListener("popstate", () => {
  if (leaving) {
    leaving = false;
    if (sheet) enter();
  } else {
    entered = false;
    sheet?.close();
  }
});

/** @param {HTMLDialogElement} dialog A sheet that has just opened. */
export function closeByBack(dialog) {
  sheet = dialog;
  if (!leaving) enter();
  dialog.addEventListener("close", left, { once: true });
}

function enter() {
  window.history.pushState(window.history.state, "");
  entered = true;
}

function left() {
  sheet = null;
  if (!entered) return;
  entered = false;
  leaving = true;
  window.history.back();
}
