// Photos that other apps hand over: shared with the app, or opened with it.

/**
 * @param {(photos: File[]) => void} read
 * @param {(name: string) => void} refuse Reports a photo that could not be stored.
 */
export async function takeHanded(read, refuse) {
  const { launchQueue } = /** @type {any} */ (window);
  launchQueue?.setConsumer(async (/** @type {{files: FileSystemFileHandle[]}} */ { files }) => {
    if (files.length) read(await Promise.all(files.map((file) => file.getFile())));
  });
  const address = new URL(window.location.href);
  const unread = address.searchParams.getAll("unread");
  if (unread.length || address.searchParams.has("shared")) {
    for (const part of ["shared", "unread"]) address.searchParams.delete(part);
    window.history.replaceState(window.history.state, "", address);
  }
  unread.forEach(refuse);
  const photos = await shared();  // also those of a start that ended before it read them
  if (photos.length) read(photos);
}

/** Takes the photos that the service worker has stored for the page. */
async function shared() {
  const name = `shared ${new URL("./", window.location.href).href}`;
  if (!window.caches || !await caches.has(name)) return [];  // an insecure page has no caches
  const cache = await caches.open(name);
  const photos = await Promise.all((await cache.keys()).map(async (request) => {
    const content = await (await cache.match(request))?.blob();
    return content && new File([content], decodeURIComponent(request.url.split("/").at(-1) ?? ""), { type: content.type });
  }));
  await caches.delete(name);
  return photos.filter((photo) => photo instanceof File);
}
