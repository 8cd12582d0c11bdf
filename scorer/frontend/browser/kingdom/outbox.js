// Actions that Python has not confirmed: they are sent again if the server lost them, and a loss is always reported.

import { read, write } from "../shared/browser_storage.js";

/**
 * @typedef {import("../shared/data").Action} Action
 * @typedef {import("../shared/data").KingdomData} KingdomData
 * @typedef {Pick<KingdomData, "session" | "id" | "notation" | "origin" | "acted">} Seen What Python sent last.
 */

/** Maximum number of actions sent together, more than the squares of a large grid: later messages repeat earlier actions. */
const MAX_ACTIONS = 60;

const KEPT = "kingdom-scorer-outbox";

export class Outbox {
  /** @param {(actions: Action[]) => void} post Hands the last actions to Python. */
  constructor(post) {
    this.post = post;
    /** @type {{seen: Seen | null, actions: Action[]}} */
    const { seen, actions } = JSON.parse(read("sessionStorage", KEPT) || '{"seen": null, "actions": []}');
    write("sessionStorage", KEPT, "");
    this.actions = actions;
    this.seen = seen;
    this.sent = 0;
    /** Whether the waiting actions have been sent again already. */
    this.again = false;
    /** Whether the page has been reloaded for the waiting actions. */
    this.loaded = seen !== null;
  }

  /**
   * @param {Action} action
   * @param {string} kingdom
   */
  send(action, kingdom) {
    this.sent = Math.max(Date.now(), this.sent + 1, (this.seen?.acted ?? 0) + 1);  // the clock may have been put back
    this.actions = [...this.actions.slice(1 - MAX_ACTIONS), { ...action, kingdom, sent: this.sent }];
    this.post(this.actions);
  }

  /**
   * Actions on this kingdom that are not in its data yet.
   * @param {Seen} data
   */
  unanswered(data) {
    return this.actions.filter((action) => action.kingdom === data.id && (action.sent ?? 0) > data.acted);
  }

  /**
   * Nothing came back although the server is there and rests. What was sent while it was away never arrived, and is sent
   * again; where that does not help either, it does not know this visit: a page that is loaded again goes on from its
   * address. Returns what is lost because all that was in vain.
   */
  insist() {
    if (this.again && this.loaded) return this.actions.splice(0);
    if (this.again) {
      write("sessionStorage", KEPT, JSON.stringify({ seen: this.seen, actions: this.actions }));
      window.location.reload();
    }
    this.again = true;
    this.post([...this.actions]);
    return [];
  }

  /**
   * Takes note of what Python sends. After a lock of the phone or a restart of the server a new session answers, which
   * knows the table but not what was done since: squares that were decided are sent again, if the kingdom is still the
   * same. Returns what is lost.
   * @param {KingdomData} data
   */
  take(data) {
    const { seen: before } = this;
    const { session, id, notation, origin, acted } = data;
    this.seen = { session, id, notation, origin, acted };
    if (!before || before.session === session) {
      this.actions = this.actions.filter(({ sent }) => (sent ?? 0) > acted);  // the others need not be sent again
      if (!this.unanswered(data).length) this.again = this.loaded = false;
      return [];
    }
    const open = this.unanswered(before);
    this.actions = [];
    const same = before.notation === notation;
    const lost = open.filter((action) => !same || action.kind !== "put");
    const rows = origin[0] - before.origin[0], columns = origin[1] - before.origin[1];
    for (const action of open) {
      if (lost.includes(action)) continue;
      const places = (action.places ?? []).map((at) => {
        const [row, column] = at.split(",").map(Number);
        return `${row + rows},${column + columns}`;
      });
      this.send({ kind: "put", code: action.code, places }, id);
    }
    return lost;
  }
}
