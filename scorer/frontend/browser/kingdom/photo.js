// The photo with its squares on it.

import { draw, find, reconcile } from "../shared/dom.js";
import { crowns, faceOf, symbol } from "./faces.js";
import { around, inset, middle, viewBox } from "../geometry/quads.js";
import { keepOneStop, moveWithArrows } from "./keyboard.js";
import { straightened, straightQuad } from "../geometry/straight.js";

/**
 * @typedef {import("../shared/data").Place} Place
 * @typedef {Place & {quad: number[][]}} PlaceOnPhoto
 */

/** Widths of signs and of a terrain’s symbol, in parts of their height. */
const WIDE = 0.86, USUAL = 0.62, SYMBOL = 0.8;

/**
 * The margin shown beyond the photo’s edge, as a share of its longer side: there lie the squares of a kingdom that
 * the photo cuts off. Perspective may throw places still farther.
 */
const BEYOND = 0.4;

/**
 * Shows the photo in an element; unchanged parts are not redrawn.
 * @param {import("./kingdom").KingdomView} view
 * @param {import("../shared/data").Photo} photo
 * @param {Element} parent
 */
export function showPhoto(view, photo, parent) {
  const { places, words, faces } = view.data;
  const grid = view.isStraight ? view.data.grid : null;
  const seen = places.filter(/** @type {(place: Place) => place is PlaceOnPhoto} */ ((place) => place.quad !== null));
  const held = grid ? seen.map((place) => ({ ...place, quad: straightQuad(place.at) })) : seen;
  const whole = grid ? { width: Infinity, height: Infinity } : photo;
  const beyond = grid ? Infinity : BEYOND * Math.max(photo.width, photo.height);
  const box = around(held.flatMap((place) => place.quad), 0.03, whole, beyond);
  const unit = box.width / 100;
  reconcile(parent, [{ box, photo, label: words.photo, grid }], pictureOf);
  const svg = find(parent, "svg");
  svg.classList.toggle("bare", !view.symbols);
  const squares = find(svg, ".squares"), edges = find(svg, ".borders"), marks = find(svg, ".frames");
  const items = held.map(({ at, code, label, flagged, quad }) => (
    { at, code, face: faceOf(faces, code), label, flagged, quad, unit, lit: view.isLit(at) }));
  reconcile(squares, items, (item) => squareOn(view, item));
  keepOneStop(svg, view.castleAt());
  edges.setAttribute("stroke-width", String(unit * 0.7));
  reconcile(edges, borders(held), (line) => draw("line", line));
  marks.setAttribute("stroke-width", String(unit * 1.2));
  reconcile(marks, frames(held, unit), (frame) => draw("polygon", frame));
}

/**
 * @param {{box: import("../geometry/quads").Box, photo: import("../shared/data").Photo, label: string,
 *   grid: import("../shared/data").Grid | null}} item With a grid, the photo is straightened.
 */
function pictureOf({ box, photo, label, grid }) {
  const flat = [
    draw("rect", { ...box, class: "beyond" }),
    draw("image", { href: photo.href, width: photo.width, height: photo.height, "aria-hidden": "true" }),
  ];
  const attributes = { viewBox: viewBox(box), class: "picture", role: "group", "aria-label": label, onkeydown: moveWithArrows };
  const svg = draw("svg", attributes, ...(grid ? [] : flat),
    ...["squares", "borders", "frames"].map((name) => draw("g", { class: name })));
  return grid ? straightened(svg, photo, grid, box) : svg;
}

/**
 * @param {import("./kingdom").KingdomView} view
 * @param {{at: string, code: string, face: import("../shared/data").Face, label: string, flagged: boolean, quad: number[][],
 *   unit: number, lit: boolean}} item
 */
function squareOn(view, { at, code, face, label, flagged, quad, unit, lit }) {
  const [cx, cy] = middle(quad);
  const side = Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]);
  const height = Math.max(side * 0.2, unit * 3);
  const gap = code === ".";
  const kind = face.terrain ? `of-${face.terrain}` : gap ? "gap" : "other";
  const shape = draw("polygon", { points: points(quad), "stroke-width": unit * 0.35,
    "stroke-dasharray": gap ? `${unit * 1.5} ${unit * 1.5}` : null });
  const flag = flagged
    ? draw("g", { class: "flag-mark", "aria-hidden": "true", transform: `translate(${cx} ${cy - side * 0.3})` },
      draw("circle", { r: height * 0.6, "stroke-width": height * 0.1 }),
      draw("text", { y: height * 0.35, "font-size": height }, "?"))
    : gap ? draw("text", { class: "plus", "aria-hidden": "true", x: cx, y: cy + unit * 1.8, "font-size": unit * 6,
      "stroke-width": unit * 0.8 }, "+") : null;
  const open = () => view.pick("photo", at);
  return draw("g", {
    class: ["square", kind, lit ? "shown" : ""].join(" "), role: "button", "data-at": at, "data-stop": at,
    onclick: open,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      open();
    },
  }, draw("title", {}, label), shape, labelOn(face, quad, height), flag);
}

/**
 * Symbol and crowns along the square's lower edge and turned with it, where they hide the least of the printed picture.
 * @param {import("../shared/data").Face} face
 * @param {number[][]} quad
 * @param {number} height
 */
function labelOn(face, quad, height) {
  if (!face.terrain && !face.sign) return null;
  const [, , [rightX, rightY], [leftX, leftY]] = inset(quad);
  const turned = (Math.atan2(rightY - leftY, rightX - leftX) * 180) / Math.PI;
  const start = face.terrain ? SYMBOL : 0;
  const signs = [...face.sign].reduce((sum, sign) => sum + ("♜♟⌂".includes(sign) ? WIDE : USUAL), start);
  const width = height * (0.4 + signs + (face.crowns ? 0.12 + 0.6 * face.crowns : 0));
  const place = `translate(${(leftX + rightX) / 2} ${(leftY + rightY) / 2}) rotate(${turned})`;
  return draw("g", { class: "label", transform: `${place} translate(${-width / 2} ${-height})`, "aria-hidden": "true" },
    draw("rect", { width, height, rx: height * 0.25 }),
    face.terrain ? draw("g", { transform: `translate(${height * 0.2} ${height * 0.12}) scale(${height * 0.076})` },
      symbol(face.terrain)) : null,
    draw("text", { x: height * (0.24 + start), y: height * 0.8, "font-size": height * 0.86 }, face.sign),
    draw("g", { transform: `translate(${height * (0.32 + signs)} ${height * 0.24}) scale(${height * 0.054})` },
      ...crowns(face)));
}

/**
 * Frames of flagged squares (dashed) and of squares of a finding, above everything else.
 * @param {PlaceOnPhoto[]} places
 * @param {number} unit
 */
const frames = (places, unit) => places.filter((place) => place.flagged || place.lit).map((place) => ({
  points: points(inset(place.quad)), class: place.lit ? "lit" : "flagged",
  "stroke-dasharray": place.lit ? null : `${unit * 3} ${unit * 1.6}` }));

/**
 * A heavy line where two territories meet.
 * @param {PlaceOnPhoto[]} places
 */
function borders(places) {
  const by = new Map(places.map((place) => [place.at, place]));
  const sides = [[-1, 0, 0, 1], [0, 1, 1, 2], [1, 0, 2, 3], [0, -1, 3, 0]];
  return places.filter((place) => place.group !== null).flatMap((place) => {
    const [row, column] = place.at.split(",").map(Number);
    return sides.filter(([r, c]) => by.get(`${row + r},${column + c}`)?.group !== place.group)
      .map(([, , a, b]) => ({ x1: place.quad[a][0], y1: place.quad[a][1], x2: place.quad[b][0], y2: place.quad[b][1] }));
  });
}

/** @type {(quad: number[][]) => string} */
const points = (quad) => quad.map((point) => point.join()).join(" ");
