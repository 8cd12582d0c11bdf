// Python beside the page: a tap is drawn at once while this thinks.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const ready = start();
self.onmessage = ({ data }) => ready.then((begin) => obey(begin, data)).catch((error) => postMessage({ error: String(error) }));

/** @type {{answer: (request: string) => string} | null} */
let program = null;

/** Loads Python and our own code; returns how a visit begins. */
async function start() {
  const read = async (/** @type {string} */ name) => (await fetch(new URL(name, import.meta.url))).arrayBuffer();
  const [python, code, sprites] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href }), read("scorer.zip"), read("sprites.json"),
  ]);
  python.unpackArchive(code, "zip", { extractDir: "/scorer" });
  python.runPython("import sys; sys.path.insert(0, '/scorer')");
  const { begin } = python.pyimport("scorer.pocket.program");
  return (/** @type {{languages: string, address: string}} */ { languages, address }) =>
    begin(new TextDecoder().decode(sprites), languages, address);
}

/**
 * @param {(told: {languages: string, address: string}) => any} begin
 * @param {any} data
 */
function obey(begin, data) {
  if (data.begin) program = begin(data.begin);
  else postMessage({ page: program?.answer(data.request) });
}
