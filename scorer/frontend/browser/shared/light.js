// Squares that the score sheet asks the kingdom to light.

const LIGHT = "kingdom-scorer-light";

/**
 * @param {string[]} cells
 * @param {boolean} passing Whether they go out as soon as something else has the focus, and nothing is scrolled.
 */
export const askForLight = (cells, passing = false) => (
  window.dispatchEvent(new CustomEvent(LIGHT, { detail: { cells, passing } })));

/** @param {(cells: string[], passing: boolean) => void} light */
export const onLight = (light) => window.addEventListener(LIGHT, (event) => {
  if (event instanceof CustomEvent) light(event.detail.cells, event.detail.passing);
});
