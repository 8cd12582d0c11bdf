// Squares that the score sheet asks the kingdom to light.

const LIGHT = "kingdom-scorer-light";

/** @param {string[]} cells */
export const askForLight = (cells) => window.dispatchEvent(new CustomEvent(LIGHT, { detail: cells }));

/** @param {(cells: string[]) => void} light */
export const onLight = (light) => window.addEventListener(LIGHT, (event) => {
  if (event instanceof CustomEvent) light(event.detail);
});
