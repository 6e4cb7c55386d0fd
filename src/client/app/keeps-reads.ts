const key = 'fivequart-works-offline'

/** Whether this device keeps what was loaded, so that the app opens without a network. */
export function keepsReads(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export function setKeepsReads(keeps: boolean): void {
  if (keeps) localStorage.setItem(key, 'yes')
  else localStorage.removeItem(key)
}
