import type { AroundNavHandler } from 'wouter'

/** Told how to go on; what is not saved stays until then. */
type Ask = (goOn: () => void) => void

const guards: Ask[] = []
let here = ''
let staying = false

/** While something on the screen is not saved, whoever leaves it is asked first. Returns how to stop asking. */
export function guardNavigation(ask: Ask): () => void {
  if (guards.push(ask) === 1) listen('addEventListener')
  rememberPlace()
  return () => {
    const at = guards.indexOf(ask)
    if (at === -1) return
    guards.splice(at, 1)
    if (guards.length === 0) listen('removeEventListener')
  }
}

/** Goes on once whoever has something unsaved on the screen agrees to lose it. */
export function afterGuard(goOn: () => void): void {
  const ask = guards.at(-1)
  if (ask) ask(goOn)
  else goOn()
}

/** Changes the address of what is shown, which nobody leaves by that: a search comes to it a moment after it was typed. */
export function withoutGuard(change: () => void): void {
  staying = true
  try {
    change()
  } finally {
    staying = false
  }
}

/** Links and `go()` of the app, for its router. */
export const guardedNavigation: AroundNavHandler = (navigate, to, options) => {
  const ask = guards.at(-1)
  if (ask && !staying && isElsewhere(new URL(to, location.href))) ask(() => navigate(to, options))
  else navigate(to, options)
}

function listen(change: 'addEventListener' | 'removeEventListener'): void {
  window[change]('beforeunload', stayLoaded)
  for (const event of ['pushState', 'replaceState']) window[change](event, rememberPlace)
}

/** Another question in the address is another tab or day: what stood there before goes. */
function isElsewhere({ pathname, search }: { pathname: string; search: string }): boolean {
  const from = new URL(here || location.href)
  return pathname + search !== from.pathname + from.search
}

function rememberPlace(): void {
  here = location.href
}

/** Back and forward have left already: the place is put on top again, and going on is one step back from it. */
function stayFirst(event: Event): void {
  const ask = guards.at(-1)
  if (!ask || !isElsewhere(location)) {
    rememberPlace()
    return
  }
  event.stopImmediatePropagation()
  history.pushState(null, '', here)
  ask(() => history.back())
}

const stayLoaded = (event: Event) => event.preventDefault()

// Before the router's own, so that it hears of it only when somebody really left.
if (typeof window !== 'undefined') window.addEventListener('popstate', stayFirst)
