// The face of a square: its sprite, and a small plate with its letter and crowns (colour is never the only sign).

import { draw, make } from "../shared/dom.js";

/** @typedef {import("../shared/data").Face} Face */

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
  return make("span", { class: "plate", "aria-hidden": "true" }, face.sign, marks);
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
