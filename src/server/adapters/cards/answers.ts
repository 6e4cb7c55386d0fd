import type { DeclineReason } from '#shared/rules/payments.ts'
import type { Answer } from './port.ts'

export const ok = <T>(value: T): Answer<T> => ({ outcome: 'ok', value })
export const declined = (reason: DeclineReason): Answer<never> => ({ outcome: 'declined', reason })

/** `retryAfterMs`: how long the network asked us to wait. */
export const unknown = (code: string, retryAfterMs?: number): Answer<never> => ({
  outcome: 'unknown',
  code,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})
