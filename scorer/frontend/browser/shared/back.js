// Reports each opened sheet, because the browser's Back button closes it first; see storage.js.

const SHEET = "kingdom-scorer-sheet";

/** @param {HTMLDialogElement} dialog A sheet that has just opened. */
export const closeByBack = (dialog) => window.dispatchEvent(new CustomEvent(SHEET, { detail: dialog }));

/** @param {(dialog: HTMLDialogElement) => void} act */
export const onSheet = (act) => window.addEventListener(SHEET, (event) => {
  if (event instanceof CustomEvent) act(event.detail);
});
