// Draws the kingdoms of a scan over the camera's picture. Outlines follow smoothly, and fade when a kingdom is lost.

import { perspective } from "../geometry/quads.js";
import { CROWN } from "../kingdom/faces.js";

/** Milliseconds in which an outline covers two thirds of its distance, and in which a lost one fades. */
const FOLLOW = 120, FADE = 400;
const TERRAINS = /** @type {Record<string, string>} */ ({
  w: "wheat", f: "forest", l: "lake", g: "grassland", s: "swamp", m: "mine", t: "town",
});

/**
 * @typedef {import("../shared/data").ScanKingdom} ScanKingdom
 * @typedef {{kingdom: ScanKingdom, outline: number[][], opacity: number, isGone: boolean}} Shown
 */

export class Outlines {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLVideoElement} video
   */
  constructor(canvas, video) {
    this.canvas = canvas;
    this.video = video;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.crown = new Path2D(CROWN);
    this.style = getComputedStyle(canvas); // which has the terrains' colours
    /** @type {Map<number, Shown>} */
    this.shown = new Map();
    this.last = 0;
    this.frame = 0;
  }

  /** @param {ScanKingdom[]} kingdoms */
  show(kingdoms) {
    for (const one of this.shown.values()) one.isGone = true;
    for (const kingdom of kingdoms) {
      const before = this.shown.get(kingdom.id);
      this.shown.set(kingdom.id, {
        kingdom, outline: before?.outline ?? kingdom.outline, opacity: before?.opacity ?? 0, isGone: false,
      });
    }
    this.frame ||= requestAnimationFrame((now) => this.step(now));
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.shown.clear();
  }

  /** @param {number} now In milliseconds. */
  step(now) {
    const passed = Math.min(100, now - this.last);
    this.last = now;
    const { clientWidth: width, clientHeight: height } = this.canvas, sharp = devicePixelRatio;
    if (this.canvas.width !== Math.round(width * sharp)) this.canvas.width = Math.round(width * sharp);
    if (this.canvas.height !== Math.round(height * sharp)) this.canvas.height = Math.round(height * sharp);
    const { videoWidth, videoHeight } = this.video;
    const scale = Math.min(width / videoWidth, height / videoHeight) || 0; // as "object-fit: contain" fits the picture
    const [wide, high] = [videoWidth * scale, videoHeight * scale];
    this.pen.setTransform(sharp, 0, 0, sharp, ((width - wide) / 2) * sharp, ((height - high) / 2) * sharp);
    this.pen.clearRect(-width, -height, 3 * width, 3 * height);
    for (const one of this.shown.values()) {
      const share = 1 - Math.exp(-passed / FOLLOW);
      one.outline = one.outline.map(([x, y], index) => {
        const [toX, toY] = one.kingdom.outline[index];
        return [x + (toX - x) * share, y + (toY - y) * share];
      });
      one.opacity = Math.max(0, Math.min(1, one.opacity + (one.isGone ? -passed : passed) / FADE));
      if (one.isGone && !one.opacity) this.shown.delete(one.kingdom.id);
      else this.draw(one, wide, high);
    }
    this.frame = this.shown.size ? requestAnimationFrame((next) => this.step(next)) : 0;
  }

  /**
   * @param {Shown} one
   * @param {number} wide
   * @param {number} high
   */
  draw({ kingdom, outline, opacity }, wide, high) {
    const { pen } = this;
    const at = perspective(outline.map(([x, y]) => [x * wide, y * high]));
    const path = (/** @type {number[][]} */ points) => {
      pen.beginPath();
      for (const [u, v] of points) pen.lineTo(...(/** @type {[number, number]} */ (at(u, v))));
      pen.closePath();
    };
    const line = (/** @type {string} */ colour, /** @type {number} */ width) => {
      for (const [style, size] of /** @type {[string, number][]} */ ([["#0008", width + 2], [colour, width]])) {
        pen.strokeStyle = style;
        pen.lineWidth = size;
        pen.stroke();
      }
    };
    const { rows, columns, squares, locked } = kingdom;
    pen.globalAlpha = opacity;
    pen.lineJoin = "round";
    squares.forEach((codes, row) => codes.forEach((code, column) => {
      if (code === "") return;
      const [top, bottom] = [row / rows, (row + 1) / rows], [left, right] = [column / columns, (column + 1) / columns];
      path([[left, top], [right, top], [right, bottom], [left, bottom]]);
      if (code) this.fill(code, at(left, top), at(right, top), at(left, bottom), opacity);
      else line("#fff", 1);
    }));
    path([[0, 0], [1, 0], [1, 1], [0, 1]]);
    line(locked ? "#7ee29a" : "#fff", locked ? 5 : 3);
  }

  /**
   * Fills the square whose path is begun: its terrain's colour, with its crowns or the castle.
   * @param {string} code
   * @param {number[]} origin
   * @param {number[]} across The corner to its right.
   * @param {number[]} down The corner below it.
   * @param {number} opacity
   */
  fill(code, [x, y], across, down, opacity) {
    const { pen } = this;
    pen.fillStyle = this.style.getPropertyValue(`--${TERRAINS[code[0]]}`) || "#fff";
    pen.globalAlpha = 0.62 * opacity;
    pen.fill();
    pen.globalAlpha = opacity;
    pen.strokeStyle = "#fffc";
    pen.lineWidth = 1;
    pen.stroke();
    pen.save();
    pen.transform((across[0] - x) / 40, (across[1] - y) / 40, (down[0] - x) / 40, (down[1] - y) / 40, x, y);
    pen.fillStyle = "#ffd23f";
    pen.strokeStyle = "#3a2600";
    if (code === "C") {
      pen.font = "28px sans-serif";
      pen.textAlign = "center";
      pen.fillStyle = "#241c15";
      pen.fillText("♜", 20, 30);
    }
    const crowns = Number(/^\w(\d)/.exec(code)?.[1] ?? 0);
    pen.translate(20 - 5.5 * crowns, 15);
    for (let crown = 0; crown < crowns; crown++) {
      pen.stroke(this.crown);
      pen.fill(this.crown);
      pen.translate(11, 0);
    }
    pen.restore();
  }
}
