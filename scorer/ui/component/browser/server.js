// What can be seen of the server from here.

import { find } from "./dom.js";

/** Milliseconds without an answer that are long: players are told then that what they tapped waits. */
export const PATIENCE = 3000;

/** Whether the server is there and has nothing to do. */
export function rests() {
  const { testConnectionState, testScriptState } = find(document, ".stApp").dataset;
  return testConnectionState === "CONNECTED" && testScriptState === "notRunning";
}
