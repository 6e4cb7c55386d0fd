import { log } from '#server/base/log.ts'
import type { DeclineReason } from '#shared/rules/payments.ts'
import type { Answer } from '../port.ts'
import { declined, unknown } from '../answers.ts'

/** The safe part of an SDK error: its message contains the whole body, so it is neither logged nor stored. */
type Failure = { status: number | undefined; codes: string[]; retryAfterMs?: number }

/** Pause after a 429 without Retry-After. */
const usualPauseMs = 2_000
const longestPauseMs = 10 * 60_000

/** Reads an error thrown by the SDK. An error without a status is a timeout, a cut connection or an unreadable body. */
export function failureOf(error: unknown): Failure {
  const { statusCode, errors, rawResponse } = error as {
    statusCode?: number
    errors?: { code?: string }[]
    rawResponse?: { headers?: Headers }
  }
  const codes = (errors ?? []).flatMap(({ code }) => (code && code !== 'Unknown' ? [code] : []))
  if (statusCode !== 429) return { status: statusCode, codes }
  return { status: 429, codes, retryAfterMs: pauseOf(rawResponse?.headers?.get('retry-after')) }
}

function pauseOf(retryAfter: string | null | undefined): number {
  if (!retryAfter) return usualPauseMs
  const seconds = Number(retryAfter)
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000
  return ms > 0 ? Math.min(ms, longestPauseMs) : usualPauseMs
}

/** Refusals unrelated to the card: retrying may work once something else is fixed. */
const notYet = new Set([
  'IDEMPOTENCY_KEY_REUSED', // the key's first request differed from ours; never treated as a decline
  'REFUND_ALREADY_PENDING',
  'TEMPORARY_ERROR',
  'RATE_LIMITED',
])

/** Whether the call may have worked or may work later: 401 and 403 are for the operator to fix. */
export function isUnknown({ status, codes }: Failure): boolean {
  if (status === undefined || status < 400 || status >= 500) return true
  return [401, 403, 408, 429].includes(status) || codes.some((code) => notYet.has(code))
}

const reasons: Record<string, DeclineReason> = {
  INSUFFICIENT_FUNDS: 'insufficient_funds',
  GIFT_CARD_AVAILABLE_AMOUNT: 'insufficient_funds',
  CVV_FAILURE: 'cvv',
  VERIFY_CVV_FAILURE: 'cvv',
  ADDRESS_VERIFICATION_FAILURE: 'postal_code',
  VERIFY_AVS_FAILURE: 'postal_code',
  INVALID_POSTAL_CODE: 'postal_code',
  CARD_EXPIRED: 'expired',
  INVALID_EXPIRATION: 'expired',
  INVALID_EXPIRATION_YEAR: 'expired',
  INVALID_EXPIRATION_DATE: 'expired',
  BAD_EXPIRATION: 'expired',
  EXPIRATION_FAILURE: 'expired',
  CARD_DECLINED_VERIFICATION_REQUIRED: 'verification_required',
  CARD_TOKEN_USED: 'token_used',
  CARD_TOKEN_EXPIRED: 'token_used',
  SOURCE_USED: 'token_used',
  SOURCE_EXPIRED: 'token_used',
  GENERIC_DECLINE: 'declined',
  CARD_DECLINED: 'declined',
  CARD_DECLINED_CALL_ISSUER: 'declined',
  VOICE_FAILURE: 'declined',
  TRANSACTION_LIMIT: 'declined',
  PAYMENT_LIMIT_EXCEEDED: 'declined',
  REFUND_DECLINED: 'declined',
}

/** The decline reason shown for Square's codes; any other refusal means this card does not work here. */
const reasonOf = (codes: readonly string[]): DeclineReason =>
  codes.map((code) => reasons[code]).find((reason) => reason !== undefined) ?? 'unusable'

/** A failed call as an answer; only its codes are logged. */
export function answerOf(verb: string, failure: Failure): Answer<never> {
  const { status, codes, retryAfterMs } = failure
  if (!isUnknown(failure)) {
    log.info({ verb, status, codes }, 'the card network refused')
    return declined(reasonOf(codes))
  }
  log.warn({ verb, status, codes }, 'the card network gave no answer that can be used')
  const code = codes[0] ?? (status === undefined ? 'NO_ANSWER' : `HTTP_${status}`)
  return unknown(code, retryAfterMs)
}
