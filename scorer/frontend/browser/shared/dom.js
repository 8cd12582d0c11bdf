// Functions that make an element in one call, and redraw only the children whose data changed.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Record<string, unknown>} Attributes Names that begin with "on" are event listeners; true sets an empty
 *   attribute, false, null and undefined set none.
 * @typedef {Node | string | null | undefined} Child
 */

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {E}
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** @type {WeakMap<Element, Map<string, Element>>} */
const drawn = new WeakMap();

/**
 * Gives an element a child for each item, and leaves those alone whose item is as it was: on a phone, drawing is what
 * takes time.
 * @template Item
 * @param {Element} parent
 * @param {Item[]} items Plain data; no two are alike.
 * @param {(item: Item) => Element} build
 */
export function reconcile(parent, items, build) {
  const before = drawn.get(parent) ?? new Map();
  /** @type {Map<string, Element>} */
  const now = new Map();
  for (const item of items) {
    const key = JSON.stringify(item);
    now.set(key, before.get(key) ?? build(item));
  }
  drawn.set(parent, now);
  const kept = new Set(now.values());
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  [...now.values()].forEach((child, index) => {
    const there = parent.children[index] ?? null;
    if (there !== child) parent.insertBefore(child, there); // what comes before it must not move it: it may be in use
  });
}

/**
 * The element that a selector finds in the component's own HTML.
 * @template {Element} [E=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {E}
 */
export function find(root, selector) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return /** @type {E} */ (found);
}
