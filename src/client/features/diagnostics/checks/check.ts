import type { Role } from '#shared/rules/roles.ts'
import type { drawOffscreen } from '../audit/draw-offscreen.ts'

/** What a check found out. One that could not find out anything is untested, never a pass. */
export type Outcome = { state: 'pass' | 'fail' | 'warning' | 'untested'; detail: string }

/** Whom a check runs for, and by what it looks. */
export type CheckContext = {
  role: Role | null
  /** False where none is connected, or nothing could be learned of the business. */
  takesCards: boolean
  /** Whether the real-time connection is open now. */
  connected: boolean
  /** Ends the whole run. */
  cancelled: AbortSignal
  draw: typeof drawOffscreen
}

export type Check = {
  /** Marked with `text()`, shown through `translate()`. */
  name: string
  /** The call or the page by which it finds out, which may hang on who asks. */
  asks: string | ((role: Role | null) => string)
  /** Where a person can look for themselves. */
  href?: string
  run: (context: CheckContext) => Promise<Outcome>
}

export const pass = (detail: string): Outcome => ({ state: 'pass', detail })
export const fail = (title: string, reason: string): Outcome => ({
  state: 'fail',
  detail: `${title}. ${reason}`,
})
export const warn = (detail: string): Outcome => ({ state: 'warning', detail })
export const untested = (detail: string): Outcome => ({ state: 'untested', detail })
