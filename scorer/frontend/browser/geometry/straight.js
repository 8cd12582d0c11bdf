// The straightened photo, as if taken from above: its squares are squares of one size.

import { make } from "../shared/dom.js";

/**
 * @typedef {import("./quads.js").Box} Box
 * @typedef {import("../shared/data").Grid} Grid
 * @typedef {import("../shared/data").Photo} Photo
 */

/** Units of the straightened picture along a square's side. */
const SIDE = 100;
/** Width of the photo in pixels before it is straightened. */
const WIDE = 1000;
/** Ratio of two opposite sides from which on a photo is straightened automatically. */
const OBLIQUE = 1.25;

/** @param {number[][]} corners */
export function isOblique(corners) {
  const sides = corners.map(([x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % 4];
    return Math.hypot(nextX - x, nextY - y);
  });
  return [0, 1].some((side) => Math.max(sides[side], sides[side + 2]) > OBLIQUE * Math.min(sides[side], sides[side + 2]));
}

/**
 * A square of the straightened picture, clockwise from its top left.
 * @param {string} at
 */
export function straightQuad(at) {
  const [row, column] = at.split(",").map(Number);
  const [x, y] = [column * SIDE, row * SIDE];
  return [[x, y], [x + SIDE, y], [x + SIDE, y + SIDE], [x, y + SIDE]];
}

/**
 * The photo below its squares.
 * @param {SVGSVGElement} picture
 * @param {Photo} photo
 * @param {Grid} grid
 * @param {Box} box The part of the straightened picture that is shown.
 */
export function straightened(picture, photo, grid, box) {
  const size = `width: ${WIDE}px; height: ${(WIDE * photo.height) / photo.width}px`;
  const image = make("img", { src: photo.href, alt: "", style: size });
  const frame = make("div", { class: "straight" }, image, picture);
  const matrix = toStraight(grid, photo.width / WIDE);
  new ResizeObserver(() => {
    const scale = frame.clientWidth / box.width;
    image.style.transform = `scale(${scale}) translate(${-box.x}px, ${-box.y}px) ${matrix}`;
  }).observe(frame);
  return frame;
}

/**
 * The CSS transform from the photo to the straightened picture.
 * @param {Grid} grid
 * @param {number} factor Pixels of the photo in a pixel of the image.
 */
function toStraight({ corners, rows, columns }, factor) {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const whole = dx1 * dy2 - dx2 * dy1 || 1e-9;
  const g = (sx * dy2 - dx2 * sy) / whole, h = (dx1 * sy - sx * dy1) / whole;
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0];
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0];
  // The inverse of [[a, b, c], [d, e, f], [g, h, 1]], by its cofactors; its own scale does not matter.
  const inverse = [
    [e - f * h, c * h - b, b * f - c * e].map((value) => value * columns * SIDE),
    [f * g - d, a - c * g, c * d - a * f].map((value) => value * rows * SIDE),
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ].map(([x, y, one]) => [x * factor, y * factor, one]);
  const [[xx, xy, x], [yx, yy, y], [wx, wy, w]] = inverse.map((row) => row.map((value) => value / inverse[2][2]));
  return `matrix3d(${[xx, yx, 0, wx, xy, yy, 0, wy, 0, 0, 1, 0, x, y, 0, w].join(", ")})`;
}
