import { clearSessionStore } from './session-store.ts'
import { rememberedPerson } from './remembered-person.ts'
import { paths } from '#shared/rules/paths.ts'

/**
 * Leaves, and takes along what this device kept of half-filled forms and of a technician's visits. Changes that the
 * server does not have yet stay, for the same person alone.
 */
export async function signOut(): Promise<void> {
  clearSessionStore()
  if (rememberedPerson())
    await import('./offline-cache.ts').then((kept) => kept.clearOfflineCache())
  location.assign(paths.logout)
}

/** The same in place of following a link to it. */
export function signOutInstead(event: { preventDefault: () => void }): void {
  event.preventDefault()
  void signOut()
}
