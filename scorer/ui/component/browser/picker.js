// The sheet that opens on a tapped square: one more tap decides it.

import { draw, find, make } from "./dom.js";
import { plate, showSprite } from "./faces.js";
import { around, viewBox } from "./geometry.js";
import { keepOneStop, moveWithArrows } from "./keyboard.js";

/**
 * @param {import("./kingdom").KingdomView} view
 * @param {import("./data").Place} place
 * @param {() => void} closed Called when the sheet has closed, whatever was chosen.
 */
export function openPicker(view, place, closed) {
  const { words, buildings, photo, faces } = view.data;
  /** @type {HTMLDialogElement} */
  const dialog = find(view.root, ".picker");
  /** @param {string} code */
  const choose = (code) => { dialog.close(); if (code !== place.code || place.doubt) view.put([place.at], code); };
  const parts = [make("header", {},
    photo && place.quad ? closeUp(photo, place.quad) : null,
    make("h2", {}, place.name, make("small", {}, place.what)),
    make("button", { type: "button", class: "close", "aria-label": words.close, onclick: () => dialog.close() }, "✕"))];
  if (place.note) parts.push(make("p", { class: "why" }, place.note));
  if (place.guesses.length) {
    parts.push(make("h3", {}, words.looksLike), field("guesses", words.looksLike,
      place.guesses.map(({ code, chance }) => faceButton(view, place.code, code, chance, choose))));
  }
  parts.push(make("h3", {}, words.allFaces), field("faces", words.allFaces, allFaces(view, place.code, choose)));
  if (buildings.length) {
    parts.push(make("details", { open: faces[place.code].terrain === "t" }, make("summary", {}, words.buildings),
      field("buildings", words.buildings, buildings.map((building) => make("button", {
        type: "button", "data-face": building.code, "data-stop": building.code,
        "aria-pressed": String(building.code === place.code), onclick: () => choose(building.code),
      }, make("strong", {}, building.name), make("span", {}, building.effect))))));
  }
  dialog.replaceChildren(...parts);
  for (const part of dialog.querySelectorAll("[role=group]")) keepOneStop(part, place.code);
  dialog.setAttribute("aria-label", place.label);
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  dialog.onclose = closed;
  dialog.showModal();
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
 * Every face in its place among the others.
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
 * @param {import("./data").Photo} photo
 * @param {number[][]} quad
 */
const closeUp = (photo, quad) => draw("svg",
  { class: "close-up", viewBox: viewBox(around(quad, 0.12, photo)), "aria-hidden": "true" },
  draw("image", { href: photo.href, width: photo.width, height: photo.height }));
