// What can be seen of the server from here.

/** Milliseconds without an answer that are long: players are told then that what they tapped waits. */
export const PATIENCE = 3000;

/** Whether the server is there and has nothing to do; the offline app has none. */
export function rests() {
  const page = /** @type {HTMLElement | null} */ (document.querySelector(".stApp"));
  return page?.dataset.testConnectionState === "CONNECTED" && page.dataset.testScriptState === "notRunning";
}
