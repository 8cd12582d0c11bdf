// The face of a square: its sprite, and a small plate with its terrain’s symbol and crowns (colour is never the only sign).

import { draw, make } from "../shared/dom.js";

/** @typedef {import("../shared/data").Face} Face */

/**
 * The symbol of each terrain, by its letter in the notation, in a box of 10 × 10 units.
 * @type {Record<string, string>}
 */
const SYMBOLS = {
  w: "M5 0C6 1 6 2.2 5 3 4 2.2 4 1 5 0ZM4.6 3H5.4V10H4.6ZM5 6C5 4 6.2 2.8 8 2.6 8 4.6 6.8 5.8 5 6Z"
    + "M5 6C5 4 3.8 2.8 2 2.6 2 4.6 3.2 5.8 5 6Z"
    + "M5 9.2C5 7.2 6.2 6 8 5.8 8 7.8 6.8 9 5 9.2ZM5 9.2C5 7.2 3.8 6 2 5.8 2 7.8 3.2 9 5 9.2Z",
  f: "M5 0 8 4H6.8L9 7.6H5.8V10H4.2V7.6H1L3.2 4H2Z",
  l: "M0 3.4C1.2.9 2.4.9 3.4 2.4S5.6 3.9 6.6 2.4 8.8.9 10 3.4V5.2C8.8 2.7 7.6 2.7 6.6 4.2S4.4 5.7 3.4 4.2 1.2 2.7 0 5.2Z"
    + "M0 7.6C1.2 5.1 2.4 5.1 3.4 6.6S5.6 8.1 6.6 6.6 8.8 5.1 10 7.6V9.4C8.8 6.9 7.6 6.9 6.6 8.4S4.4 9.9 3.4 8.4 1.2 6.9 0 9.4Z",
  g: "M4.2 10C4 6 4.3 3 5 0 5.7 3 6 6 5.8 10ZM3.4 10C3 7 2 4.6 0 3 3 3.4 4.6 6 4.8 10ZM6.6 10C7 7 8 4.6 10 3 7 3.4 5.4 6 5.2 10Z",
  s: "M2 1.2A1.1 1.1 0 0 1 4.2 1.2V5A1.1 1.1 0 0 1 2 5ZM2.7 5H3.5V10H2.7Z"
    + "M5.8 3.2A1.1 1.1 0 0 1 8 3.2V6.4A1.1 1.1 0 0 1 5.8 6.4ZM6.5 6H7.3V10H6.5Z",
  m: "M0 4.6C2.2-.4 7.8-.4 10 4.6 8.2 2.9 7 2.6 5.8 2.6V10H4.2V2.6C3 2.6 1.8 2.9 0 4.6Z",
  t: "M5 .4 10 5.2H8.7V9.8H6V6.6H4V9.8H1.3V5.2H0Z",
};

/**
 * A terrain's symbol as a path of 10 × 10 units.
 * @param {string} terrain
 */
export const symbol = (terrain) => draw("path", { d: SYMBOLS[terrain], class: "symbol" });

/**
 * A terrain's symbol as a picture as high as the text around it.
 * @param {string} terrain
 */
export const symbolPicture = (terrain) =>
  draw("svg", { viewBox: "0 0 10 10", class: "terrain", "aria-hidden": "true" }, symbol(terrain));

export const CROWN = "M1 9 L0 3 L3 5.5 L5 1 L7 5.5 L10 3 L9 9 Z";

/**
 * A face's crowns in a row, each in a box of 11 × 10 units; those under a giant are empty and crossed out.
 * @param {Face} face
 */
export const crowns = (face) => Array.from({ length: face.crowns }, (_, i) => {
  const covered = i < face.giants;
  return draw("path", { d: covered ? `${CROWN} M0 0 L10 10` : CROWN, transform: `translate(${i * 11} 0)`,
    class: covered ? "crown covered" : "crown" });
});

/**
 * A square's code in its parts: the printed face, The Court's or Queendomino's piece on it, and the giants.
 * @param {string} code
 */
export function partsOf(code) {
  const [, face = code, piece = "", giants = ""] = /^(\w\??|\w\d)(\*|\[\w+\])?(!*)$/.exec(code) ?? [];
  return { face, piece, giants };
}

/**
 * The face of a code; for a code that Python has not described yet, the face under it with its giants.
 * @param {Record<string, Face>} faces
 * @param {string} code
 * @returns {Face}
 */
export function faceOf(faces, code) {
  const { face, giants } = partsOf(code);
  return faces[code] ?? { ...faces[face], giants: giants.length };
}

/**
 * The plate of a face on the drawn board and in the picker; `null` if it would be empty.
 * @param {Face} face
 */
export function plate(face) {
  if (!face.terrain && face.sign !== "♜") return null;
  const marks = face.crowns
    ? draw("svg", { viewBox: `-0.5 0 ${face.crowns * 11} 10`, class: "crowns" }, ...crowns(face)) : null;
  return make("span", { class: "plate", "aria-hidden": "true" },
    face.terrain ? symbolPicture(face.terrain) : null, face.sign || null, marks);
}

/**
 * Shows a face on an element, from the sprite sheet: its terrain, and the pieces on it.
 * @param {HTMLElement} element
 * @param {import("../shared/data").Sprites} sprites
 * @param {string} code
 * @param {number} variant
 */
export function showSprite(element, sprites, code, variant = 0) {
  const { face, piece, giants } = partsOf(code);
  const whole = face + piece in sprites.at;
  const layers = (whole ? [giants, face + piece] : [giants, piece === "*" ? `*${face}` : piece, face])
    .map((name) => sprites.at[name] ?? []).filter((choices) => choices.length);
  element.classList.toggle("bare", layers.length === 0);
  if (!layers.length) return;
  /** @type {(at: number, of: number) => number} */
  const part = (at, of) => (of > 1 ? (100 * at) / (of - 1) : 0);
  const places = layers.map((choices) => choices[variant % choices.length]).map((index) =>
    `${part(index % sprites.columns, sprites.columns)}% ${part(Math.floor(index / sprites.columns), sprites.rows)}%`);
  element.style.backgroundImage = layers.map(() => `url("${sprites.href}")`).join(", ");
  element.style.backgroundSize = `${sprites.columns * 100}% ${sprites.rows * 100}%`;
  element.style.backgroundPosition = places.join(", ");
}
