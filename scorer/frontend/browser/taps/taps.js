// A picture whose buttons send their values.

import { find } from "../shared/dom.js";

/** @type {WeakMap<ShadowRoot, string>} */
const shown = new WeakMap();

/**
 * @typedef {import("../shared/data").TapsData} TapsData
 * @param {{data: TapsData, parentElement: ShadowRoot, setStateValue: (name: string, value: unknown) => void}} props
 */
export default function showTaps({ data, parentElement, setStateValue }) {
  const component = find(parentElement, ".component");
  component.onclick = ({ target }) => {
    const value = /** @type {Element} */ (target).closest("[data-value]")?.getAttribute("data-value");
    if (value != null) setStateValue("value", `${value} ${Date.now()}`);  // the same one may be tapped again
  };
  if (shown.get(parentElement) === data.html) return;
  shown.set(parentElement, data.html);
  const focused = parentElement.activeElement?.getAttribute("data-value");
  component.innerHTML = data.html;
  /** @type {HTMLElement | null} */
  const again = focused == null ? null : component.querySelector(`button[data-value="${CSS.escape(focused)}"]`);
  again?.focus({ preventScroll: true });
}
