// The link, to share with the phone's share sheet or to copy.

import { find, make } from "../shared/dom.js";

/** @param {{data: import("../shared/data").LinkData, parentElement: ShadowRoot}} props */
export default function showLink({ data, parentElement }) {
  const { link, words } = data;
  const field = make("input", { type: "text", readonly: true, value: link, "aria-label": words.link });
  field.addEventListener("focus", () => field.select());
  const button = make("button", { type: "button", class: "main", onclick: send }, words.send);
  find(parentElement, ".component").replaceChildren(make("div", { class: "link" }, field, button));

  async function send() {
    try {
      if (navigator.share) await navigator.share({ url: link });
      else {
        await copy();
        button.textContent = words.copied;
      }
    } catch (error) {
      if (!(error instanceof Error && error.name === "AbortError")) field.select();  // the menu was closed, or copied by hand
    }
  }

  // A page without HTTPS has no clipboard API; the deprecated command still works.
  async function copy() {
    if (navigator.clipboard) return navigator.clipboard.writeText(link);
    field.select();
    if (!document.execCommand("copy")) throw new Error("no clipboard");
  }
}
