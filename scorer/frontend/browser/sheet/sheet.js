// The score sheet: a tap on a line highlights its squares on the kingdom, a tap on its “i” shows the rule.

import { find, make } from "../shared/dom.js";
import { askForLight } from "../shared/light.js";

/**
 * @typedef {import("../shared/data").SheetGroup} SheetGroup
 * @typedef {import("../shared/data").SheetLine} SheetLine
 */

/** @param {{data: import("../shared/data").SheetData, parentElement: ShadowRoot}} props */
export default function showSheet({ data, parentElement }) {
  const { groups, empty, total, words } = data;
  /** @type {HTMLButtonElement | null} */
  let lit = null;
  const component = find(parentElement, ".component");
  const open = component.querySelector("tbody.empty:not([hidden])") !== null;
  component.replaceChildren(make("table", { class: "sheet" }, make("caption", {}, words.sheet),
    ...groups.map(group), ...(empty.length ? folded() : []),
    make("tbody", {}, make("tr", { class: "sum" }, make("th", { scope: "row" }, words.total), make("td", {}, total)))));

  /** @param {SheetGroup} group */
  function group({ name, points, lines }) {
    const subtotal = make("tr", { class: "subtotal" }, make("th", { scope: "rowgroup" }, name), make("td", {}, String(points)));
    return make("tbody", { class: name ? "group" : "" }, name ? subtotal : null, ...lines.flatMap(row));
  }

  /** Lines without points, folded into one. */
  function folded() {
    const lines = make("tbody", { class: "empty", hidden: !open }, ...empty.flatMap(row));
    const fold = make("button", { type: "button", "aria-expanded": String(open), onclick: () => toggle(fold, lines) },
      words.empty);
    return [make("tbody", {}, make("tr", { class: "fold" }, make("th", { scope: "row" }, fold), make("td", {}, "0"))), lines];
  }

  /** @param {SheetLine} line */
  function row({ text, points, cells, rule }) {
    const button = make("button", { type: "button", "aria-pressed": "false", onclick: () => press(button, cells),
      onfocus: () => { if (!lit && button.matches(":focus-visible")) askForLight(cells, true); },
      onblur: () => { if (!lit) askForLight([], true); } }, text);
    const explained = make("tr", { class: "rule", hidden: true }, make("td", { colspan: 2 }, rule));
    const ask = make("button", {
      type: "button", class: "ask-rule", "aria-expanded": "false", "aria-label": `${words.rule}: ${text}`, title: words.rule,
      onclick: () => toggle(ask, explained),
    }, "i");
    const line = make("tr", {}, make("th", { scope: "row" },
      make("div", { class: "line" }, cells.length ? button : make("span", {}, text), rule ? ask : null)),
      make("td", {}, String(points)));
    return rule ? [line, explained] : [line];
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

/**
 * Shows a hidden element, or hides it again.
 * @param {HTMLElement} button
 * @param {HTMLElement} part
 */
function toggle(button, part) {
  part.hidden = !part.hidden;
  button.setAttribute("aria-expanded", String(!part.hidden));
}
