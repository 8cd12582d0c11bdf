// A sideways swipe, which leads to the next or the previous player.

/** Minimum distance of a swipe in pixels, and its maximum duration in milliseconds. */
const FAR = 60, LONG = 700;

/**
 * @param {HTMLElement} element
 * @param {() => boolean} may Whether a swipe may start now.
 * @param {(step: 1 | -1) => void} turn
 */
export function onSwipe(element, may, turn) {
  /** @type {{x: number, y: number, at: number} | null} */
  let start = null;
  element.addEventListener("touchstart", ({ touches, timeStamp }) => {
    const alone = touches.length === 1 && (window.visualViewport?.scale ?? 1) < 1.05 && may();
    start = alone ? { x: touches[0].clientX, y: touches[0].clientY, at: timeStamp } : null;
  }, { passive: true });
  element.addEventListener("touchcancel", () => { start = null; });
  element.addEventListener("touchend", ({ changedTouches: [{ clientX, clientY }], timeStamp }) => {
    if (!start) return;
    const [right, down] = [clientX - start.x, clientY - start.y];
    const isSwipe = Math.abs(right) > FAR && Math.abs(right) > 2 * Math.abs(down) && timeStamp - start.at < LONG;
    start = null;
    if (isSwipe) turn(right < 0 ? 1 : -1);
  });
}
