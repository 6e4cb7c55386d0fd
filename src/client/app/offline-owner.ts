const key = 'fivequart-works-offline'

/** Whose reads this device keeps, so that the app opens without a network; null when nobody's. */
export function offlineOwner(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function setOfflineOwner(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(key)
    else localStorage.setItem(key, id)
  } catch {
    // A browser that keeps nothing.
  }
}

const clearingKey = 'fivequart-clears-reads'

/** Whether what this device keeps is being removed: a page that is left in between leaves it to the next. */
export function isClearing(): boolean {
  try {
    return localStorage.getItem(clearingKey) !== null
  } catch {
    return false
  }
}

export function noteClearing(clearing: boolean): void {
  try {
    if (clearing) localStorage.setItem(clearingKey, 'yes')
    else localStorage.removeItem(clearingKey)
  } catch {
    // A browser that keeps nothing.
  }
}
