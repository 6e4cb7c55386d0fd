import { forgetKept } from './kept.ts'
import { paths } from './paths.ts'

/** Leaves, and takes along what this tab kept of half-filled forms. */
export function signOut(): void {
  forgetKept()
  location.assign(paths.logout)
}
