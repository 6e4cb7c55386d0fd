import { type ErrorCode, errorStatus } from '#shared/rules/errors.ts'
import { inEnglish, type Phrase, phrase, wording } from '#shared/texts/t.ts'

/** An error for the caller, from the closed set of kinds. Worded when sent; logs are in English. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly untranslated: Phrase
  readonly details: unknown

  constructor(code: ErrorCode, message: Phrase, details?: unknown) {
    super(inEnglish(message))
    this.code = code
    this.untranslated = message
    this.details = details
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

const kind = (code: ErrorCode, usual: Phrase) =>
  class extends AppError {
    constructor(message: Phrase = usual, details?: unknown) {
      super(code, message, details)
    }

    /** With the message at a field of the form, named as in the body. */
    static at(path: string, message: Phrase, details: object = {}) {
      return new this(message, { ...details, ...atField(path, message) })
    }
  }

export const Invalid = kind('invalid', phrase('Please check your entries.'))
export const Unauthenticated = kind('unauthenticated', phrase('Please sign in first.'))
export const Forbidden = kind('forbidden', phrase('You may not do this.'))
export const NotFound = kind('not_found', phrase('Not found.'))
export const Conflict = kind('conflict', phrase('This has just changed. Please check it again.'))
export const TooMany = kind(
  'too_many',
  phrase('Too many requests. Please wait a minute and try again.'),
)
export const Unavailable = kind(
  'unavailable',
  phrase('This is not available right now. Please try again.'),
)

/** `details` that make a form show the message at its field, named as in the body. */
export const atField = (path: string, message: Phrase) => ({
  fields: [{ path, message: wording(message) }],
})
