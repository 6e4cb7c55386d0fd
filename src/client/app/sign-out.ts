import { forgetKept } from './kept.ts'
import { keptPerson } from './kept-person.ts'
import { paths } from '#shared/rules/paths.ts'

/**
 * Leaves, and takes along what this device kept of half-filled forms and of a technician's visits. Changes that the
 * server does not have yet stay, for the same person alone.
 */
export async function signOut(): Promise<void> {
  forgetKept()
  if (keptPerson()) await import('./kept-reads.ts').then((kept) => kept.forgetReads())
  location.assign(paths.logout)
}

/** The same in place of following a link to it. */
export function signOutInstead(event: { preventDefault: () => void }): void {
  event.preventDefault()
  void signOut()
}
