// Small helpers shared by the component's parts.

const SVG = "http://www.w3.org/2000/svg";
const CROWN = "M1 9 L0 3 L3 5.5 L5 1 L7 5.5 L10 3 L9 9 Z";

function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

// Gives an element a child for each item, and leaves those alone whose item is as it was: on a phone, drawing is what takes
// time, and the focus stays where it is.
const parts = new WeakMap();
function keep(parent, items, build) {
  const had = parts.get(parent) ?? new Map();
  const now = new Map(items.map((item) => [JSON.stringify(item), item]));
  for (const [key, item] of now) now.set(key, had.get(key) ?? build(item));
  parts.set(parent, now);
  [...now.values()].forEach((child, index) => {
    const there = parent.children[index];
    if (!there) parent.append(child);
    else if (there !== child) there.replaceWith(child);
  });
  while (parent.children.length > now.size) parent.lastChild.remove();
}

// A face such as "m2", "t[church]", "C", "." taken apart.
function face(code) {
  const [, letter, crowns, building] = /^(.)([0-9?]?)(?:\[(.+)\])?$/.exec(code);
  return { letter, crowns: crowns === "?" ? null : Number(crowns || 0), building };
}

// Squares that the score sheet asks the board to light.
const LIGHT = "kingdom-scorer-light";
const allLit = (lit, cells) => Boolean(lit && cells.length === lit.size && cells.every((at) => lit.has(at)));

const isTerrain = (code) => /^[wflgsmt]/.test(code);

// The letter and the crowns of a square, as a small plate: colour is never the only sign.
function plate(code) {
  const { letter, crowns, building } = face(code);
  const sign = letter === "C" ? "♜" : letter === "." ? "" : letter.toUpperCase();
  const marks = Array.from({ length: crowns ?? 0 }, (_, i) =>
    draw("path", { d: CROWN, transform: `translate(${i * 11} 0)`, class: "crown" }));
  return { sign: sign + (crowns === null ? "?" : "") + (building ? "⌂" : ""), marks };
}

// Shows a face on an element, from the one picture that holds all sprites.
function showSprite(element, sprites, code, variant = 0) {
  const choices = sprites.at[code] ?? sprites.at[code.replace(/\[.*/, "")] ?? [];
  element.classList.toggle("bare", choices.length === 0);
  if (!choices.length) return;
  const index = choices[variant % choices.length];
  const [column, row] = [index % sprites.columns, Math.floor(index / sprites.columns)];
  const part = (at, of) => (of > 1 ? (100 * at) / (of - 1) : 0);
  element.style.backgroundImage = `url("${sprites.href}")`;
  element.style.backgroundSize = `${sprites.columns * 100}% ${sprites.rows * 100}%`;
  element.style.backgroundPosition = `${part(column, sprites.columns)}% ${part(row, sprites.rows)}%`;
}

function plateSpan(code) {
  const { sign, marks } = plate(code);
  if (!sign || sign === "?") return null;
  const crowns = marks.length
    ? draw("svg", { viewBox: `-0.5 0 ${marks.length * 11} 10`, class: "crowns" }, ...marks) : null;
  return make("span", { class: "plate", "aria-hidden": "true" }, sign, crowns);
}

// Moves the focus with the arrow keys from one button of a grid to its neighbour.
function roam(event) {
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  const here = event.target.closest("[data-at]");
  if (!step || !here) return;
  const [row, column] = here.dataset.at.split(",").map(Number);
  const next = here.parentNode.querySelector(`[data-at="${row + step[0]},${column + step[1]}"]`);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
