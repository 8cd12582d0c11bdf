// Loads a part of the component once, however often the loader is sent. The part's address changes with its content.

const ADDRESS = "%ADDRESS%";  // beside the page, wherever that is served
const ATTEMPTS = 60;  // one each second: the server may be away for a moment

/**
 * @typedef {{parentElement: ShadowRoot, data: unknown}} Props
 * @typedef {{default: (props: Props) => void, content: string}} Part
 */

/** @type {Promise<Part> | undefined} */
let part;
/** @type {WeakSet<ShadowRoot>} */
const filled = new WeakSet();

/** @param {Props} props */
export default async function show(props) {
  const { default: draw, content } = await (part ??= load(0));
  const { parentElement } = props;
  if (!filled.has(parentElement)) parentElement.innerHTML = content;
  filled.add(parentElement);
  draw(props);
}

/**
 * @param {number} attempt
 * @returns {Promise<Part>}
 */
async function load(attempt) {
  try {
    // Some browsers remember that an address failed.
    return await import(new URL(attempt ? `${ADDRESS}?${attempt}` : ADDRESS, document.baseURI).href);
  } catch (error) {
    if (attempt === ATTEMPTS) throw new Error("A part of this page did not come. Please load the page again.", { cause: error });
    await new Promise((resolve) => { setTimeout(resolve, 1000); });
    return load(attempt + 1);
  }
}
