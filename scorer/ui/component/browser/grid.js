// Laying the grid by hand: four corners to drag, by touch, mouse or keyboard.

function gridView(view) {
  const { photo, words } = view.data;
  const grid = view.grid;
  const svg = draw("svg", { class: "picture laying", "aria-label": words.layGrid });
  const lines = draw("path", { class: "mesh" });
  const handles = grid.corners.map((_, index) => handle(view, index, svg, refresh));
  const lens = loupe(view);
  svg.append(draw("image", { href: photo.href, width: photo.width, height: photo.height }), lines, ...handles);
  zoom();

  function zoom() {
    const box = around(grid.corners, 0.3, photo);
    svg.setAttribute("viewBox", text(box));
    svg.style.setProperty("--unit", `${box.width / 100}px`);
    refresh();
  }
  function refresh(dragged = null) {
    const unit = (svg.viewBox.baseVal.width || photo.width) / 100;
    lines.setAttribute("d", mesh(grid));
    lines.setAttribute("stroke-width", unit * 0.5);
    handles.forEach((element, index) => {
      element.setAttribute("transform", `translate(${grid.corners[index].join(" ")}) scale(${unit})`);
    });
    lens.show(dragged === null ? null : grid.corners[dragged], unit);
  }
  svg.addEventListener("laid", zoom);
  return make("div", { class: "laying-frame" }, svg, lens.element);
}

function handle(view, index, svg, refresh) {
  const { photo, words } = view.data;
  const element = draw("g", { class: "handle", role: "button", tabindex: 0, "aria-label": words.corners[index] },
    draw("circle", { r: 9, class: "reach" }), draw("circle", { r: 3.4, class: "ring" }), draw("circle", { r: 0.7, class: "dot" }));
  const move = (x, y) => {
    view.grid.corners[index] = [Math.min(photo.width, Math.max(0, x)), Math.min(photo.height, Math.max(0, y))];
  };
  element.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    const start = inPhoto(svg, event), corner = view.grid.corners[index];
    const shift = [corner[0] - start.x, corner[1] - start.y];
    const drag = (moved) => {
      const point = inPhoto(svg, moved);
      move(point.x + shift[0], point.y + shift[1]);
      refresh(index);
    };
    const drop = () => {
      element.removeEventListener("pointermove", drag);
      svg.dispatchEvent(new Event("laid"));
    };
    element.addEventListener("pointermove", drag);
    element.addEventListener("pointerup", drop, { once: true });
    element.addEventListener("pointercancel", drop, { once: true });
    refresh(index);
  });
  element.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    const reach = (svg.viewBox.baseVal.width / 300) * (event.shiftKey ? 10 : 1);
    const [x, y] = view.grid.corners[index];
    move(x + step[0] * reach, y + step[1] * reach);
    refresh(index);
  });
  element.addEventListener("blur", () => refresh());
  return element;
}

// A magnifier, since a finger hides the very corner it moves.
function loupe(view) {
  const { photo } = view.data;
  const picture = draw("svg", { class: "loupe", hidden: true, "aria-hidden": "true" },
    draw("image", { href: photo.href, width: photo.width, height: photo.height }), draw("path", { class: "cross" }));
  return {
    element: picture,
    show(point, unit) {
      picture.toggleAttribute("hidden", point === null);
      if (point === null) return;
      const [x, y] = point, reach = unit * 7, frame = picture.parentNode.firstChild.viewBox.baseVal;
      picture.classList.toggle("right", x < frame.x + frame.width / 2);
      picture.setAttribute("viewBox", text({ x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach }));
      const cross = picture.querySelector(".cross");
      cross.setAttribute("d", `M${x - reach} ${y}H${x + reach}M${x} ${y - reach}V${y + reach}`);
      cross.setAttribute("stroke-width", unit * 0.25);
    },
  };
}

const inPhoto = (svg, event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());

// The lines of a grid in perspective: where the unit square's lines fall between the four corners.
function mesh({ corners, rows, columns }) {
  const at = perspective(corners);
  const across = Array.from({ length: rows + 1 }, (_, i) => [at(0, i / rows), at(1, i / rows)]);
  const down = Array.from({ length: columns + 1 }, (_, i) => [at(i / columns, 0), at(i / columns, 1)]);
  return [...across, ...down].map(([a, b]) => `M${a.join(" ")}L${b.join(" ")}`).join("");
}

// The map from the unit square onto four corners, clockwise from the top left.
function perspective([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
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

// The corners of a grid with other rows and columns of the same squares; of what is added, ``shift`` comes before.
function grown({ corners, rows, columns }, moreRows, moreColumns, shift, photo) {
  const at = perspective(corners);
  const left = (-shift * (moreColumns - columns)) / columns, right = left + moreColumns / columns;
  const top = (-shift * (moreRows - rows)) / rows, bottom = top + moreRows / rows;
  return [at(left, top), at(right, top), at(right, bottom), at(left, bottom)].map(([x, y]) =>
    [Math.min(photo.width, Math.max(0, x)), Math.min(photo.height, Math.max(0, y))]);
}

function gridTools(view) {
  const { words } = view.data;
  const grid = view.grid;
  const lay = (rows, columns, shift) => {
    if (view.data.settled) grid.corners = grown(grid, rows, columns, shift, view.data.photo);
    Object.assign(grid, { rows, columns });
    view.render();
  };
  const stepper = (label, name) => make("div", { class: "stepper", role: "group", "aria-label": label },
    make("span", {}, label),
    make("button", { type: "button", "aria-label": `${label} −1`, disabled: grid[name] <= 1,
      onclick: () => lay(grid.rows - (name === "rows"), grid.columns - (name === "columns"), 0) }, "−"),
    make("output", {}, String(grid[name])),
    make("button", { type: "button", "aria-label": `${label} +1`, disabled: grid[name] >= 9,
      onclick: () => lay(grid.rows + (name === "rows"), grid.columns + (name === "columns"), 0) }, "+"));
  const whole = (size) => make("button", { type: "button", "aria-pressed": String(grid.rows === size && grid.columns === size),
    onclick: () => lay(size, size, 0.5) }, `${size}×${size}`);
  return [
    make("p", {}, words.layHelp),
    make("div", { class: "row" }, whole(5), whole(7)),
    make("div", { class: "row" }, stepper(words.rows, "rows"), stepper(words.columns, "columns")),
    make("div", { class: "row" },
      make("button", { type: "button", class: "main", onclick: () => view.reread() }, words.reread),
      make("button", { type: "button", onclick: () => view.show(view.data.settled ? "photo" : "drawn") }, words.cancel)),
  ];
}
