// The kingdom editor: photo, drawn board and findings, kept in sync with the data from Python.

import { find, make } from "../shared/dom.js";
import { showDrawn } from "./drawn.js";
import { symbolPicture } from "./faces.js";
import { gridTools, layingView } from "./grid.js";
import { leaveAt } from "./keyboard.js";
import { onLight } from "../shared/light.js";
import { Outbox } from "./outbox.js";
import { Painter } from "./painter.js";
import { showPhoto } from "./photo.js";
import { openPicker } from "./picker.js";
import { isOblique } from "../geometry/straight.js";
import { onSwipe } from "./swipe.js";
import { PATIENCE, rests } from "../shared/server.js";

/**
 * @typedef {import("../shared/data").KingdomData} KingdomData
 * @typedef {import("../shared/data").Place} Place
 * @typedef {"photo" | "drawn" | "grid"} Mode
 */

/** @type {WeakMap<ShadowRoot, KingdomView>} */
const views = new WeakMap();

/** @param {{data: KingdomData, parentElement: ShadowRoot, setStateValue: (name: string, value: unknown) => void}} props */
export default function showKingdom({ data, parentElement, setStateValue }) {
  let view = views.get(parentElement);
  if (!view) views.set(parentElement, (view = new KingdomView(parentElement, data)));
  view.outbox.post = (actions) => setStateValue("actions", actions);
  view.take(data);
}

/** Actions outlive the view: a new session may put the component elsewhere on the page. */
const outbox = new Outbox(() => {});

export class KingdomView {
  /**
   * @param {ShadowRoot} root
   * @param {KingdomData} data
   */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.fresh = true;
    /** @type {Mode} */
    this.mode = "drawn";
    this.symbols = true;
    /** @type {boolean | null} Whether the photo is shown straightened, if somebody chose. */
    this.straightens = null;
    /** The last request to open a square. */
    this.selected = "";
    /** @type {import("../shared/data").Grid | null} The grid being laid. */
    this.grid = null;
    /** Whether the photo is being read with corners marked by hand. */
    this.reading = false;
    /** @type {Set<string> | null} */
    this.lit = null;
    this.outbox = outbox;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.looking = undefined;
    this.notice = "";
    /** @type {{part: string, at: string} | null} The square that the focus goes back to. */
    this.focused = null;
    this.painter = new Painter(this, find(root, ".drawn"), find(root, ".paint"));
    onLight((cells, passing) => { if (find(this.root, ".component").isConnected) this.light(cells, passing); });
    find(root, ".symbols").onclick = () => { this.symbols = !this.symbols; this.render(); };
    find(root, ".straighten").onclick = () => { this.straightens = !this.isStraight; this.render(); };
    onSwipe(find(root, ".component"), () => this.isAtRest, (step) => this.send({ kind: "turn", step }));
  }

  /**
   * Shows the data from Python.
   * @param {KingdomData} data
   */
  take(data) {
    const { fresh, data: before } = this;
    const other = fresh || data.id !== before.id;
    const read = this.reading && !other && data.settled;
    this.fresh = this.reading = false;
    this.lit = null;
    this.data = data;
    this.takeAnswer(data, before);
    if (other) this.turnTo(data);
    if (read) {
      this.mode = "photo";
      this.grid = this.focused = null;
    }
    this.decideAgain();
    this.render();
    if (data.painting && (other || !before.painting)) this.painter.show();
    else if (read || other) this.top(!fresh);  // at first there may be notes above that are to be seen
    this.openAsked(data.select);
  }

  /** Whether nothing is open over the kingdom, and nothing is being dragged or painted on it. */
  get isAtRest() {
    return this.mode !== "grid" && !this.data.painting && !find(this.root, ".picker").matches("[open]");
  }

  /** Whether the photo is shown as if it had been taken from above. */
  get isStraight() {
    const { grid, settled } = this.data;
    return settled && grid !== null && (this.straightens ?? isOblique(grid.corners));
  }

  /**
   * Opens the requested square, once the address names the page: the sheet's history entry must follow the page's.
   * @param {string} select
   * @param {number} attempts
   */
  openAsked(select, attempts = 40) {
    if (!select || select === this.selected) return;
    if (window.location.hash !== "#kingdom" && attempts) {
      setTimeout(() => { if (this.data.select === select) this.openAsked(select, attempts - 1); }, 50);
      return;
    }
    this.selected = select;
    if (this.mode !== "grid" && this.isAtRest) this.pick(this.mode, select.split(" ")[0]);
  }

  /** Squares decided in the browser that are not in the data yet. */
  decideAgain() {
    for (const { places, code } of this.outbox.unanswered(this.data)) if (places && code) this.decide(places, code);
    this.painter.take();
  }

  /**
   * Notes which of the sent actions Python has carried out.
   * @param {KingdomData} data
   * @param {KingdomData} before
   */
  takeAnswer(data, before) {
    if (data.acted > before.acted) this.notice = "";
    if (this.outbox.take(data).length) this.notice = data.words.lost;
    this.lookForAnswer();
  }

  /** @param {KingdomData} data Of another kingdom than before. */
  turnTo(data) {
    /** @type {HTMLDialogElement} */
    const picker = find(this.root, ".picker");
    if (picker.open) picker.close();
    this.mode = !data.photo ? "drawn" : data.settled ? "photo" : "grid";
    this.grid = null;
    this.focused = null;
    if (document.activeElement === document.body) find(this.root, ".component").focus({ preventScroll: true });
  }

  /** @param {import("../shared/data").Action} action */
  send(action) {
    this.outbox.send(action, this.data.id);
    this.lookForAnswer();
  }

  /** Checks repeatedly whether the sent actions are answered, until they are. */
  lookForAnswer() {
    clearTimeout(this.looking);
    if (!this.outbox.unanswered(this.data).length) return;
    this.looking = setTimeout(() => {
      if (rests() && this.outbox.insist().length) this.notice = this.data.words.lost;
      this.renderNotice();
      this.lookForAnswer();
    }, PATIENCE);
  }

  /**
   * Decides squares.
   * @param {string[]} places
   * @param {string} code
   */
  put(places, code) {
    this.send({ kind: "put", places, code });
    this.decide(places, code);
    this.render();
  }

  /**
   * @param {string[]} places
   * @param {string} code
   */
  decide(places, code) {
    for (const place of this.data.places) {
      if (places.includes(place.at)) Object.assign(place, { code, flagged: false, group: null });
    }
  }

  /** @param {string} at */
  placeAt(at) {
    return this.data.places.find((place) => place.at === at);
  }

  castleAt() {
    return this.data.places.find((place) => place.code === "C")?.at;
  }

  /** @param {import("../shared/data").Grid} grid */
  reread(grid) {
    this.reading = true;
    find(this.root, ".grid-tools").classList.add("waiting");
    this.send({ kind: "grid", ...grid });
  }

  /**
   * @param {"photo" | "drawn"} part
   * @param {string} at
   */
  pick(part, at) {
    const place = this.placeAt(at);
    this.focused = { part, at };
    leaveAt(find(this.root, part === "photo" ? ".photo svg" : ".drawn"), at);
    if (place) openPicker(this, place, () => this.focusAgain());
  }

  /** Returns the focus to the square chosen last, which may have been redrawn, else to the view's button. */
  focusAgain() {
    const { part, at } = this.focused ?? {};
    /** @type {HTMLElement | null} */
    const element = this.root.querySelector(part ? `.${part} [data-at="${at}"]` : `[data-mode=${this.mode}]`);
    element?.focus({ preventScroll: true });
  }

  /** @param {Mode} mode */
  show(mode) {
    this.mode = mode;
    this.grid = null;
    this.render();
    find(this.root, `[data-mode=${mode}]`).focus({ preventScroll: true });
    this.top();
  }

  top(passing = true) {
    const { top } = find(this.root, ".views").getBoundingClientRect();
    if (top >= 0 && !(passing && top > window.innerHeight / 2)) return;
    find(this.root, ".component").scrollIntoView({ block: "start", behavior: "smooth" });
  }

  /** @param {string} at */
  isLit(at) {
    return this.lit?.has(at) ?? false;
  }

  /** @param {string[]} cells */
  allLit(cells) {
    return cells.length === this.lit?.size && cells.every((at) => this.isLit(at));
  }

  /**
   * @param {string[]} cells Places to light; those that are lit already go out.
   * @param {boolean} passing Whether they are lit for as long as their line has the focus.
   */
  light(cells, passing = false) {
    this.lit = (this.allLit(cells) && !passing) || !cells.length ? null : new Set(cells);
    this.render();
    if (this.lit && !passing) this.top();
  }

  render() {
    const { root, data, mode } = this;
    const { photo } = data;
    const focus = this.root.activeElement;
    if (mode === "grid" && !this.grid) this.grid = structuredClone(data.grid);
    this.renderBar();
    this.renderAsk();
    find(root, ".views").replaceChildren(...(photo ? this.viewButtons() : []));
    find(root, ".stage").dataset.mode = mode;
    const laying = mode === "grid" && photo && this.grid;
    if (photo && !laying) showPhoto(this, photo, find(root, ".photo"));
    else find(root, ".photo").replaceChildren(...(laying ? [layingView(this, photo, laying)] : []));
    showDrawn(this, find(root, ".drawn"));
    const tools = find(root, ".grid-tools");
    tools.hidden = !laying;
    tools.classList.toggle("waiting", this.reading);
    tools.replaceChildren(...(laying ? gridTools(this, photo, laying) : []));
    this.painter.render();
    this.renderFoot();
    if (focus && !focus.isConnected) this.focusAgain();
  }

  /** The total, the verdict, undo and redo. */
  renderBar() {
    const { root, data } = this;
    const { words } = data;
    find(root, ".total").classList.toggle("waiting", this.outbox.unanswered(data).length > 0);
    find(root, ".total strong").textContent = data.total;
    find(root, ".total span").textContent = data.totalNote;
    find(root, ".verdict").textContent = data.verdict.text;
    find(root, ".verdict").dataset.is = data.verdict.legality;
    this.renderStep("undo", words.undo, data.undo);
    this.renderStep("redo", words.redo, data.redo);
    this.renderNotice();
  }

  /** The questions; hidden while corners are marked. */
  renderAsk() {
    const { data, mode } = this;
    const ask = find(this.root, ".ask");
    ask.textContent = mode === "grid" ? "" : this.painter.cursor ? data.words.inOrder : data.ask;
    ask.classList.toggle("urgent", data.urgent && mode !== "grid");
    this.renderAnswer("whole", data.cut);
    this.renderAnswer("confirm", data.confirms);
  }

  /**
   * A button that answers the question of the line above it.
   *
   * @param {"whole" | "confirm"} kind
   * @param {boolean} asked
   */
  renderAnswer(kind, asked) {
    const button = find(this.root, `.${kind}`);
    button.hidden = !asked || this.mode === "grid";
    button.textContent = this.data.words[kind];
    button.onclick = () => this.send({ kind });
  }

  /** Shows the actions that wait for the server, and those that were lost. */
  renderNotice() {
    const waits = this.outbox.unanswered(this.data).some(({ sent }) => Date.now() - (sent ?? 0) >= PATIENCE);
    const text = waits ? this.data.words.offline : this.notice || this.data.notice;
    const notice = find(this.root, ".notice");
    notice.classList.toggle("waits", waits);
    if (notice.textContent !== text) notice.textContent = text;
  }

  /**
   * @param {"undo" | "redo"} kind
   * @param {string} label
   * @param {boolean} can
   */
  renderStep(kind, label, can) {
    const button = find(this.root, `.${kind}`);
    button.setAttribute("aria-label", label);
    button.title = label;
    button.setAttribute("aria-disabled", String(!can));  // not "disabled", which would throw the focus away
    button.onclick = () => {
      if (!can) return;
      this.painter.step(kind);
      this.send({ kind });
    };
  }

  viewButtons() {
    const { words, settled } = this.data;
    return /** @type {Mode[]} */ (["photo", "drawn", "grid"]).map((mode) => make("button", {
      type: "button", "data-mode": mode, "aria-pressed": String(this.mode === mode), disabled: !settled && mode !== "grid",
      onclick: () => this.show(mode),
    }, words.views[mode]));
  }

  /** The legend, the switch of the symbols on the photo, and the findings. */
  renderFoot() {
    const { root, data, mode } = this;
    const symbols = find(root, ".symbols");
    symbols.textContent = data.words.symbols;
    symbols.setAttribute("aria-pressed", String(this.symbols));
    symbols.hidden = !data.photo || mode !== "photo";
    const straighten = find(root, ".straighten");
    straighten.textContent = data.words.straighten;
    straighten.setAttribute("aria-pressed", String(this.isStraight));
    straighten.hidden = symbols.hidden;
    find(root, ".legend").replaceChildren(...Object.entries(data.words.legend).map(([terrain, name]) =>
      make("span", {}, symbolPicture(terrain), name)));
    find(root, ".findings").replaceChildren(...data.findings.map(({ code, text, cells }) =>
      make("li", {}, make("button", { type: "button", "data-code": code, "aria-pressed": String(this.allLit(cells)),
        onclick: () => {
          this.light(cells);
          find(root, `.findings [data-code="${code}"]`).focus({ preventScroll: true });
        } }, text))));
    for (const part of [".legend", ".findings"]) find(root, part).hidden = !data.settled || data.painting > 0;
  }
}
