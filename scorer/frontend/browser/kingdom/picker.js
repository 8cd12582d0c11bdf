// The sheet that opens on a tapped square: one more tap decides it.

import { closeByBack } from "../shared/back.js";
import { draw, find, make } from "../shared/dom.js";
import { partsOf, plate, showSprite } from "./faces.js";
import { around, viewBox } from "../geometry/quads.js";
import { keepOneStop, moveWithArrows } from "./keyboard.js";

/**
 * @param {import("./kingdom").KingdomView} view
 * @param {import("../shared/data").Place} place
 * @param {() => void} closed Called when the sheet has closed, whatever was chosen.
 */
export function openPicker(view, place, closed) {
  const { words, buildings, photo } = view.data;
  /** @type {HTMLDialogElement} */
  const dialog = find(view.root, ".picker");
  /** @param {string} code */
  const choose = (code) => {
    if (code !== place.code || place.flagged) view.put([place.at], code);
    // In a separate task: closing triggers the layout of the whole page, which would delay the message to Python.
    setTimeout(() => dialog.close());
  };
  const parts = [make("header", {},
    photo && place.quad && closeUp(photo, place.quad),
    make("h2", {}, place.name, make("small", {}, place.what)),
    make("button", { type: "button", class: "close", "aria-label": words.close, onclick: () => dialog.close() }, "✕"))];
  if (place.note) parts.push(make("p", { class: "why" }, place.note));
  if (place.guesses.length) {
    parts.push(make("h3", {}, words.looksLike), field("guesses", words.looksLike,
      place.guesses.map(({ code, probability }) => faceButton(view, place.code, code, probability, choose))));
  }
  parts.push(make("h3", {}, words.allFaces), field("faces", words.allFaces, allFaces(view, place.code, choose)));
  const pieces = pieceButtons(view, place.code, choose);
  if (pieces.length) parts.push(make("h3", {}, words.pieces), field("pieces", words.pieces, pieces));
  if (buildings.length) {
    parts.push(make("details", { open: partsOf(place.code).face === "t" }, make("summary", {}, words.buildings),
      field("buildings", words.buildings, buildings.map((building) => described(view, building, place.code, choose)))));
  }
  dialog.replaceChildren(...parts);
  for (const part of dialog.querySelectorAll("[role=group]")) keepOneStop(part, place.code);
  dialog.setAttribute("aria-label", place.label);
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  dialog.onclose = closed;
  dialog.showModal();
  closeByBack(dialog);
  /** @type {HTMLElement | null} */
  const now = dialog.querySelector("[aria-pressed=true]") ?? dialog.querySelector("[data-face]");
  now?.focus({ preventScroll: true });
  dialog.scrollTop = 0;
}

/**
 * @param {string} name
 * @param {string} label
 * @param {HTMLElement[]} buttons
 */
export const field = (name, label, buttons) =>
  make("div", { class: name, role: "group", "aria-label": label, onkeydown: moveWithArrows }, ...buttons);

/**
 * Every face at its fixed place in the palette.
 * @param {import("./kingdom").KingdomView} view
 * @param {string | null} chosen
 * @param {(code: string) => void} choose
 */
export const allFaces = (view, chosen, choose) => view.data.palette.map(({ code, row, column }) => {
  const button = faceButton(view, chosen, code, "", choose);
  button.style.setProperty("--row", String(row));
  button.style.setProperty("--column", String(column));
  return button;
});

/**
 * The pieces that may be put on a square, each as the square would look; first the square without pieces.
 * @param {import("./kingdom").KingdomView} view
 * @param {string} code
 * @param {(code: string) => void} choose
 */
function pieceButtons(view, code, choose) {
  const { pieces, words } = view.data;
  const { face, piece } = partsOf(code);
  const choices = pieces.flatMap(({ mark, name, effect, on }) => {
    const under = [face + piece, face].find((square) => on.includes(square));
    return under === undefined ? [] : [{ code: under + mark, name, effect }];
  });
  const nothing = choices.length ? [{ code: face, name: words.nothing, effect: "" }] : [];
  return [...nothing, ...choices].map((choice) => described(view, choice, code, choose));
}

/**
 * A choice: the resulting square, its name and its points.
 * @param {import("./kingdom").KingdomView} view
 * @param {import("../shared/data").Building} choice
 * @param {string} chosen
 * @param {(code: string) => void} choose
 */
function described(view, { code, name, effect }, chosen, choose) {
  const look = make("span", { class: "look", "aria-hidden": "true" });
  showSprite(look, view.data.sprites, code);
  return make("button", {
    type: "button", "data-face": code, "data-stop": code, "aria-pressed": String(code === chosen), onclick: () => choose(code),
  }, look, make("strong", {}, name), make("span", {}, effect));
}

/**
 * @param {import("./kingdom").KingdomView} view
 * @param {string | null} chosen
 * @param {string} code
 * @param {string} note
 * @param {(code: string) => void} choose
 */
function faceButton(view, chosen, code, note, choose) {
  const { sprites, castle, faces } = view.data;
  const { label } = faces[code];
  const button = make("button", {
    type: "button", class: "face", "data-face": code, "data-stop": code, title: label,
    "aria-pressed": String(code === chosen), onclick: () => choose(code),
  }, make("span", { class: code === "." ? "word" : "unseen" }, label), code === "." ? null : plate(faces[code]),
  note && make("span", { class: "note" }, note));
  showSprite(button, sprites, code === "C" ? `C${castle}` : code);
  return button;
}

/**
 * A place in the photo; `null` if it lies beyond the photo's edge.
 * @param {import("../shared/data").Photo} photo
 * @param {number[][]} quad
 */
function closeUp(photo, quad) {
  const box = around(quad, 0.12, photo);
  if (box.width <= 0 || box.height <= 0) return null;
  return draw("svg", { class: "close-up", viewBox: viewBox(box), "aria-hidden": "true" },
    draw("image", { href: photo.href, width: photo.width, height: photo.height }));
}
