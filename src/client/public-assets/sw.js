// Keeps the shell of the app at hand: pages open without a network, hashed assets are fetched once.
const cacheName = 'fivequart-shell-1'

addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(caches.open(cacheName).then((cache) => cache.add('/index.html')))
})

addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(cachedFirst(request))
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/'))
    event.respondWith(fetch(request).catch(() => caches.match('/index.html')))
})

async function takeOver() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  await clients.claim()
}

async function cachedFirst(request) {
  const known = await caches.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(cacheName)
    await cache.put(request, answer.clone())
  }
  return answer
}
