import type { AroundNavHandler } from 'wouter'

type Ask = (goOn: () => void) => void

const guards: Ask[] = []
let here = ''
let staying = false

/** Asks before leaving while something is unsaved. Returns the undo. */
export function guardNavigation(ask: Ask): () => void {
  if (guards.push(ask) === 1) listen('addEventListener')
  rememberUrl()
  return () => {
    const at = guards.indexOf(ask)
    if (at === -1) return
    guards.splice(at, 1)
    if (guards.length === 0) listen('removeEventListener')
  }
}

/** Continues after the user agrees to lose unsaved changes. */
export function afterGuard(goOn: () => void): void {
  const ask = guards.at(-1)
  if (ask) ask(goOn)
  else goOn()
}

/** Changes the URL without asking, for changes that leave nothing, like a search. */
export function withoutGuard(change: () => void): void {
  staying = true
  try {
    change()
  } finally {
    staying = false
  }
}

/** Guards links and `go()`, as the router's `aroundNav`. */
export const guardedNavigation: AroundNavHandler = (navigate, to, options) => {
  const ask = guards.at(-1)
  if (ask && !staying && isElsewhere(new URL(to, location.href))) ask(() => navigate(to, options))
  else navigate(to, options)
}

function listen(change: 'addEventListener' | 'removeEventListener'): void {
  window[change]('beforeunload', stayLoaded)
  for (const event of ['pushState', 'replaceState']) window[change](event, rememberUrl)
}

/** A different query is a different tab or day, whose input would be lost. */
function isElsewhere({ pathname, search }: { pathname: string; search: string }): boolean {
  const from = new URL(here || location.href)
  return pathname + search !== from.pathname + from.search
}

function rememberUrl(): void {
  here = location.href
}

/** Back and forward have already navigated: push the page again, and go back if the user agrees. */
function stayFirst(event: Event): void {
  const ask = guards.at(-1)
  if (!ask || !isElsewhere(location)) {
    rememberUrl()
    return
  }
  event.stopImmediatePropagation()
  history.pushState(null, '', here)
  ask(() => history.back())
}

const stayLoaded = (event: Event) => event.preventDefault()

// Registered before the router's listener, so that the router only sees real navigation.
if (typeof window !== 'undefined') window.addEventListener('popstate', stayFirst)
