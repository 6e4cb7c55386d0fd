const key = 'fivequart-works-offline'

/** Whose data this device saves for offline use; null when no one's. */
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
    // Storage is not available.
  }
}

const clearingKey = 'fivequart-clears-reads'

/** Whether saved data is being deleted: an interrupted deletion is finished at the next load. */
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
    // Storage is not available.
  }
}
