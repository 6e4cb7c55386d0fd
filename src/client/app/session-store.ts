const prefix = 'kept '

/** What this tab keeps under a name through a reload, null without it. Another shape of the value needs another name. */
export function readSessionStore(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null') as unknown
  } catch {
    return null
  }
}

/** Keeps a value until this tab closes or somebody signs out; null forgets it. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(prefix + name)
    else sessionStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Private windows may refuse to store; the value then lives as long as the page.
  }
}

/** Forgets all of it, so that whoever signs in next on this device finds nothing. */
export function clearSessionStore(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Nothing could be kept either.
  }
}
