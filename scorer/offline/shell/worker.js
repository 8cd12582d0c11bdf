// Python beside the page: a tap is drawn at once while this thinks. What reads photos is loaded behind the rules.

import { preview } from "./decode.js";
import { loadReader, loadSolver } from "./engines.js";
import { startPython } from "./python.js";

/** Whether Python can wait for what JavaScript promises (JavaScript Promise Integration). */
const CAN_WAIT = "Suspending" in WebAssembly;

const started = start();
/** @type {Promise<any> | null} */
let reader = null;
/** @type {any} */
let program = null;
/** What is asked is done one after the other. @type {Promise<unknown>} */
let last = started;
self.onmessage = ({ data }) => { last = last.then(() => obey(data)).catch((error) => postMessage({ error: String(error) })); };

/** Loads Python and our own code. */
async function start() {
  const python = await startPython(await read("scorer.zip"));
  const { begin } = python.pyimport("scorer.offline.program");
  return { python, begin, sprites: new TextDecoder().decode(await read("sprites.json")) };
}

/** @param {string} name */
async function read(name) {
  return (await fetch(new URL(name, import.meta.url))).arrayBuffer();
}

/**
 * @typedef {import("./decode.js").Photo} Photo
 * @param {{begin?: {languages: string, address: string}, request?: string, photos?: Photo[]}} data
 */
async function obey({ begin, request, photos }) {
  const { python, begin: beginProgram, sprites } = await started;
  if (begin) program = beginProgram(sprites, begin.languages, begin.address);
  else if (request) show(CAN_WAIT ? await program.answer.callPromising(request) : program.answer(request));
  else if (photos) await readPhotos(photos);
  if (request && !reader) reader = beginReader(python);
}

/** @param {any} python */
async function beginReader(python) {
  const tell = (/** @type {string} */ value, part = 0) => show(program.answer(JSON.stringify({ kind: "reader", value, part })));
  await loadSolver(python).catch((error) => console.warn("no HiGHS:", error));
  if (!CAN_WAIT) return tell("missing");
  try {
    const made = await loadReader(python, (part) => tell("loading", part));
    program.reader = made;
    tell("ready");
    postMessage({ ready: true });
    return made;
  } catch (error) {
    console.error(error);
    return tell("unloaded");
  }
}

/** @param {Photo[]} photos */
async function readPhotos(photos) {
  for (const [index, photo] of photos.entries()) {
    const { file: { name }, width, height } = photo;
    show(program.answer(JSON.stringify({ kind: "reading", number: index + 1, count: photos.length })));
    if (!await reader) break;
    try {
      const told = { name, width, height, href: await preview(photo) };
      show(await program.read.callPromising(JSON.stringify(told), photo));
    } catch (error) {
      console.error(error);
      show(program.answer(JSON.stringify({ kind: "unread", name })));
    }
  }
  show(program.answer(JSON.stringify({ kind: "reading", number: 0, count: 0 })));
}

/** @param {string} page */
function show(page) {
  postMessage({ page });
}
