// The score sheet: a tap on a line lights its squares on the kingdom above.

import { find, make } from "./dom.js";
import { askForLight } from "./light.js";

/** @param {{data: import("./data").SheetData, parentElement: ShadowRoot}} props */
export default function showSheet({ data, parentElement }) {
  const { lines, total, words } = data;
  /** @type {HTMLButtonElement | null} */
  let lit = null;
  const table = make("table", { class: "sheet" }, make("caption", {}, words.sheet),
    make("tbody", {}, ...lines.map(row), make("tr", { class: "sum" },
      make("th", { scope: "row" }, words.total), make("td", {}, total))));
  find(parentElement, ".component").replaceChildren(table);

  /** @param {import("./data").SheetLine} line */
  function row({ text, points, cells }) {
    const button = make("button", { type: "button", "aria-pressed": "false", onclick: () => press(button, cells) }, text);
    return make("tr", { class: points ? "" : "nothing" },
      make("th", { scope: "row" }, cells.length ? button : text), make("td", {}, String(points)));
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string[]} cells
   */
  function press(button, cells) {
    lit?.setAttribute("aria-pressed", "false");
    lit = lit === button ? null : button;
    lit?.setAttribute("aria-pressed", "true");
    askForLight(cells);
  }
}
