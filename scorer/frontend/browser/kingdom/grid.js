// Marking a kingdom by hand: four corners to drag, by touch, mouse or keyboard.

import { draw, find, make } from "../shared/dom.js";
import { around, grown, inside, mesh, viewBox } from "../geometry/quads.js";

/**
 * @typedef {import("../shared/data").Grid} Grid
 * @typedef {import("../shared/data").Photo} Photo
 */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * The photo with the grid and its four corners.
 * @param {import("./kingdom").KingdomView} view
 * @param {Photo} photo
 * @param {Grid} grid Its corners change as they are dragged.
 */
export function layingView(view, photo, grid) {
  const { words } = view.data;
  const svg = draw("svg", { class: "picture laying", role: "group", "aria-label": words.layGrid });
  const lines = draw("path", { class: "mesh" });
  const lens = loupe(photo);
  const handles = grid.corners.map((_, index) => handle(grid, index, words.corners[index], photo, svg, refresh));
  const picture = draw("image", { href: photo.href, width: photo.width, height: photo.height, "aria-hidden": "true" });
  svg.append(picture, lines, ...handles);
  svg.addEventListener("laid", zoom);
  zoom();
  return make("div", { class: "laying-frame" }, svg, lens.element);

  function zoom() {
    const box = around(grid.corners, 0.3, photo);
    svg.setAttribute("viewBox", viewBox(box));
    svg.style.setProperty("--unit", `${box.width / 100}px`);
    refresh(null);
  }

  /** @param {number | null} dragged */
  function refresh(dragged) {
    const frame = svg.viewBox.baseVal, unit = (frame.width || photo.width) / 100;
    lines.setAttribute("d", mesh(grid));
    lines.setAttribute("stroke-width", String(unit * 0.5));
    handles.forEach((element, index) => {
      element.setAttribute("transform", `translate(${grid.corners[index].join(" ")}) scale(${unit})`);
    });
    if (dragged === null) lens.hide();
    else lens.show(grid.corners[dragged], unit, grid.corners[dragged][0] < frame.x + frame.width / 2);
  }
}

/**
 * A corner to drag.
 * @param {Grid} grid
 * @param {number} index
 * @param {string} label
 * @param {Photo} photo
 * @param {SVGSVGElement} svg
 * @param {(dragged: number | null) => void} refresh
 */
function handle(grid, index, label, photo, svg, refresh) {
  const element = draw("g", { class: "handle", role: "button", tabindex: 0, "aria-label": label },
    ...Object.entries({ reach: 9, ring: 3.4, dot: 0.7 }).map(([name, r]) => draw("circle", { class: name, r })));
  /** @type {(x: number, y: number) => void} */
  const move = (x, y) => {
    grid.corners[index] = inside([x, y], photo);
    refresh(index);
  };
  element.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    const start = inPhoto(svg, event), [x, y] = grid.corners[index];
    /** @param {PointerEvent} moved */
    const drag = (moved) => {
      const point = inPhoto(svg, moved);
      move(x + point.x - start.x, y + point.y - start.y);
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
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const reach = (svg.viewBox.baseVal.width / 300) * (event.shiftKey ? 10 : 1);
    const [x, y] = grid.corners[index];
    move(x + step[0] * reach, y + step[1] * reach);
  });
  element.addEventListener("blur", () => refresh(null));
  return element;
}

/**
 * A magnifier, because a finger hides the corner that it moves.
 * @param {Photo} photo
 */
function loupe(photo) {
  const cross = draw("path", { class: "cross" });
  const element = draw("svg", { class: "loupe", hidden: true, "aria-hidden": "true" },
    draw("image", { href: photo.href, width: photo.width, height: photo.height }), cross);
  return {
    element,
    hide: () => element.toggleAttribute("hidden", true),
    /** @type {(point: number[], unit: number, right: boolean) => void} */
    show([x, y], unit, right) {
      const reach = unit * 7;
      element.toggleAttribute("hidden", false);
      element.classList.toggle("right", right);
      element.setAttribute("viewBox", viewBox({ x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach }));
      cross.setAttribute("d", `M${x - reach} ${y}H${x + reach}M${x} ${y - reach}V${y + reach}`);
      cross.setAttribute("stroke-width", String(unit * 0.25));
    },
  };
}

/** @type {(svg: SVGSVGElement, event: PointerEvent) => DOMPoint} */
const inPhoto = (svg, event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());

/**
 * The buttons under the grid.
 * @param {import("./kingdom").KingdomView} view
 * @param {Photo} photo
 * @param {Grid} grid
 */
export function gridTools(view, photo, grid) {
  const { words, settled, sizes, maxRows } = view.data;
  /** @type {(rows: number, columns: number, before: number, pressed: string) => void} */
  const lay = (rows, columns, before, pressed) => {
    if (settled) grid.corners = grown(grid, rows, columns, before, photo);
    Object.assign(grid, { rows, columns });
    view.render();
    find(view.root, `.grid-tools [data-press="${pressed}"]`).focus();
  };
  /** @type {(label: string, name: "rows" | "columns") => HTMLElement} */
  const stepper = (label, name) => {
    /** @type {(step: 1 | -1, sign: string, can: boolean) => HTMLElement} */
    const button = (step, sign, can) => make("button", {
      type: "button", "aria-label": `${label} ${sign}1`, "aria-disabled": String(!can), "data-press": `${name}${sign}`,
      onclick: () => can && lay(grid.rows + (name === "rows" ? step : 0), grid.columns + (name === "columns" ? step : 0), 0,
        `${name}${sign}`) }, sign);
    return make("div", { class: "stepper", role: "group", "aria-label": label }, make("span", {}, label),
      button(-1, "−", grid[name] > 1), make("output", {}, String(grid[name])), button(1, "+", grid[name] < maxRows));
  };
  const whole = sizes.map((size) => make("button", {
    type: "button", "aria-pressed": String(grid.rows === size && grid.columns === size), "data-press": `whole${size}`,
    onclick: () => lay(size, size, 0.5, `whole${size}`) }, `${size}×${size}`));
  return [
    make("p", {}, words.layHelp),
    make("div", { class: "row" }, ...whole),
    make("div", { class: "row" }, stepper(words.rows, "rows"), stepper(words.columns, "columns")),
    make("div", { class: "row" },
      make("button", { type: "button", class: "main", onclick: () => view.reread(grid) }, words.reread),
      make("button", {
        type: "button", onclick: () => settled ? view.show("photo") : view.send({ kind: "cancel" }) }, words.cancel)),
  ];
}
