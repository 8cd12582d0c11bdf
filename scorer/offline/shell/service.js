// Keeps every file of one build, and serves the app from them, with or without a connection. Files lie in folders that are
// named by the hash of their content, and each file is checked by its SHA-256 before it is kept: no two builds are ever mixed.
// A new build is kept beside the old one, with its reader where the old one has one, and takes over when no window shows the
// old one any more, or when a player asks for it. The reader is kept once it has been loaded, a sample once it was looked at.

/** @typedef {[path: string, hash: string]} Listed A file's address beside this script, and its SHA-256 in hexadecimals. */

/** The names of the build's folders and caches. */
const BUILD = { rules: "%RULES BUILD%", reader: "%READER BUILD%", samples: "%SAMPLES BUILD%" };
/** @type {Listed[]} */
const RULES = /* %RULES% */ [];
/** @type {Listed[]} */
const READER = /* %READER% */ [];
/** @type {Listed[]} */
const SAMPLES = /* %SAMPLES% */ [];

const SCOPE = new URL("./", self.location.href).href;
const PAGES = [SCOPE, `${SCOPE}index.html`];
const HASH = "X-SHA-256";
/** The content security policy of workers, which the document's policy does not cover. */
const WORKER_POLICY = "default-src 'none'; worker-src 'self'; connect-src 'self'%OTHER HOSTS%; " +
  "script-src 'self' 'wasm-unsafe-eval'";
/** OpenCV.js creates functions from strings, as Emscripten's bindings do. */
const READER_POLICY = `${WORKER_POLICY} 'unsafe-eval'`;
/** Files that are loaded at the same time. */
const CONNECTIONS = 6;
/** Small files without which the app may start: each visit checks them. Damage to others ends the start, and is repaired then. */
const CHECKED = /(\/|\.(css|html|js|png|svg|webmanifest|webp))$/;
/** Milliseconds after which the connection counts as lost. */
const PATIENCE = 4000;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers(0).then(() => self.clients.claim())));
self.addEventListener("message", (event) => {
  const asked = /** @type {ExtendableMessageEvent} */ (event);
  const port = asked.ports[0] ?? asked.source;
  const replying = asked.data.isBroken ? repair(asked.data.isStarted) : answer(asked.data);
  asked.waitUntil(replying.then((reply) => reply && port?.postMessage(reply)));
});
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET") event.respondWith(respond(event.request));
  else if (method === "POST" && url === `${SCOPE}share`) event.respondWith(takeShared(event.request));
});

async function install() {
  await keep("rules", RULES).catch(refuse);
  if (await hasReader()) await keep("reader", READER);
}

/** Whether a reader of this or an earlier build is kept. */
async function hasReader() {
  const names = (await cacheNames()).filter((name) => name.startsWith("reader-"));
  const kept = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
  return kept.some(Boolean);
}

/**
 * The answer to a page that says which build it is, and whether it has loaded the reader.
 * @param {{build?: string, isReady?: boolean, waits?: boolean, replace?: boolean}} data
 */
async function answer({ build, isReady, waits, replace }) {
  if (replace) await self.skipWaiting();
  if (!build || build !== BUILD.rules) return waits ? { update: true } : null;
  const { installing, waiting } = self.registration;
  if (!installing && !waiting) await forgetOthers(1);
  if (!isReady) return keep("rules", RULES).then(() => null, () => null);
  return keepAll().then(() => "all", (error) => (isFull(error) ? "refused" : null));
}

/** Keeps the reader, and the files of the rules that the browser has lost or damaged. */
async function keepAll() {
  await keep("rules", RULES);
  await keep("reader", READER);
}

/**
 * Loads the kept files that are damaged from the host again. Without a kept reader, only the rules can be the reason.
 * @param {boolean} isStarted Whether the rules have started.
 * @returns {Promise<{repaired: number, isDamaged: boolean}>} Their number, and whether any are left.
 */
async function repair(isStarted) {
  try {
    if (isStarted && !(await (await opened("reader")).keys()).length) return { repaired: 0, isDamaged: false };
    return { repaired: await repairGroup("rules", RULES) + await repairGroup("reader", READER), isDamaged: false };
  } catch {  // without a connection
    return { repaired: 0, isDamaged: true };
  }
}

/**
 * @param {"rules" | "reader"} group
 * @param {Listed[]} files
 * @returns {Promise<number>} How many kept files were damaged.
 */
async function repairGroup(group, files) {
  const cache = await opened(group);
  let damaged = 0;
  for (const file of files) {
    const [path, hash] = file, kept = await cache.match(path);
    if (!kept || await undamaged(kept, hash)) continue;
    await cache.put(path, await verified(file));
    damaged++;
  }
  return damaged;
}

/**
 * Reports to the pages that the storage has no space for the app.
 * @param {unknown} error
 */
async function refuse(error) {
  const isFirst = isFull(error) && !self.registration.active;
  for (const client of isFirst ? await self.clients.matchAll({ includeUncontrolled: true }) : []) client.postMessage("refused");
  throw error;
}

/** @param {unknown} error */
function isFull(error) {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/**
 * Stores photos that another app shares for the page.
 * @param {Request} request
 */
async function takeShared(request) {
  const photos = (await request.formData()).getAll("photos").filter((photo) => photo instanceof File);
  const id = crypto.randomUUID();  // photos of the share before may not have been taken yet
  try {
    const shared = await caches.open(`shared ${SCOPE}`);
    await Promise.all(photos.map((photo, index) => (
      shared.put(`${SCOPE}share/${id}/${index}/${encodeURIComponent(photo.name)}`, new Response(photo)))));
  } catch {  // the storage is full
    return Response.redirect(`${SCOPE}?${new URLSearchParams(photos.map(({ name }) => ["unread", name]))}`, 303);
  }
  return Response.redirect(`${SCOPE}?shared=${photos.length}`, 303);
}

/** @param {Request} request */
async function respond(request) {
  const [url] = request.url.split(/[?#]/);
  if (request.mode === "navigate" && PAGES.includes(url)) return page(request);
  const found = await (await opened("rules")).match(url) ?? await caches.match(url);
  if (found) return url.includes("/worker/") ? restricted(found, url) : found;
  const sample = SAMPLES.filter(([path]) => SCOPE + path === url);
  if (!sample.length) return fetch(request);
  const response = await verified(sample[0]).catch(() => null);
  if (response) await (await opened("samples")).put(url, response.clone()).catch(() => null);
  return response ?? fetch(request);
}

/**
 * @param {Response} script Of a worker.
 * @param {string} url
 */
function restricted(script, url) {
  const headers = new Headers(script.headers);
  headers.set("Content-Security-Policy", url.endsWith("/reading.js") ? READER_POLICY : WORKER_POLICY);
  return new Response(script.body, { headers });
}

/**
 * The page as it is kept, if every file of its build is kept; otherwise that of the server, where there is a connection.
 * A damaged page is replaced.
 * @param {Request} request
 */
async function page(request) {
  const file = RULES.find(([path]) => new URL(path, SCOPE).href === SCOPE) ?? ["", ""], cache = await opened("rules");
  const stored = await undamaged(await cache.match(SCOPE), file[1]), kept = stored ?? await verified(file).catch(() => null);
  if (!kept) return fetch(request);
  if (!stored) await cache.put(SCOPE, kept.clone()).catch(() => null);
  if (await isWhole("rules", RULES) && await isWhole("reader", READER)) return kept;
  const served = await fetch(request.url, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
  const html = served?.ok ? await served.text().catch(() => "") : "";
  if (!html.includes("data-build=")) return kept;  // a network's login page, for example
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });  // a redirected one is refused
}

/**
 * Whether every file of a group is kept. A browser may lose some of them.
 * @param {"rules" | "reader"} group
 * @param {Listed[]} files
 */
async function isWhole(group, files) {
  return (await (await opened(group)).keys()).length >= files.length;
}

/**
 * Keeps the files of a group that are not there yet, and replaces small ones that are damaged.
 * @param {"rules" | "reader"} group
 * @param {Listed[]} files
 */
async function keep(group, files) {
  const cache = await opened(group), there = await others(), left = files[Symbol.iterator]();
  await Promise.all(Array.from({ length: CONNECTIONS }, async () => {
    for (const file of left) {
      const [path, hash] = file;
      const kept = await cache.match(path);
      if (kept && (!CHECKED.test(path) || await undamaged(kept, hash))) continue;
      await cache.put(path, await undamaged(await there.get(hash)?.(), hash) ?? await verified(file));
    }
  }));
}

/** The files stored by other builds, by hash. */
async function others() {
  /** @type {Map<string, () => Promise<Response | undefined>>} */
  const found = new Map();
  for (const name of await cacheNames()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const hash = (await cache.match(request))?.headers.get(HASH);
      if (hash) found.set(hash, () => cache.match(request));
    }
  }
  return found;
}

/**
 * A file as the build wrote it, from the browser's own cache or else from the server.
 * @param {Listed} file
 */
async function verified([path, hash]) {
  for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const response = await fetch(path, { cache }).catch(() => null);
    const bytes = await response?.arrayBuffer().catch(() => null);
    if (response?.ok && bytes && await hashOf(bytes) === hash) {
      const headers = { "Content-Type": response.headers.get("Content-Type") ?? "", [HASH]: hash };
      return new Response(bytes, { headers });
    }
  }
  throw new Error(`${path} is not the file of this build`);
}

/**
 * Deletes the files of other builds if at most the given number of windows show the app.
 * @param {number} windows
 */
async function forgetOthers(windows) {
  const shown = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (shown.filter(({ url }) => PAGES.includes(url.split(/[?#]/)[0])).length > windows) return;
  const own = Object.values(BUILD).map(nameOf);
  await Promise.all((await cacheNames()).filter((name) => !own.includes(name)).map((name) => caches.delete(name)));
}

/** The caches of this app's builds: there may be other apps on this host. Until November 2026 names had no scope. */
async function cacheNames() {
  const names = (await caches.keys()).filter((name) => /^(rules|reader|samples)-/.test(name));
  const isOwn = await Promise.all(names.map(async (name) => {
    if (name.includes(" ")) return name.endsWith(` ${SCOPE}`);
    const paths = (await (await caches.open(name)).keys()).map(({ url }) => url);
    return paths.some((url) => url === SCOPE || url.startsWith(`${SCOPE}engines/`) || url.startsWith(`${SCOPE}samples/`));
  }));
  return names.filter((_, index) => isOwn[index]);
}

/** @param {"rules" | "reader" | "samples"} group */
function opened(group) {
  return caches.open(nameOf(BUILD[group]));
}

/** @param {string} build */
function nameOf(build) {
  return `${build} ${SCOPE}`;
}

/**
 * A copy of a stored file, if there is one, it can be read (another build's script may be storing it) and it is undamaged.
 * @param {Response | undefined} stored
 * @param {string} hash
 */
async function undamaged(stored, hash) {
  const bytes = await stored?.arrayBuffer().catch(() => null);
  const isSame = bytes && await hashOf(bytes) === hash;
  return isSame ? new Response(bytes, { headers: stored?.headers }) : null;
}

/** @param {BufferSource} bytes */
async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
