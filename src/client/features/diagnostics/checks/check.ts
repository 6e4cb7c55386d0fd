import type { Role } from '#shared/rules/roles.ts'
import type { drawOffscreen } from '../audit/draw-offscreen.ts'

/** Result of a check. Inconclusive ones are untested, never passed. */
export type Outcome = { state: 'pass' | 'fail' | 'warning' | 'untested'; detail: string }

export type CheckContext = {
  role: Role | null
  /** False if none is connected, or the business is unknown. */
  takesCards: boolean
  /** Whether the socket is open now. */
  connected: boolean
  /** Cancels the whole run. */
  cancelled: AbortSignal
  draw: typeof drawOffscreen
}

export type Check = {
  /** Marked with `text()`, shown through `translate()`. */
  name: string
  /** The call or page it uses, which may depend on the role. */
  asks: string | ((role: Role | null) => string)
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
