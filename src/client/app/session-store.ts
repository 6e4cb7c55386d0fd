const prefix = 'kept '
export const visitor = 'visitor'
const otherTabs =
  typeof window === 'undefined' ? undefined : new BroadcastChannel('fivequart signed out')

let owner = visitor

/**
 * Whose is what is kept from here on: nobody finds what somebody else typed, even in the same tab. Null for a visitor,
 * who may be the person before coming back after their session ended.
 */
export function setStoreOwner(personId: string | null): void {
  owner = personId ?? visitor
  if (personId) forgetAll((key) => !key.startsWith(of(personId)) && !key.startsWith(of(visitor)))
}

/** What this tab keeps under a name through a reload, null without it. Another shape of the value needs another name. */
export function readSessionStore(name: string, whose = owner): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(of(whose) + name) ?? 'null') as unknown
  } catch {
    return null
  }
}

/** Keeps a value until this tab closes or somebody signs out; null forgets it. */
export function keep(name: string, value: unknown, whose = owner): void {
  try {
    if (value === null) sessionStorage.removeItem(of(whose) + name)
    else sessionStorage.setItem(of(whose) + name, JSON.stringify(value))
  } catch {
    // Private windows may refuse to store; the value then lives as long as the page.
  }
}

/** Forgets all of it, in every tab, so that whoever signs in next on this device finds nothing. */
export function clearSessionStore(): void {
  forgetAll()
  otherTabs?.postMessage('')
}

otherTabs?.addEventListener('message', () => forgetAll())

function forgetAll(which = (_key: string) => true): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && which(key)) sessionStorage.removeItem(key)
  } catch {
    // Nothing could be kept either.
  }
}

const of = (whose: string) => `${prefix}${whose} `
