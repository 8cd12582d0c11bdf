// Points, squares and perspective, in pixels of the photo.

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {number[]} Point x and y. */
/** @typedef {Point[]} Quad Four corners, clockwise from the top left. */

/** @type {(quad: Quad) => Point} */
export const middle = (quad) => [0, 1].map((axis) => quad.reduce((sum, point) => sum + point[axis], 0) / quad.length);

/**
 * A quad drawn a little towards its middle.
 * @param {Quad} quad
 * @returns {Quad}
 */
export function inset(quad) {
  const [x, y] = middle(quad);
  return quad.map((point) => [point[0] + (x - point[0]) * 0.06, point[1] + (y - point[1]) * 0.06]);
}

/** @type {(point: Point, photo: {width: number, height: number}, beyond?: number) => Point} */
export const inside = ([x, y], { width, height }, beyond = 0) => (
  [Math.min(width + beyond, Math.max(-beyond, x)), Math.min(height + beyond, Math.max(-beyond, y))]);

/**
 * The smallest box around points, with a margin (a share of its side), inside the photo or so many pixels beyond it.
 * @param {Point[]} points
 * @param {number} margin
 * @param {{width: number, height: number}} photo
 * @param {number} beyond
 * @returns {Box}
 */
export function around(points, margin, photo, beyond = 0) {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const extra = margin * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const [x, y] = inside([Math.min(...xs) - extra, Math.min(...ys) - extra], photo, beyond);
  const [right, bottom] = inside([Math.max(...xs) + extra, Math.max(...ys) + extra], photo, beyond);
  return { x, y, width: right - x, height: bottom - y };
}

/** @type {(box: Box) => string} */
export const viewBox = (box) => `${box.x} ${box.y} ${box.width} ${box.height}`;

/**
 * The map from the unit square onto four corners.
 * @param {Quad} corners
 * @returns {(u: number, v: number) => Point}
 */
export function perspective([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const whole = dx1 * dy2 - dx2 * dy1 || 1e-9;
  const g = (sx * dy2 - dx2 * sy) / whole, h = (dx1 * sy - sx * dy1) / whole;
  return (u, v) => {
    const depth = g * u + h * v + 1;
    return [((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / depth,
      ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / depth];
  };
}

/**
 * The lines of a grid in perspective, as an SVG path.
 * @param {import("../shared/data").Grid} grid
 */
export function mesh({ corners, rows, columns }) {
  const at = perspective(corners);
  const across = Array.from({ length: rows + 1 }, (_, i) => [at(0, i / rows), at(1, i / rows)]);
  const down = Array.from({ length: columns + 1 }, (_, i) => [at(i / columns, 0), at(i / columns, 1)]);
  return [...across, ...down].map(([a, b]) => `M${a.join(" ")}L${b.join(" ")}`).join("");
}

/**
 * The corners of a grid with other rows and columns of the same squares; of what is added, the share ``before`` comes
 * above and on the left.
 * @param {import("../shared/data").Grid} grid
 * @param {number} moreRows
 * @param {number} moreColumns
 * @param {number} before
 * @param {{width: number, height: number}} photo
 * @returns {Quad}
 */
export function grown({ corners, rows, columns }, moreRows, moreColumns, before, photo) {
  const at = perspective(corners);
  const left = (-before * (moreColumns - columns)) / columns, right = left + moreColumns / columns;
  const top = (-before * (moreRows - rows)) / rows, bottom = top + moreRows / rows;
  return [at(left, top), at(right, top), at(right, bottom), at(left, bottom)].map((corner) => inside(corner, photo));
}
