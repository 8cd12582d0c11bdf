// The score sheet: a tap on a line lights its squares on the board above.

const lit = new WeakMap();

export default function ({ data, parentElement }) {
  lit.delete(parentElement);
  const { lines, total, words } = data;
  const table = make("table", { class: "sheet" }, make("caption", {}, words.sheet),
    make("tbody", {}, ...lines.map(line), make("tr", { class: "sum" },
      make("th", { scope: "row" }, words.total), make("td", {}, total))));
  parentElement.querySelector(".board").replaceChildren(table);

  function line({ text, points, cells }) {
    const button = make("button", { type: "button", "aria-pressed": "false", onclick: () => press(button, cells) }, text);
    return make("tr", { class: points ? "" : "nothing" }, make("th", { scope: "row" }, cells.length ? button : text), make("td", {}, String(points)));
  }

  function press(button, cells) {
    const before = lit.get(parentElement);
    before?.setAttribute("aria-pressed", "false");
    lit.set(parentElement, before === button ? null : button);
    if (before !== button) button.setAttribute("aria-pressed", "true");
    window.dispatchEvent(new CustomEvent(LIGHT, { detail: cells }));
  }
}
