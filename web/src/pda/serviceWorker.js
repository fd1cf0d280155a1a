// Opens /pda without a net. The build fills in which files belong to it: those, and the page itself, are kept by version.
const FILES = __FILES__;
const VERSION = `pda ${__VERSION__}`;
const PAGE = '/pda';

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(VERSION);
    // The page is fetched past the browser's own cache, so that it names the files of this version.
    await cache.put(PAGE, await fetch(PAGE, { cache: 'reload' }));
    await cache.addAll(FILES);
    // Files have their content in their name: a page of the version before keeps working beside this one.
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('pda '));
    // The version before stays: a page that is open may still ask for its parts.
    for (const old of names.filter((name) => name !== VERSION).slice(0, -1)) await caches.delete(old);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

const isPage = ({ mode, url }) => mode === 'navigate' && new URL(url).pathname === PAGE;

/** The newest page while there is a net, soon enough for who stands in a machine room with half a bar. */
async function page(request) {
  // Of this version: the one before is kept for pages that are still open, and would be found first.
  const kept = await (await caches.open(VERSION)).match(PAGE);
  const asked = fetch(request);
  if (!kept) return asked;
  const patience = new Promise((done) => setTimeout(() => done(kept), 3000));
  return Promise.race([asked.catch(() => kept), patience]);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (isPage(request)) {
    event.respondWith(page(request));
    return;
  }
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || pathname.startsWith('/api/') || pathname.startsWith('/a/')) return;
  event.respondWith(caches.match(request, { ignoreSearch: false }).then((kept) => kept ?? fetch(request)));
});
