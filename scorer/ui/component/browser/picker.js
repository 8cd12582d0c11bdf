// The sheet that opens on a tapped square: one more tap decides it.

function openPicker(view, place) {
  const { words, sprites, palette, buildings, photo } = view.data;
  const dialog = view.root.querySelector(".picker");
  const choose = (code) => { dialog.close(); view.put(place, code); };
  const option = (code, label, note, extra = "") => {
    const button = make("button", {
      type: "button", class: `face ${extra}`, "data-face": code, "aria-label": note ? `${label}, ${note}` : label, title: label,
      "aria-pressed": String(code === place.code), onclick: () => choose(code),
    }, code === "." ? make("span", { class: "word" }, label) : plateSpan(code), note ? make("span", { class: "note" }, note) : null);
    showSprite(button, sprites, code === "C" ? `C${view.data.castle}` : code);
    return button;
  };
  const parts = [make("header", {},
    photo && place.quad ? closeUp(photo, place.quad) : null,
    make("h2", {}, place.name, make("small", {}, place.what)),
    make("button", { type: "button", class: "close", "aria-label": words.close, onclick: () => dialog.close() }, "✕"))];
  if (place.guesses.length) {
    parts.push(make("h3", {}, words.looksLike),
      make("div", { class: "guesses" }, ...place.guesses.map((guess) => option(guess.code, guess.label, guess.chance))));
  }
  parts.push(make("h3", {}, words.allFaces),
    make("div", { class: "faces" }, ...palette.map((entry) => option(entry.code, entry.label, null))
      .map((button, index) => {
        button.style.gridArea = `${palette[index].row} / ${palette[index].column}`;
        return button;
      })));
  if (buildings.length) {
    parts.push(make("details", { open: place.code[0] === "t" }, make("summary", {}, words.buildings),
      make("div", { class: "buildings" }, ...buildings.map((building) =>
        make("button", {
          type: "button", "data-face": building.code, "aria-pressed": String(building.code === place.code),
          onclick: () => choose(building.code),
        }, make("strong", {}, building.name), make("span", {}, building.symbol))))));
  }
  dialog.replaceChildren(...parts);
  dialog.setAttribute("aria-label", place.label);
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  dialog.onclose = () => view.focus(place.at);
  dialog.showModal();
  dialog.scrollTop = 0;
}

function closeUp(photo, quad) {
  const box = around(quad, 0.12, photo);
  return draw("svg", { class: "close-up", viewBox: text(box), "aria-hidden": "true" },
    draw("image", { href: photo.href, width: photo.width, height: photo.height }));
}
