// Keeps the table in this browser: in the address, so that a reload or a new connection finds it, and in its storage.

const STORED = "kingdom-scorer-table";
const NAME = "game";
let found;

export default function ({ data, setStateValue }) {
  document.documentElement.lang = data.language;
  if (found === undefined) {
    found = read() ?? "";
    if (found && !data.link) setStateValue("found", found);
  }
  if (!data.link) return;
  write(data.empty ? "" : data.link);
  const address = new URL(window.location.href);
  if (address.searchParams.get(NAME) === data.link) return;
  address.searchParams.set(NAME, data.link);
  window.history.replaceState(window.history.state, "", address);
}

// A browser may forbid storage; the address still holds the table then.
function read() {
  try { return window.localStorage.getItem(STORED); } catch { return null; }
}

function write(link) {
  try { window.localStorage.setItem(STORED, link); } catch { /* see above */ }
}
