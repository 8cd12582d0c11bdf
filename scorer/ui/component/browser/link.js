// The link, to send with whatever the phone has for it, or to copy.

export default function ({ data, parentElement }) {
  const { link, words } = data;
  const field = make("input", { type: "text", readonly: true, value: link, "aria-label": words.link,
    onfocus: (event) => event.target.select() });
  const button = make("button", { type: "button", class: "main", onclick: send }, words.send);
  parentElement.querySelector(".board").replaceChildren(make("div", { class: "link" }, field, button));

  async function send() {
    try {
      if (navigator.share) await navigator.share({ url: link });
      else { await copy(); button.textContent = words.copied; }
    } catch (error) {
      if (error.name !== "AbortError") field.select();  // the player closed the phone's menu, or copies by hand
    }
  }

  // A page that is not served over HTTPS has no clipboard; the old way still works there.
  async function copy() {
    if (navigator.clipboard) return navigator.clipboard.writeText(link);
    field.select();
    if (!document.execCommand("copy")) throw new Error("no clipboard");
  }
}
