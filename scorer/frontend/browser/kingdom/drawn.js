// The kingdom as a drawn board.

import { make, reconcile } from "../shared/dom.js";
import { faceOf, plate, showSprite } from "./faces.js";
import { keepOneStop, moveWithArrows } from "./keyboard.js";

/** @typedef {import("../shared/data").Place} Place */

/**
 * @param {import("./kingdom").KingdomView} view
 * @param {HTMLElement} board
 */
export function showDrawn(view, board) {
  const { places, columns, words, faces } = view.data;
  board.setAttribute("aria-label", words.drawn);
  board.style.setProperty("--columns", String(columns));
  board.onkeydown = moveWithArrows;
  const lines = Array.from({ length: places.length / columns }, (_, row) => places.slice(row * columns, (row + 1) * columns));
  const letters = Array.from({ length: columns }, (_, column) => edge(lines.map((line) => line[column]), /^(\D)\d+$/));
  const rows = [{ letters, number: "", squares: [] }, ...lines.map((line, row) => ({
    letters: [], number: edge(line, /^\D(\d+)$/),
    squares: line.map((place, column) => ({
      at: place.at, code: place.code, face: faceOf(faces, place.code), label: place.label, flagged: place.flagged,
      shows: place.code === "C" ? `C${view.data.castle}` : place.code, variant: row * columns + column,
      classes: ["square", place.code === "." && "gap", place.flagged && "flagged", place.lit && "lit",
        view.isLit(place.at) && "shown", view.painter.cursor === place.at && "cursor", ...walls(place, places),
      ].filter(Boolean).join(" "),
    })),
  }))];
  while (board.children.length > rows.length) board.lastChild?.remove();
  rows.forEach((row, index) => {
    const element = board.children[index] ?? board.appendChild(make("div", { role: index ? "row" : "presentation" }));
    const edges = [{ edge: "side", text: row.number }, ...row.letters.map((text, column) => ({ edge: column, text }))];
    reconcile(element, [...edges, ...row.squares], (cell) => ("edge" in cell
      ? make("span", { class: "edge", "aria-hidden": "true" }, cell.text)
      : make("div", { role: "gridcell" }, squareOf(view, cell))));
  });
  keepOneStop(board, view.castleAt());
}

/**
 * @param {import("./kingdom").KingdomView} view
 * @param {{at: string, code: string, face: import("../shared/data").Face, label: string, flagged: boolean, shows: string,
 *   variant: number, classes: string}} square
 */
function squareOf(view, { at, code, face, label, flagged, shows, variant, classes }) {
  const button = make("button", {
    type: "button", class: classes, "data-at": at, "data-stop": at,
    onclick: (/** @type {MouseEvent} */ event) => view.painter.tap(at, event.detail === 0) || view.pick("drawn", at),
  }, make("span", { class: "unseen" }, label), code === "." ? make("span", { "aria-hidden": "true" }, "+") : plate(face),
  flagged ? make("span", { class: "flag-mark", "aria-hidden": "true" }, "?") : null);
  if (code !== ".") showSprite(button, view.data.sprites, shows, variant);
  return button;
}

/**
 * The letter above a column or the number next to a row, from its squares' names; empty outside the kingdom.
 * @param {Place[]} line
 * @param {RegExp} part
 */
const edge = (line, part) => line.map(({ name }) => part.exec(name)?.[1]).find(Boolean) ?? "";

/**
 * The sides of a square that are the edge of its territory.
 * @param {Place} place
 * @param {Place[]} places
 */
function walls(place, places) {
  if (place.group === null) return [];
  const [row, column] = place.at.split(",").map(Number);
  const groups = new Map(places.map((other) => [other.at, other.group]));
  return Object.entries({ top: [-1, 0], right: [0, 1], bottom: [1, 0], left: [0, -1] })
    .filter(([, [r, c]]) => groups.get(`${row + r},${column + c}`) !== place.group).map(([side]) => `wall-${side}`);
}
