// The photo with its squares on it.

// Shows the photo in an element; what is the same as before is not drawn again.
function photoView(view, parent) {
  const { photo, places, words } = view.data;
  const held = places.filter((place) => place.quad);
  const box = around(held.flatMap((place) => place.quad), 0.03, photo);
  const unit = box.width / 100;
  keep(parent, [{ box: text(box), photo, label: words.photo }], pictureOf);
  const [, squares, edges, marks] = parent.firstChild.children;
  keep(squares, held.map(({ at, code, label, doubt, quad }) => ({ at, code, label, doubt, quad, unit, shown: Boolean(view.lit?.has(at)) })),
    (place) => squareOn(view, place));
  edges.setAttribute("stroke-width", unit * 0.7);
  keep(edges, borders(held), (line) => draw("line", line));
  marks.setAttribute("stroke-width", unit * 1.2);
  keep(marks, frames(held, unit), (frame) => draw("polygon", frame));
}

function pictureOf({ box, photo, label }) {
  const svg = draw("svg", { viewBox: box, class: "picture", role: "group", "aria-label": label },
    draw("image", { href: photo.href, width: photo.width, height: photo.height }),
    ...["squares", "borders", "frames"].map((name) => draw("g", { class: name })));
  svg.addEventListener("keydown", roam);
  return svg;
}

function squareOn(view, place) {
  const { unit } = place;
  const { sign, marks } = plate(place.code);
  const [cx, cy] = middle(place.quad);
  const side = Math.hypot(place.quad[1][0] - place.quad[0][0], place.quad[1][1] - place.quad[0][1]);
  const height = Math.max(side * 0.26, unit * 3.2);
  const letters = [...sign].reduce((sum, letter) => sum + ("WM♜⌂".includes(letter) ? 0.86 : 0.62), 0);
  const width = height * (0.4 + letters + (marks.length ? 0.12 + 0.6 * marks.length : 0));
  const classes = ["square", isTerrain(place.code) ? `of-${place.code[0]}` : place.code === "." ? "gap" : "other",
    place.shown && "shown"];
  const shape = draw("polygon", { points: place.quad.map((p) => p.join()).join(" "), "stroke-width": unit * 0.35,
    "stroke-dasharray": place.code === "." ? `${unit * 1.5} ${unit * 1.5}` : null });
  const label = draw("g", { class: "label", transform: `translate(${cx - width / 2} ${cy + side * 0.18})` });
  if (sign) {
    label.append(
      draw("rect", { width, height, rx: height * 0.25 }),
      draw("text", { x: height * 0.2, y: height * 0.8, "font-size": height * 0.86 }, sign),
      draw("g", { transform: `translate(${height * (0.32 + letters)} ${height * 0.24}) scale(${height * 0.054})` },
        ...marks));
  }
  const flag = place.doubt
    ? draw("g", { class: "look", transform: `translate(${cx} ${cy - side * 0.3})` },
      draw("circle", { r: height * 0.5, "stroke-width": height * 0.08 }),
      draw("text", { y: height * 0.29, "font-size": height * 0.82 }, "?"))
    : place.code === "." ? draw("text", { class: "plus", x: cx, y: cy + unit * 1.8, "font-size": unit * 6, "stroke-width": unit * 0.8 }, "+") : null;
  return draw("g", {
    class: classes.filter(Boolean).join(" "), role: "button", tabindex: 0, "data-at": place.at,
    "aria-label": place.label, onclick: () => view.pick(place.at),
    onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); view.pick(place.at); } },
  }, shape, label, flag);
}

// Doubtful squares and those of a finding, framed above everything else; dashes tell the doubtful from the others.
function frames(places, unit) {
  return places.filter((place) => place.doubt || place.lit).map((place) => ({
    points: inset(place.quad).map((p) => p.join()).join(" "), class: place.lit ? "lit" : "doubt",
    "stroke-dasharray": place.lit ? null : `${unit * 3} ${unit * 1.6}` }));
}

const inset = (quad) => {
  const [x, y] = middle(quad);
  return quad.map((point) => [point[0] + (x - point[0]) * 0.06, point[1] + (y - point[1]) * 0.06]);
};

// A heavy line wherever two territories meet.
function borders(places) {
  const by = new Map(places.map((place) => [place.at, place]));
  const sides = [[-1, 0, 0, 1], [0, 1, 1, 2], [1, 0, 2, 3], [0, -1, 3, 0]];
  return places.filter((place) => place.group != null).flatMap((place) => {
    const [row, column] = place.at.split(",").map(Number);
    return sides.filter(([r, c]) => by.get(`${row + r},${column + c}`)?.group !== place.group)
      .map(([, , a, b]) => ({ x1: place.quad[a][0], y1: place.quad[a][1], x2: place.quad[b][0], y2: place.quad[b][1] }));
  });
}

const middle = (quad) => [0, 1].map((axis) => quad.reduce((sum, point) => sum + point[axis], 0) / quad.length);

// The smallest box around points, with a margin (a share of its side), inside the photo.
function around(points, margin, photo) {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const extra = margin * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const x = Math.max(0, Math.min(...xs) - extra), y = Math.max(0, Math.min(...ys) - extra);
  const width = Math.min(photo.width, Math.max(...xs) + extra) - x;
  const height = Math.min(photo.height, Math.max(...ys) + extra) - y;
  return { x, y, width, height };
}

const text = (box) => `${box.x} ${box.y} ${box.width} ${box.height}`;
