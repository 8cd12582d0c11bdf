// Painting: the picked tile is put on every square that is tapped or dragged over, while the board stays still; or faces are
// tapped row by row, one for each square.

import { find, make } from "../shared/dom.js";
import { keepOneStop } from "./keyboard.js";
import { allFaces, field } from "./picker.js";

export class Painter {
  /**
   * @param {import("./kingdom").KingdomView} view
   * @param {HTMLElement} board
   * @param {HTMLElement} panel Where the faces to choose are shown.
   */
  constructor(view, board, panel) {
    this.view = view;
    this.board = board;
    this.panel = panel;
    /** @type {string | null} The picked tile. */
    this.brush = null;
    /** @type {string | null} The square that gets the next face, where they are tapped row by row. */
    this.cursor = null;
    /** @type {Set<string> | null} The squares of the stroke being made. */
    this.stroke = null;
    /** Whether the stroke is drawn with the next animation frame. */
    this.due = false;
    board.addEventListener("pointerdown", (event) => this.begin(event));
    // Not left to the browser's gestures: after a fling it would treat the next tap as a stop.
    board.addEventListener("touchstart", (event) => { if (this.ready) event.preventDefault(); }, { passive: false });
    board.addEventListener("pointermove", (event) => this.touch(event));
    for (const end of ["pointerup", "pointercancel"]) board.addEventListener(end, () => this.end());
    find(view.root, ".begin-paint").onclick = () => this.frame(view.data.sizes.find((size) => size >= view.data.columns) ?? 0);
  }

  /** After new data: resets everything if painting is over, and shows a stroke that is not sent yet. */
  take() {
    if (!this.view.data.painting) this.brush = this.cursor = this.stroke = null;
    else if (this.stroke && this.brush) this.view.decide([...this.stroke], this.brush);
  }

  /** Whether a tap puts the picked tile on a square. */
  get ready() {
    return this.view.data.painting > 0 && this.brush !== null && this.cursor === null;
  }

  /** Brings the board and all faces on the screen together. */
  show() {
    this.view.mode = "drawn";
    this.view.render();
    find(this.view.root, ".component").scrollIntoView({ block: "start" });
  }

  /** @param {number} size The side of the grid to paint on, 0 to end. */
  frame(size) {
    this.view.send({ kind: "frame", size });
  }

  /** @param {PointerEvent} event */
  begin(event) {
    if (!this.ready || event.button > 0) return;
    this.stroke = new Set();
    this.board.setPointerCapture(event.pointerId);
    this.touch(event);
  }

  /** @param {PointerEvent} event */
  touch({ clientX, clientY }) {
    const at = this.stroke && this.view.root.elementFromPoint(clientX, clientY)?.closest("[data-at]")?.getAttribute("data-at");
    if (!at || !this.stroke || !this.brush || this.stroke.has(at)) return;
    this.stroke.add(at);
    this.view.decide([at], this.brush);
    this.renderSoon();
  }

  /** Draws with the next animation frame: redrawing a square under the finger now would end the touch. */
  renderSoon() {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      this.view.render();
    });
  }

  end() {
    const { stroke, brush } = this;
    this.stroke = null;
    if (stroke?.size && brush) this.view.put([...stroke], brush);
  }

  /**
   * Handles a tap on a square. Returns false if no tile is picked, so that the square opens instead.
   * @param {string} at
   * @param {boolean} pressed By a key; by a finger it is part of a stroke already.
   */
  tap(at, pressed) {
    if (this.cursor) {
      this.cursor = at;
      this.view.render();
    } else if (this.ready && pressed && this.brush) this.view.put([at], this.brush);
    return this.cursor !== null || this.ready;
  }

  /**
   * Handles a tap on a face: picks it, drops it, or puts it on the next square.
   * @param {string} code
   */
  choose(code) {
    if (this.cursor) {
      const { cursor } = this;
      this.view.put([cursor], code);
      this.move(1);
      if (!this.cursor) this.frame(0); // the last square
      this.view.render();
    } else {
      this.brush = this.brush === code ? null : code;
      this.view.notice = this.brush ? "" : this.view.data.words.noFace;
      this.view.render();
    }
  }

  /**
   * Moves to the next or previous square that is not the castle.
   * @param {1 | -1} step
   */
  move(step) {
    const { places } = this.view.data;
    let index = places.findIndex((place) => place.at === this.cursor) + step;
    if (places[index]?.code === "C") index += step;
    this.cursor = places[index]?.at ?? null;
  }

  /** @param {"undo" | "redo"} kind Where faces are tapped row by row, the next square follows. */
  step(kind) {
    if (this.cursor) this.move(kind === "undo" ? -1 : 1);
  }

  render() {
    const { view, panel } = this;
    const { data, mode } = view;
    const { words } = data;
    const shown = data.painting > 0 && mode === "drawn";
    const begin = find(view.root, ".begin-paint");
    begin.hidden = mode !== "drawn" || data.painting > 0 || !data.settled;
    begin.textContent = words.paint;
    panel.hidden = !shown;
    find(view.root, ".component").classList.toggle("painting", shown);
    this.board.classList.toggle("still", shown && this.ready);
    if (!shown) {
      panel.replaceChildren();
      return;
    }
    this.renderPanel();
  }

  /** Draws the faces and the tools. Unchanged buttons are kept, because a redrawn button loses the tap on it. */
  renderPanel() {
    const { view, panel } = this;
    const { words, painting, castle, sprites } = view.data;
    const drawn = JSON.stringify([this.brush, this.cursor !== null, painting, words.brushes, castle, sprites.href]);
    if (panel.children.length && panel.dataset.drawn === drawn) return;
    panel.dataset.drawn = drawn;
    const active = panel.contains(view.root.activeElement) ? view.root.activeElement : null;
    const stop = active?.getAttribute("data-press") ?? active?.getAttribute("data-face");
    const faces = field("brushes", words.brushes, allFaces(view, this.brush, (code) => this.choose(code)));
    keepOneStop(faces, this.brush ?? undefined);
    panel.replaceChildren(faces, make("div", { class: "row" }, ...this.tools()));
    if (stop) find(panel, `[data-press="${stop}"], [data-face="${stop}"]`).focus({ preventScroll: true });
  }

  tools() {
    const { sizes, painting, places, words } = this.view.data;
    const rowByRow = () => {
      this.brush = null;
      this.cursor = this.cursor ? null : places[0].at;
      this.view.render();
    };
    return [
      ...sizes.map((size) => make("button", { type: "button", "data-press": String(size),
        "aria-pressed": String(painting === size), onclick: () => this.frame(size) }, `${size}×${size}`)),
      make("button", { type: "button", "data-press": "rows", "aria-pressed": String(this.cursor !== null), onclick: rowByRow },
        words.rowByRow),
      make("button", { type: "button", "data-press": "done", class: "main", onclick: () => this.frame(0) }, words.done),
    ];
  }
}
