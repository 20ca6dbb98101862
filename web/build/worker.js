// The service worker, which only opens the console without a network. While the network responds, every file comes from
// it, even a 404, so that a release never uses files of another one. Calls do not pass through it.

/** Written by service-worker.ts: the files of this release and the entry of its page. */
const { RELEASE, ENTRY, FILES } = globalThis.PADRON_RELEASE
const NAME = `padron-${RELEASE}`
const PAGE = '/'
const SHELL = /^\/(assets\/|icons\/|theme\.js$|mark\.svg$|manifest\.webmanifest$)/
const AT_ONCE = 6

/** Throws if the server has another release by now: then that release's worker is installed instead. */
const storePage = async (cache) => {
  const page = await fetch(PAGE, { cache: 'no-store', credentials: 'omit' })
  if (!page.ok || !(await page.clone().text()).includes(ENTRY)) throw new Error('The page is of another release')
  await cache.put(PAGE, page)
}

const storeFiles = async (cache) => {
  const rest = [...FILES]
  const one = async () => {
    for (let file = rest.pop(); file; file = rest.pop()) await cache.add(file)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

const install = async () => {
  const cache = await caches.open(NAME)
  await storePage(cache)
  await storeFiles(cache)
  await self.skipWaiting()
}

const activate = async () => {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('padron-') && name !== NAME).map((name) => caches.delete(name)),
  )
  await self.clients.claim()
}

const orStored = (request, path) =>
  fetch(request).catch(async (error) => {
    const stored = await (await caches.open(NAME)).match(path)
    if (stored) return stored
    throw error
  })

/** An incomplete release is useless. */
const forget = async (error) => {
  await caches.delete(NAME)
  throw error
}

self.addEventListener('install', (event) => event.waitUntil(install().catch(forget)))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!/^\/(api|sapy|connect|files|health|logos)(\/|$)/.test(pathname)) event.respondWith(orStored(request, PAGE))
  } else if (SHELL.test(pathname)) event.respondWith(orStored(request, pathname))
})
