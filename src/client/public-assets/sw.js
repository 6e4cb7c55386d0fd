// Keeps the shell of the app at hand: pages open without a network, hashed assets are fetched once.
const cacheName = 'fivequart-shell-1'
const shell = '/index.html'

/** What may be opened without a network, by what pages ask for; each language that is not English has its own. */
const lists = {
  'keep the app': '/offline',
  'keep the pages of a visit': '/offline-visit',
  'keep the office': '/offline-office',
}

/** A network that hangs is as good as none. */
const longestPageMs = 5000

/** The mark of the server's answers: a captive portal's or a proxy's page is neither shown for ours nor kept. */
const isOurs = ({ headers }) => headers.has('x-server-time')

addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(keepShell())
})

addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

addEventListener('message', (event) => {
  const [wanted, language] = String(event.data).split(' in ')
  if (lists[wanted])
    event.waitUntil(keepApp(`${lists[wanted]}${language ? `.${language}` : ''}.json`))
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(cachedFirst(request))
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/'))
    event.respondWith(page(request))
})

// With what it loads at once: the browser has just loaded the same.
async function keepShell() {
  const cache = await caches.open(cacheName)
  await add(cache, shell)
  const page = (await (await cache.match(shell))?.text()) ?? ''
  const paths = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  await Promise.all(paths.map((path) => add(cache, path)))
}

/** Like `cache.add`, for our own answers only. */
async function add(cache, request) {
  const answer = await fetch(request)
  if (!answer.ok || answer.redirected || !isOurs(answer)) throw new TypeError('Not our file')
  await cache.put(request, answer)
}

async function takeOver() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  await clients.claim()
}

async function page(request) {
  const tooLong = new Promise((_, reject) => setTimeout(reject, longestPageMs))
  try {
    const answer = await Promise.race([fetch(request), tooLong])
    // Our redirects cannot be told from a portal's, where the user may have to sign in.
    if (answer.type === 'opaqueredirect' || isOurs(answer)) return answer
    return (await caches.match(shell)) ?? answer
  } catch {
    return (await caches.match(shell)) ?? Response.error()
  }
}

async function cachedFirst(request) {
  const known = await caches.match(request, { ignoreVary: true })
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok && isOurs(answer)) {
    const cache = await caches.open(cacheName)
    await cache.put(request, answer.clone())
  }
  return answer
}

// All that somebody may open without a network, of the newest version; the page that loads it comes last.
async function keepApp(list) {
  const answer = await fetch(list, { cache: 'no-cache' })
  if (!answer.ok || !isOurs(answer)) return
  const wanted = await answer.json()
  const cache = await caches.open(cacheName)
  const kept = (await cache.keys()).map((request) => new URL(request.url).pathname)
  const missing = wanted.filter((path) => !kept.includes(path))
  await Promise.all(missing.map((path) => add(cache, path)))
  await add(cache, new Request(shell, { cache: 'no-cache' }))
  const old = kept.filter((path) => path.startsWith('/assets/') && !wanted.includes(path))
  await Promise.all(old.map((path) => cache.delete(path)))
}

// One that came twice replaces itself: its id is the same. Always shown, for browsers end what is silent.
addEventListener('push', (event) => {
  const { id, title, body, path } = event.data.json()
  const shown = { body, tag: id, icon: '/icon-192.png', data: { path } }
  event.waitUntil(registration.showNotification(title, shown))
  event.waitUntil(markIcon())
})

// How many are unread the app says itself once it is open.
async function markIcon() {
  const pages = await clients.matchAll({ type: 'window' })
  if (pages.length === 0) await navigator.setAppBadge?.().catch(() => {})
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})

// A page that is open may have something typed in it, so it is never led elsewhere.
async function openPage(path) {
  const { href, origin } = new URL(path, location.origin)
  if (origin !== location.origin) return
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find(({ url }) => url === href)
  await (there ? there.focus() : clients.openWindow(href))
}
