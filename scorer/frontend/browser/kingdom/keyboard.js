// Keyboard control of a field of buttons: one Tab stop, and arrow keys from a button to its neighbour.

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The attribute of buttons that the arrow keys reach. */
const STOP = "[data-stop]";

/**
 * Makes one button of a field the Tab stop: the one that had the focus last, else the preferred one.
 * @param {Element} field
 * @param {string | undefined} preferred The ``data-stop`` of a button.
 */
export function keepOneStop(field, preferred) {
  const stops = [...field.querySelectorAll(STOP)];
  const names = stops.map((stop) => stop.getAttribute("data-stop"));
  const chosen = [field.getAttribute("data-left"), preferred].find((name) => names.includes(name ?? null)) ?? names[0];
  stops.forEach((stop, index) => stop.setAttribute("tabindex", names[index] === chosen ? "0" : "-1"));
}

/**
 * Moves the focus to the nearest button in an arrow's direction; a listener for ``keydown`` on a field.
 * @param {Event} event
 */
export function moveWithArrows(event) {
  const step = event instanceof KeyboardEvent && STEPS[event.key];
  const here = event.target instanceof Element && event.target.closest(STOP), field = event.currentTarget;
  if (!step || !here || !(field instanceof Element)) return;
  event.preventDefault();
  const next = nearest(here, step, [...field.querySelectorAll(STOP)]);
  if (!(next instanceof HTMLElement || next instanceof SVGElement)) return;
  leaveAt(field, next.getAttribute("data-stop") ?? "");
  keepOneStop(field, undefined);
  next.focus();
}

/**
 * Remembers the button of a field that the Tab key returns to.
 * @param {Element} field
 * @param {string} stop
 */
export const leaveAt = (field, stop) => field.setAttribute("data-left", stop);

/**
 * The nearest element in a direction; `null` if there is none ahead.
 * @param {Element} here
 * @param {[number, number]} step
 * @param {Element[]} others
 */
function nearest(here, step, others) {
  const [x, y] = centre(here);
  /** @type {Element | null} */
  let found = null;
  let least = Infinity;
  for (const other of others) {
    const [otherX, otherY] = centre(other);
    const ahead = (otherX - x) * step[0] + (otherY - y) * step[1];
    const aside = Math.abs((otherX - x) * step[1]) + Math.abs((otherY - y) * step[0]);
    if (ahead > 1 && aside <= ahead && ahead + 2 * aside < least) [found, least] = [other, ahead + 2 * aside];
  }
  return found;
}

/**
 * @param {Element} element
 * @returns {[number, number]}
 */
function centre(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
