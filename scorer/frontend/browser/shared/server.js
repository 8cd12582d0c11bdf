// The state of the server as seen by the browser.

/** Milliseconds without an answer after which the page says that taps are waiting. */
export const PATIENCE = 3000;

/** Whether the server is connected and idle; the offline app has none. */
export function rests() {
  const page = /** @type {HTMLElement | null} */ (document.querySelector(".stApp"));
  return page?.dataset.testConnectionState === "CONNECTED" && page.dataset.testScriptState === "notRunning";
}
