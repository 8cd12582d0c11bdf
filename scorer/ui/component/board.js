// The kingdom on the page: photo, drawn board, score sheet and findings, in step with what Python sends as data.

const views = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  let view = views.get(parentElement);
  if (!view) views.set(parentElement, (view = makeView(parentElement)));
  view.send = (act) => {
    view.sent = Math.max(Date.now(), (view.sent ?? 0) + 1);
    view.acts = [...(view.acts ?? []).slice(-19), { ...act, board: view.data.id, sent: view.sent }];
    setStateValue("acts", view.acts);
  };
  view.take(data);
}

function makeView(root) {
  const view = { root, mode: null, grid: null, lit: null };
  const find = (selector) => root.querySelector(selector);

  view.take = (data) => {
    const other = data.id !== view.data?.id;
    view.data = data;
    if (other) {
      if (find(".picker").open) find(".picker").close();
      view.mode = data.photo ? (data.settled ? "photo" : "grid") : "drawn";
      view.grid = null;
    }
    view.lit = null;
    if (view.mode === "grid" && !other && view.waiting) { view.mode = "photo"; view.grid = null; }
    view.waiting = false;
    view.render();
  };

  view.put = (place, code) => {
    if (code === place.code && !place.doubt) return;
    Object.assign(place, { code, doubt: false, group: null });  // at once; the score follows
    find(".total").classList.add("waiting");
    view.render();
    view.send({ kind: "put", at: place.at.split(",").map(Number), code });
  };

  view.reread = () => {
    view.waiting = true;
    find(".grid-tools").classList.add("waiting");
    view.send({ kind: "grid", ...view.grid });
  };

  view.pick = (place) => openPicker(view, place);
  view.show = (mode) => { view.mode = mode; if (mode !== "grid") view.grid = null; view.render(); };
  view.focus = (at) => find(`.stage > :not([hidden]) [data-at="${at}"]`)?.focus({ preventScroll: true });
  view.light = (cells) => {
    const same = view.lit && cells.every((at) => view.lit.has(at)) && view.lit.size === cells.length;
    view.lit = same || !cells.length ? null : new Set(cells);
    view.render();
  };

  view.render = () => {
    const { data } = view;
    const { words } = data;
    if (view.mode === "grid" && !view.grid) view.grid = structuredClone(data.grid);
    find(".total").classList.remove("waiting");
    find(".total strong").textContent = data.total;
    find(".total span").textContent = data.totalNote;
    find(".verdict").textContent = data.verdict.say;
    find(".verdict").dataset.is = data.verdict.is;
    step(find(".undo"), words.undo, data.undo, "undo");
    step(find(".redo"), words.redo, data.redo, "redo");
    find(".views").replaceChildren(...(data.photo ? ["photo", "drawn", "grid"] : []).map((mode) =>
      make("button", { type: "button", "data-mode": mode, "aria-pressed": String(view.mode === mode),
        disabled: !data.settled && mode !== "grid", onclick: () => view.show(mode) }, words.views[mode])));
    find(".ask").textContent = view.mode === "grid" ? "" : data.ask;
    find(".ask").classList.toggle("urgent", data.urgent);
    const stage = find(".stage");
    stage.dataset.mode = view.mode;
    find(".photo").replaceChildren(...(data.photo ? [view.mode === "grid" ? gridView(view) : photoView(view)] : []));
    drawn();
    find(".grid-tools").hidden = view.mode !== "grid";
    find(".grid-tools").replaceChildren(...(view.mode === "grid" ? gridTools(view) : []));
    find(".legend").textContent = words.legend;
    find(".findings").replaceChildren(...data.findings.map((finding) =>
      make("li", {}, make("button", { type: "button", "data-code": finding.code,
        "aria-pressed": String(Boolean(finding.cells.length && finding.cells.every((at) => view.lit?.has(at)))),
        onclick: () => view.light(finding.cells) }, finding.say))));
    sheet();
    for (const part of [".views", ".legend", ".findings", ".sheet"]) find(part).hidden = !data.settled && part !== ".views";
  };

  function step(button, label, can, kind) {
    button.setAttribute("aria-label", label);
    button.title = label;
    button.disabled = !can;
    button.onclick = () => view.send({ kind });
  }

  function drawn() {
    const { places, tiles, columns, words } = view.data;
    const grid = find(".drawn");
    grid.setAttribute("aria-label", words.drawn);
    grid.style.setProperty("--columns", columns);
    const had = root.activeElement?.closest?.(".drawn [data-at]")?.dataset.at;
    grid.replaceChildren(...places.map((place, index) => {
      const classes = ["square", place.code === "." && "gap", place.doubt && "doubt", place.lit && "lit",
        view.lit?.has(place.at) && "shown", ...walls(place)];
      const button = make("button", {
        type: "button", class: classes.filter(Boolean).join(" "), "data-at": place.at, "aria-label": place.say,
        onclick: () => view.pick(place),
      }, place.code === "." ? "+" : plateSpan(place.code), place.doubt ? make("span", { class: "look" }, "?") : null);
      if (place.code !== ".") tile(button, tiles, place.code === "C" ? `C${view.data.castle}` : place.code, index);
      return button;
    }));
    grid.onkeydown = roam;
    if (had) view.focus(had);
  }

  // Which sides of a square are the edge of its territory.
  function walls(place) {
    if (place.group == null) return [];
    const [row, column] = place.at.split(",").map(Number);
    const by = new Map(view.data.places.map((other) => [other.at, other.group]));
    return [["top", row - 1, column], ["right", row, column + 1], ["bottom", row + 1, column], ["left", row, column - 1]]
      .filter(([, r, c]) => by.get(`${r},${c}`) !== place.group).map(([side]) => `wall-${side}`);
  }

  function sheet() {
    const { lines, words, total } = view.data;
    find(".sheet caption").textContent = words.sheet;
    find(".sheet tbody").replaceChildren(
      ...lines.map((line) => make("tr", {},
        make("th", { scope: "row" }, line.cells.length
          ? make("button", { type: "button", "aria-pressed": String(line.cells.every((at) => view.lit?.has(at))),
            onclick: () => view.light(line.cells) }, line.say) : line.say),
        make("td", {}, line.points))),
      make("tr", { class: "sum" }, make("th", { scope: "row" }, words.total), make("td", {}, total)));
  }

  return view;
}
