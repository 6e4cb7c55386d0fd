import type { Phrase } from '../texts/t.ts'

/** The closed set of errors, and their HTTP statuses. */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  too_many: 429,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The body of every error answer. `details` carries what a screen can act on (fresh availability, field errors). */
export type ErrorBody = {
  message: string
  code: ErrorCode | 'internal'
  details?: unknown
  /** The message before it was worded, to work sent by a phone: its refusal may be read in another language. */
  untranslated?: Phrase
}
