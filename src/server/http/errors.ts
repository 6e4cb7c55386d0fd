import { type ErrorCode, errorStatus } from '#shared/rules/errors.ts'
import { text } from '#shared/texts/t.ts'

/** An error the caller is told about, in one of the closed set of kinds. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: unknown

  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message)
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

const kind = (code: ErrorCode, usual: string) =>
  class extends AppError {
    constructor(message: string = usual, details?: unknown) {
      super(code, message, details)
    }
  }

export const Invalid = kind('invalid', text('Please check what you entered.'))
export const Unauthenticated = kind('unauthenticated', text('Please sign in first.'))
export const Forbidden = kind('forbidden', text('You may not do this.'))
export const NotFound = kind('not_found', text('Not found.'))
export const Conflict = kind('conflict', text('This has changed meanwhile. Please look again.'))
export const TooMany = kind(
  'too_many',
  text('Too many requests. Please wait a minute and try again.'),
)
export const Unavailable = kind(
  'unavailable',
  text('This is not available right now. Please try again.'),
)
