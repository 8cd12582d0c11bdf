// What was done here and is not carried out yet: it is sent again where the server forgot it, and never lost without a word.

/**
 * @typedef {import("./data").Action} Action
 * @typedef {import("./data").KingdomData} KingdomData
 */

/** Actions that are sent along, so that of several in a row none is lost on the way: more than a large grid's squares. */
const MOST = 60;

export class Outbox {
  /** @param {(actions: Action[]) => void} post Hands the last actions to Python. */
  constructor(post) {
    this.post = post;
    /** @type {Action[]} */
    this.actions = [];
    this.sent = 0;
  }

  /**
   * @param {Action} action
   * @param {string} kingdom
   */
  send(action, kingdom) {
    this.sent = Math.max(Date.now(), this.sent + 1);
    this.actions = [...this.actions.slice(1 - MOST), { ...action, kingdom, sent: this.sent }];
    this.post(this.actions);
  }

  /**
   * What was done on this kingdom and is not in its data yet.
   * @param {KingdomData} data
   */
  unanswered(data) {
    return this.actions.filter((action) => action.kingdom === data.id && (action.sent ?? 0) > data.acted);
  }

  /**
   * After a lock of the phone or a restart of the server a new session answers, which knows the table but not what was
   * done since: squares that were decided are sent again, if the kingdom is still the same. Returns what is lost.
   * @param {KingdomData} before The data of the old session.
   * @param {KingdomData} data
   */
  resume(before, data) {
    const open = this.unanswered(before);
    this.actions = [];
    const same = before.notation === data.notation;
    const lost = open.filter((action) => !same || action.kind !== "put");
    const rows = data.origin[0] - before.origin[0], columns = data.origin[1] - before.origin[1];
    for (const action of open) {
      if (lost.includes(action)) continue;
      const places = (action.places ?? []).map((at) => {
        const [row, column] = at.split(",").map(Number);
        return `${row + rows},${column + columns}`;
      });
      this.send({ kind: "put", code: action.code, places }, data.id);
    }
    return lost;
  }
}
