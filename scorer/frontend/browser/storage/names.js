// Typing replaces the name or the number in a player’s field: few players keep "Player 1" or 0 coins.

const FIELDS = "[class*='st-key-name-'], [data-key^='name-']";

let isBegun = false;

/** Begins, once the page is there. */
export function selectNames() {
  if (isBegun) return;
  isBegun = true;
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest(FIELDS) && target.type !== "number") return;
    setTimeout(() => {  // after a tap has placed the cursor
      if (target.matches(":focus")) target.select();  // otherwise the next Tab would start here again
    });
  });
}
