// Stands for the worker that runs Python: it says which build it is, and which build's reader it has loaded.

const BUILD = "%NUMBER%";
const READER = new URL("../../%READER BUILD%/detector.onnx", import.meta.url);
let reader = "none";

self.onmessage = async ({ data }) => {
  if (data.photos) setTimeout(() => postMessage({ isRead: true }), 3000);
  if (!data.request) return;
  show();
  if (JSON.parse(data.request).kind !== "arrive") return;
  reader = await fetch(READER).then(async (found) => (found.ok ? found.text() : "none"), () => "none");
  show();
  if (reader !== "none") postMessage({ ready: true });
};

function show() {
  const blocks = [{ block: "text", look: "text", text: `rules ${BUILD} reader ${reader}` }];
  const storage = {
    session: "", address: {}, page: "home", turned: "", language: "en", chosen: "", empty: true, reading: [], savedGames: [], known: [],
  };
  const words = ["An update is available.", "Reload", "Later"];
  const page = { page: "home", blocks, storage, words, sought: false };
  postMessage({ page: JSON.stringify(page) });
}
