// The kingdom on the page: photo, drawn board, score sheet and findings, in step with what Python sends as data.

const views = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  let view = views.get(parentElement);
  if (!view) views.set(parentElement, (view = makeView(parentElement)));
  view.send = (action) => {
    view.sent = Math.max(Date.now(), (view.sent ?? 0) + 1);
    view.actions = [...(view.actions ?? []).slice(-19), { ...action, kingdom: view.data.id, sent: view.sent }];
    setStateValue("actions", view.actions);
  };
  view.take(data);
}

function makeView(root) {
  const view = { root, mode: null, grid: null, lit: null };
  const find = (selector) => root.querySelector(selector);
  window.addEventListener(LIGHT, ({ detail }) => { if (find(".board")?.isConnected) view.light(detail); });

  view.take = (data) => {
    const other = data.id !== view.data?.id, first = !view.data;
    if (data.acted < view.data?.acted) view.actions = [];  // a new session, after a lock or a restart: what was done is in its table
    view.data = data;
    if (other) {
      if (find(".picker").open) find(".picker").close();
      view.mode = data.photo ? (data.settled ? "photo" : "grid") : "drawn";
      view.grid = null;
    }
    view.lit = null;
    for (const action of view.unanswered()) if (action.kind === "put") decide(action.at, action.code);
    const laid = view.waiting && !other && data.settled;
    if (laid) { view.mode = "photo"; view.grid = null; }
    view.waiting = false;
    view.render();
    if (laid || other) view.top(!first);  // at first there may be notes above that are to be seen
  };

  view.put = (place, code) => {
    if (code === place.code && !place.doubt) return;
    view.send({ kind: "put", at: place.at, code });  // first, so that the score is on its way while this is drawn
    decide(place.at, code);
    view.render();
  };

  // What was done here and is not in the data yet.
  view.unanswered = () => (view.actions ?? []).filter((action) => action.kingdom === view.data.id && action.sent > view.data.acted);

  const placeAt = (at) => view.data.places.find((place) => place.at === at);
  const decide = (at, code) => Object.assign(placeAt(at) ?? {}, { code, doubt: false, group: null });

  view.reread = () => {
    view.waiting = true;
    find(".grid-tools").classList.add("waiting");
    view.send({ kind: "grid", ...view.grid });
  };

  view.pick = (at) => openPicker(view, placeAt(at));
  view.show = (mode) => { view.mode = mode; view.grid = null; view.render(); view.top(); };
  view.top = (passing = true) => {
    const { top } = find(".views").getBoundingClientRect();
    if (top < 0 || (passing && top > window.innerHeight / 2)) find(".board").scrollIntoView({ block: "start", behavior: "smooth" });
  };
  view.focus = (at) => find(`.stage > :not([hidden]) [data-at="${at}"]`)?.focus({ preventScroll: true });
  view.light = (cells) => {
    view.lit = allLit(view.lit, cells) || !cells.length ? null : new Set(cells);
    view.render();
    if (view.lit) view.top();
  };

  view.render = () => {
    const { data } = view;
    const { words } = data;
    if (view.mode === "grid" && !view.grid) view.grid = structuredClone(data.grid);
    find(".total").classList.toggle("waiting", view.unanswered().length > 0);
    find(".total strong").textContent = data.total;
    find(".total span").textContent = data.totalNote;
    find(".verdict").textContent = data.verdict.text;
    find(".verdict").dataset.is = data.verdict.is;
    step(find(".undo"), words.undo, data.undo, "undo");
    step(find(".redo"), words.redo, data.redo, "redo");
    find(".views").replaceChildren(...(data.photo ? ["photo", "drawn", "grid"] : []).map((mode) =>
      make("button", { type: "button", "data-mode": mode, "aria-pressed": String(view.mode === mode),
        disabled: !data.settled && mode !== "grid", onclick: () => view.show(mode) }, words.views[mode])));
    find(".ask").textContent = view.mode === "grid" ? "" : data.ask;
    find(".ask").classList.toggle("urgent", data.urgent && view.mode !== "grid");
    const stage = find(".stage");
    stage.dataset.mode = view.mode;
    if (data.photo && view.mode !== "grid") photoView(view, find(".photo"));
    else find(".photo").replaceChildren(...(data.photo ? [gridView(view)] : []));
    drawn();
    find(".grid-tools").hidden = view.mode !== "grid";
    find(".grid-tools").replaceChildren(...(view.mode === "grid" ? gridTools(view) : []));
    find(".legend").textContent = words.legend;
    find(".findings").replaceChildren(...data.findings.map((finding) =>
      make("li", {}, make("button", { type: "button", "data-code": finding.code,
        "aria-pressed": String(allLit(view.lit, finding.cells)),
        onclick: () => view.light(finding.cells) }, finding.text))));
    for (const part of [".legend", ".findings"]) find(part).hidden = !data.settled;
  };

  function step(button, label, can, kind) {
    button.setAttribute("aria-label", label);
    button.title = label;
    button.disabled = !can;
    button.onclick = () => view.send({ kind });
  }

  function drawn() {
    const { places, sprites, columns, words } = view.data;
    const grid = find(".drawn");
    grid.setAttribute("aria-label", words.drawn);
    grid.style.setProperty("--columns", columns);
    const had = root.activeElement?.closest?.(".drawn [data-at]")?.dataset.at;
    const squares = places.map((place, index) => ({
      at: place.at, code: place.code, label: place.label, doubt: place.doubt, index,
      shows: place.code === "C" ? `C${view.data.castle}` : place.code,
      classes: ["square", place.code === "." && "gap", place.doubt && "doubt", place.lit && "lit",
        view.lit?.has(place.at) && "shown", ...walls(place)].filter(Boolean).join(" "),
    }));
    const [letters, numbers] = edges(places, columns);
    const rows = numbers.map((number, row) => [number, ...squares.slice(row * columns, (row + 1) * columns)]);
    keep(grid, [{ edge: "corner" }, ...letters, ...rows.flat()], ({ edge, name, at, code, label, doubt, index, shows, classes }) => {
      if (edge) return make("span", { class: "edge", "aria-hidden": "true" }, name);
      const button = make("button", {
        type: "button", class: classes, "data-at": at, "aria-label": label, onclick: () => view.pick(at),
      }, code === "." ? "+" : plateSpan(code), doubt ? make("span", { class: "look" }, "?") : null);
      if (code !== ".") showSprite(button, sprites, shows, index);
      return button;
    });
    grid.onkeydown = roam;
    if (had) view.focus(had);
  }

  // The letters above the columns and the numbers beside the rows, from the squares' own names: outside there are none.
  function edges(places, columns) {
    const said = (line, part) => line.map(({ name }) => part.exec(name)?.[1]).find(Boolean);
    const across = Array.from({ length: columns }, (_, column) => places.filter((_, index) => index % columns === column));
    const down = Array.from({ length: places.length / columns }, (_, row) => places.slice(row * columns, (row + 1) * columns));
    return [
      across.map((line, column) => ({ edge: `column ${column}`, name: said(line, /^(\D)\d+$/) })),
      down.map((line, row) => ({ edge: `row ${row}`, name: said(line, /^\D(\d+)$/) })),
    ];
  }

  // Which sides of a square are the edge of its territory.
  function walls(place) {
    if (place.group == null) return [];
    const [row, column] = place.at.split(",").map(Number);
    const by = new Map(view.data.places.map((other) => [other.at, other.group]));
    return [["top", row - 1, column], ["right", row, column + 1], ["bottom", row + 1, column], ["left", row, column - 1]]
      .filter(([, r, c]) => by.get(`${r},${c}`) !== place.group).map(([side]) => `wall-${side}`);
  }

  return view;
}
