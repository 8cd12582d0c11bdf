// What a square shows: its letter and crowns as a small plate (colour is never the only sign), and its sprite.

import { draw, make } from "./dom.js";

/** @typedef {import("./data").Face} Face */

const CROWN = "M1 9 L0 3 L3 5.5 L5 1 L7 5.5 L10 3 L9 9 Z";

/**
 * A face's crowns in a row, each in a box of 11 × 10 units.
 * @param {Face} face
 */
export const crowns = (face) => Array.from({ length: face.crowns }, (_, i) =>
  draw("path", { d: CROWN, transform: `translate(${i * 11} 0)`, class: "crown" }));

/**
 * The plate of a face on the drawn board and in the picker; none where there is nothing to say.
 * @param {Face} face
 */
export function plate(face) {
  if (!face.terrain && face.sign !== "♜") return null;
  const marks = face.crowns
    ? draw("svg", { viewBox: `-0.5 0 ${face.crowns * 11} 10`, class: "crowns" }, ...crowns(face)) : null;
  return make("span", { class: "plate", "aria-hidden": "true" }, face.sign, marks);
}

/**
 * Shows a face on an element, from the one picture that holds all sprites.
 * @param {HTMLElement} element
 * @param {import("./data").Sprites} sprites
 * @param {string} code
 * @param {number} variant
 */
export function showSprite(element, sprites, code, variant = 0) {
  const choices = sprites.at[code] ?? sprites.at[code.replace(/\[.*/, "")] ?? [];
  element.classList.toggle("bare", choices.length === 0);
  if (!choices.length) return;
  const index = choices[variant % choices.length];
  const [column, row] = [index % sprites.columns, Math.floor(index / sprites.columns)];
  /** @type {(at: number, of: number) => number} */
  const part = (at, of) => (of > 1 ? (100 * at) / (of - 1) : 0);
  element.style.backgroundImage = `url("${sprites.href}")`;
  element.style.backgroundSize = `${sprites.columns * 100}% ${sprites.rows * 100}%`;
  element.style.backgroundPosition = `${part(column, sprites.columns)}% ${part(row, sprites.rows)}%`;
}
