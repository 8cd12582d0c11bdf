// Keeps every file of one build, and serves the app from them: with or without a connection it is the same. A new build is kept
// beside it and takes over when no window shows the old one any more, so that no window mixes the two.

const FILES = /* %FILES% */ [];
const BUILD = "%BUILD%";

self.addEventListener("install", (event) => event.waitUntil(
  caches.open(BUILD).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" }))))));

self.addEventListener("activate", (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("pocket-") && name !== BUILD)
    .map((name) => caches.delete(name)))).then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(BUILD).then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((kept) => kept ?? fetch(event.request)));
});
