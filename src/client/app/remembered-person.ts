const key = 'fivequart-works-offline'

/** Whose reads this device keeps, so that the app opens without a network; null when nobody's. */
export function rememberedPerson(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function rememberPerson(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(key)
    else localStorage.setItem(key, id)
  } catch {
    // A browser that keeps nothing.
  }
}
