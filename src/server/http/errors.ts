import { type ErrorCode, errorStatus } from '#shared/rules/errors.ts'

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

export const Invalid = kind('invalid', 'Please check what you entered.')
export const Unauthenticated = kind('unauthenticated', 'Please sign in first.')
export const Forbidden = kind('forbidden', 'You may not do this.')
export const NotFound = kind('not_found', 'Not found.')
export const Conflict = kind('conflict', 'This has changed meanwhile. Please look again.')
export const TooMany = kind('too_many', 'Too many requests. Please wait a minute and try again.')
export const Unavailable = kind('unavailable', 'This is not available right now. Please try again.')
