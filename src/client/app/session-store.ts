const prefix = 'kept '
export const visitor = 'visitor'
const otherTabs =
  typeof window === 'undefined' ? undefined : new BroadcastChannel('fivequart signed out')

let owner = visitor

/**
 * Sets the owner of data stored from now on, so no one finds another person's input in the same tab. Null for a visitor, who
 * may be the same person after their session ended.
 */
export function setStoreOwner(personId: string | null): void {
  owner = personId ?? visitor
  if (personId) clearKeys((key) => !key.startsWith(of(personId)) && !key.startsWith(of(visitor)))
}

/** Reads a value of this tab; null without one. A changed shape needs a new name. */
export function readSessionStore(name: string, whose = owner): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(of(whose) + name) ?? 'null') as unknown
  } catch {
    return null
  }
}

/** Stores a value until the tab closes or the user signs out; null removes it. */
export function writeSessionStore(name: string, value: unknown, whose = owner): void {
  try {
    if (value === null) sessionStorage.removeItem(of(whose) + name)
    else sessionStorage.setItem(of(whose) + name, JSON.stringify(value))
  } catch {
    // Private windows may refuse to store; the value then lives as long as the page.
  }
}

/** Clears it in every tab, so that the next user finds nothing. */
export function clearSessionStore(): void {
  clearKeys()
  otherTabs?.postMessage('')
}

otherTabs?.addEventListener('message', () => clearKeys())

function clearKeys(which = (_key: string) => true): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && which(key)) sessionStorage.removeItem(key)
  } catch {
    // Then nothing was stored either.
  }
}

const of = (whose: string) => `${prefix}${whose} `
