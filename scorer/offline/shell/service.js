// Keeps every file of one build, and serves the app from them: with or without a connection it is the same. A new build is kept
// beside it and takes over when no window shows the old one any more, so that no window mixes the two. What reads photos is kept
// once it has been loaded, apart: it is large and seldom another one. A sample is kept once it was looked at.

/** @type {string[]} */
const RULES = /* %RULES% */ [];
/** @type {string[]} */
const READER = /* %READER% */ [];
/** @type {string[]} */
const SAMPLES = /* %SAMPLES% */ [];
const BUILDS = { rules: "%RULES BUILD%", reader: "%READER BUILD%", samples: "%SAMPLES BUILD%" };

self.addEventListener("install", (event) => event.waitUntil(keep(BUILDS.rules, RULES)));

self.addEventListener("activate", (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names
    .filter((name) => /^(rules|reader|samples)-/.test(name) && !Object.values(BUILDS).includes(name))
    .map((name) => caches.delete(name)))).then(() => self.clients.claim())));

self.addEventListener("message", (event) => {
  const asked = /** @type {ExtendableMessageEvent} */ (event);
  asked.waitUntil(keepReader().then(() => "all", () => "refused").then((answer) => asked.source?.postMessage(answer)));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(kept(event.request).then((found) => found ?? fetched(event.request)));
});

/**
 * @param {string} build
 * @param {string[]} files
 */
async function keep(build, files) {
  const cache = await caches.open(build);
  await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
}

/** The reader's files one by one, those that are not there yet: the browser has just loaded them. */
async function keepReader() {
  const cache = await caches.open(BUILDS.reader);
  for (const file of READER) if (!await cache.match(file)) await cache.add(file);
}

/** @param {Request} request */
async function kept(request) {
  for (const build of Object.values(BUILDS)) {
    const found = await (await caches.open(build)).match(request, { ignoreSearch: true });
    if (found) return found;
  }
  return undefined;
}

/** @param {Request} request */
async function fetched(request) {
  const found = await fetch(request);
  const isSample = SAMPLES.some((file) => new URL(file, self.location.href).href === request.url);
  if (isSample && found.ok) await (await caches.open(BUILDS.samples)).put(request, found.clone());
  return found;
}
