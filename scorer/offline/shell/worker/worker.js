// Runs the page's Python: a tap is drawn at once while this computes. A second worker reads photos, so that taps are
// answered meanwhile.

import { loadSolver } from "./engines.js";
import { compiled, startPython } from "./python.js";

/**
 * @typedef {import("./decode.js").Photo} Photo
 * @typedef {{answer: Uint8Array | null, preview: Blob | null, thumbnail: Blob | null}} Answer
 *   What ``photo_worker.PhotoWorker`` has made, if it has.
 */

const started = load();
/** @type {Promise<boolean> | null} Whether photos can be read, once that is known. */
let reading = null;
/** @type {Worker} */
let reader;
/** @type {any} */
let program = null;
/** Python's ``reader.PhotoReader``, once the photo reader is loaded. @type {any} */
let photos = null;
/** @type {Map<number, (answer: Answer) => void>} The callbacks that wait for the reader's answers. */
const waiting = new Map();
let asked = 0;
/** Requests run one after the other; photos do so in parallel to them. @type {Record<string, Promise<unknown>>} */
const last = { requests: started, photos: started };

self.onmessage = ({ data }) => {
  if (data.chosen || data.scanned) program.chosen(data.chosen ?? 0);  // at once: the page may show something else later
  if (data.chosen) return;
  const kind = data.photos || data.scan || data.scanned ? "photos" : "requests";
  last[kind] = last[kind].then(() => obey(data)).catch((error) => postMessage({ error: String(error), number: data.number }));
};

/** Loads Python and our own code. */
async function load() {
  const code = await read("scorer.zip");
  const python = await startPython(code);
  const { start_program: startProgram } = python.pyimport("scorer.offline.program");
  const sprites = JSON.parse(new TextDecoder().decode(await read("sprites.json")));
  return { code, python, startProgram, sprites: JSON.stringify({ ...sprites, picture: at("sprites.webp") }) };
}

/** @param {string} name */
async function read(name) {
  return (await fetch(at(name))).arrayBuffer();
}

/** @param {string} name Of a file of this build. */
function at(name) {
  return new URL(`../${name}`, import.meta.url).href;
}

/**
 * @typedef {{reading: Uint8Array, photo: Photo | null, thumbnail?: Blob}} Scanned A scan's reading, and the picture that
 *   it is about.
 * @param {{start?: {languages: string, address: string}, request?: string, number?: number, photos?: Photo[],
 *   batch?: number, scan?: MessagePort, rules?: Record<string, string>, scanned?: Scanned}} data
 */
async function obey({ start, request, number, photos: chosen, batch, scan, rules, scanned }) {
  const { code, python, startProgram, sprites } = await started;
  if (start) program = startProgram(sprites, start.languages, start.address);
  else if (request) show(photos ? await answered("answer", () => [request]) : program.answer(request), number);
  else if (chosen) await readPhotos(chosen, batch).finally(() => postMessage({ isRead: true }));
  else if (scan && await reading) reader.postMessage({ scan, rules }, [scan]);
  else if (scanned) {
    const { photo, thumbnail, reading: found } = scanned;
    const told = photo && described(photo, URL.createObjectURL(photo.file), thumbnail);
    show(program.scanned(told, photo, python.toPy(found)));
  }
  if (request) reading ??= startReading(python, code);
}

/**
 * Loads the photo reader, after the rules.
 * @param {any} python
 * @param {ArrayBuffer} code
 */
async function startReading(python, code) {
  const tell = (/** @type {string} */ value, part = 0) => show(program.answer(JSON.stringify({ kind: "reader", value, part })));
  await loadSolver(python).catch((error) => console.warn("no HiGHS:", error));
  try {
    await new Promise((resolve, reject) => {
      reader = new Worker(at("worker/reading.js"), { type: "module" });
      reader.onerror = (event) => reject(event.message);
      reader.onmessage = ({ data }) => {
        if (data.error) reject(data.error);
        else if (data.ready) resolve(data);
        else if (data.number) hand(data.number, data);
        else tell("loading", data.part);
      };
      reader.postMessage({ code, module: compiled });
    });
    await python.loadPackage("numpy", { messageCallback: () => {} });  // which a canvas with a photo needs
    photos = python.pyimport("scorer.offline.reader").start_reader(program);
  } catch (error) {
    console.error(error);
    tell("unloaded");
    postMessage({ isBroken: true });
    return false;
  }
  reader.onerror = () => waiting.forEach((_, number) => hand(number, { answer: null, preview: null, thumbnail: null }));
  tell("ready");
  postMessage({ ready: true });
  return true;
}

/**
 * @param {number} number
 * @param {Answer} answer
 */
function hand(number, answer) {
  waiting.get(number)?.(answer);
  waiting.delete(number);
}

/**
 * The page after a method of the program, which is called again as soon as the reading is made that it asks for.
 * @param {string} method
 * @param {(preview: Blob | null, thumbnail: Blob | null) => unknown[]} given Its arguments, once there are smaller pictures.
 * @returns {Promise<string>}
 */
async function answered(method, given) {
  const { python } = await started;
  let /** @type {Blob | null} */ preview = null, /** @type {Blob | null} */ thumbnail = null;
  for (;;) {
    const found = photos.attempt(method, ...given(preview, thumbnail));
    if (typeof found === "string") return found;
    const files = found.files.toJs({ depth: 1 }), question = found.question.toJs();
    found.destroy();
    const answer = await new Promise((/** @type {(answer: Answer) => void} */ resolve) => {
      waiting.set(++asked, resolve);
      reader.postMessage({ number: asked, photos: files, question });
    });
    ({ preview, thumbnail } = answer);
    photos.keep(python.toPy(question), python.toPy(answer.answer));
  }
}

/**
 * @param {Photo[]} chosen
 * @param {number | undefined} batch
 */
async function readPhotos(chosen, batch) {
  const about = chosen.map(({ file, hash }) => [hash, file.name]);
  const wanted = /** @type {number[]} */ (JSON.parse(program.choose(JSON.stringify(about), batch)));
  for (const [index, which] of wanted.entries()) {
    const photo = chosen[which], { name } = photo.file;
    show(program.answer(JSON.stringify({ kind: "reading", number: index + 1, count: wanted.length })));
    if (!await reading) break;
    let href = "";
    try {
      show(await answered("read", (preview, small) => {
        href ||= preview ? URL.createObjectURL(preview) : "";
        return [described(photo, href, small), photo];
      }));
    } catch (error) {
      console.error(error);
      show(program.answer(JSON.stringify({ kind: "unread", name })));
    }
  }
  show(program.answer(JSON.stringify({ kind: "reading", number: 0, count: 0 })));
}

/**
 * A photo as Python takes it in, with the address of its preview.
 * @param {Photo} photo
 * @param {string} href
 * @param {Blob | null} small A thumbnail, if there is one.
 */
function described({ file: { name }, hash, width, height }, href, small = null) {
  const thumbnail = small ? new FileReaderSync().readAsDataURL(small) : "";
  return JSON.stringify({ name, hash, width, height, href, thumbnail });
}

/**
 * @param {string} page
 * @param {number} number Of the request that it answers; 0 if it answers none.
 */
function show(page, number = 0) {
  postMessage({ page, number });
}
