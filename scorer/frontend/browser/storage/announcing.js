// Says what is new on the page to a screen reader: the last message, and who leads. Browsers say a change in an element that was
// there before, and not everywhere an element that comes with its text.

const NEWS = ".winner, .toast, .row.notice > p, .st-key-notice > :first-child p";
const UNSEEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";

/** @type {HTMLElement | null} */
let region = null;
let isWaiting = false;

/** Begins, once the page is there. */
export function announce() {
  if (region) return;
  region = document.createElement("p");
  region.setAttribute("role", "status");
  region.style.cssText = UNSEEN;
  document.body.append(region);
  new MutationObserver(wait).observe(document.body, { childList: true, characterData: true, subtree: true });
  wait();
}

/** A page is drawn in many steps: what is new is said after them. */
function wait() {
  if (!isWaiting) setTimeout(say, 200);
  isWaiting = true;
}

function say() {
  isWaiting = false;
  const news = [...document.querySelectorAll(NEWS)].map((element) => element.textContent).join(". ");
  if (region && region.textContent !== news) region.textContent = news;
}
