// The input blocks; `send` reports what is chosen or typed.

import { make } from "../shared/dom.js";

/** @typedef {import("./page.js").Block} Block */
/** @typedef {import("./page.js").Send} Send */

/** What is typed into, besides long texts. */
const TYPED = "input[type='text'], input[type='number']";

/** The number of radio groups so far; each needs a name of its own. */
let groups = 0;

/**
 * @param {Block} block
 * @param {Send} send
 * @returns {HTMLElement}
 */
export function field(block, send) {
  const input = make(block.is_long ? "textarea" : "input", {
    type: block.is_long ? null : "text", value: block.value, maxlength: block.max_length || null, placeholder: block.hint,
    autocomplete: "off", onchange,
  }, block.is_long ? block.value : null);
  const help = block.help ? make("small", { class: "note" }, block.help) : null;
  const label = make("label", {}, block.label, input, help);
  return block.press ? form(label, block.press, () => send(input.value)) : label;

  function onchange() {
    if (block.press) return;
    input.defaultValue = input.value;  // sent, no longer being typed
    send(input.value);
  }
}

/**
 * A field for names separated by commas.
 *
 * @param {Block} block
 * @param {Send} send
 */
export function names(block, send) {
  const input = make("input", {
    type: "text", maxlength: block.max_length, placeholder: block.example, autocomplete: "off",
    value: block.value.join(", "), "data-typed": JSON.stringify(block.typed),
  });
  return form(make("label", {}, block.label, input), block.press, () => send(input.value));
}

/**
 * @param {HTMLElement} label
 * @param {string} press
 * @param {() => void} send
 */
function form(label, press, send) {
  const element = make("form", { onsubmit }, label, make("button", {}, press));
  return element;

  /** @param {Event} event */
  function onsubmit(event) {
    event.preventDefault();
    for (const input of element.querySelectorAll("input")) input.defaultValue = input.value; // sent, no longer being typed
    send();
  }
}

/**
 * The requests that send names that were typed and not sent yet. They are not sent while the field is used, because the
 * answer draws it anew.
 *
 * @param {HTMLElement} main
 * @returns {Record<string, unknown>[]}
 */
export function unsentNames(main) {
  return unsent(main, "[data-typed]").map((input) => {
    input.defaultValue = input.value;
    return { ...JSON.parse(input.dataset.typed ?? ""), value: input.value };
  });
}

/**
 * The text in fields with a button that was typed and not sent, by the key of the field's block.
 *
 * @param {HTMLElement} main
 */
export function unsentTexts(main) {
  return textsByKey(unsent(main, "form input"));
}

/**
 * The names in the fields for names, by the key of the field's block. Sent ones, too: the program forgets them with the page.
 *
 * @param {HTMLElement} main
 */
export function typedNames(main) {
  return textsByKey(inputs(main, "[data-typed]"));
}

/**
 * @param {HTMLInputElement[]} fields
 * @returns {Record<string, string>} Without the empty ones.
 */
function textsByKey(fields) {
  return Object.fromEntries(fields.filter(({ value }) => value)
    .map((input) => [input.closest("[data-key]")?.getAttribute("data-key") ?? "", input.value]));
}

/**
 * The fields with a text that was typed and not sent.
 *
 * @param {HTMLElement} main
 * @param {string} selector
 */
function unsent(main, selector) {
  return inputs(main, selector).filter(({ value, defaultValue }) => value !== defaultValue);
}

/**
 * @param {HTMLElement} main
 * @param {string} selector
 */
function inputs(main, selector) {
  return [...main.querySelectorAll(selector)].filter((input) => input instanceof HTMLInputElement);
}

/**
 * Puts unsent texts into the fields that are empty.
 *
 * @param {HTMLElement} main
 * @param {Record<string, string>} texts By the key of the field's block.
 * @returns {Record<string, string>} Those whose fields are not on the page.
 */
export function typeAgain(main, texts) {
  /** @type {Record<string, string>} */
  const left = {};
  for (const [key, text] of Object.entries(texts)) {
    const input = main.querySelector(`[data-key="${CSS.escape(key)}"] input`);
    if (!(input instanceof HTMLInputElement)) left[key] = text;
    else if (!input.value) input.value = text;
  }
  return left;
}

/**
 * Remembers the field that the user is typing in, because a field that is replaced loses the focus.
 *
 * @param {HTMLElement} main
 * @returns {() => void} Continues in the new field with the same text, if the field was replaced.
 */
export function interrupted(main) {
  const before = document.activeElement;
  const isField = before instanceof HTMLTextAreaElement || (before instanceof HTMLInputElement && before.matches(TYPED));
  const key = isField && main.contains(before) && before.closest("[data-key]")?.getAttribute("data-key");
  if (!key) return () => {};
  const { value, defaultValue, selectionStart, selectionEnd } = before;
  return () => {
    const after = main.querySelector(`[data-key="${CSS.escape(key)}"] :is(${TYPED}, textarea)`);
    const isThere = after instanceof HTMLTextAreaElement || after instanceof HTMLInputElement;
    if (!isThere || after === document.activeElement) return;
    if (value !== defaultValue) after.value = value;
    after.dataset.continued = "";
    after.focus({ preventScroll: true });
    if (selectionStart !== null) after.setSelectionRange(selectionStart, selectionEnd);
  };
}

/**
 * @param {Block} block
 * @param {Send} send
 * @returns {HTMLElement}
 */
export function choice(block, send) {
  if (block.look === "list") return list(block, send);
  return block.look === "radio" ? radios(block, send) : buttons(block, send);
}

/**
 * @param {Block} block
 * @param {Send} send
 */
function list({ label, hide_label: isHidden, value, options }, send) {
  const select = make("select", {
    "aria-label": isHidden ? label : null, onchange: (/** @type {any} */ { target }) => send(target.value),
  }, ...options.map((/** @type {string[]} */ [option, text]) => (
    make("option", { value: option, selected: option === value }, text))));
  return isHidden ? select : make("label", {}, label, select);
}

/**
 * @param {Block} block
 * @param {Send} send
 */
function radios({ label, value, options }, send) {
  const name = `choice-${++groups}`;
  return make("fieldset", { class: "radios" }, make("legend", {}, label),
    ...options.map((/** @type {string[]} */ [option, text]) => make("label", { class: "switch" },
      make("input", { type: "radio", name, checked: option === value, onchange: () => send(option) }), text)));
}

/**
 * @param {Block} block
 * @param {Send} send
 */
function buttons({ label, value, options }, send) {
  return make("div", { class: "choices", role: "group", "aria-label": label },
    ...options.map((/** @type {string[]} */ [option, text]) => make("button", {
      type: "button", "aria-pressed": String(option === value), onclick: () => send(option),
    }, text)));
}
