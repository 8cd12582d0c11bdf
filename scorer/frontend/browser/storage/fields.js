// Typing replaces the name or the number in a player’s field: few players keep "Player 1" or 0 coins.

const NAMES = "[class*='st-key-name-'], [data-key^='name-']";

let isStarted = false;

/** Selects the text of these fields whenever one gets the focus, from now on. */
export function selectOnFocus() {
  if (isStarted) return;
  isStarted = true;
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest(NAMES) && target.type !== "number") return;
    if (target.dataset.continued === "") return delete target.dataset.continued;  // replaced while the user is typing in it
    const { value } = target;
    setTimeout(() => {  // after a tap has placed the cursor, but not when the user typed before: that would be replaced
      if (target.matches(":focus") && target.value === value) target.select();  // without the focus, Tab would start here
    });
  });
}
