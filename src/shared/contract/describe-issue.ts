import type { $ZodIssue, $ZodRawIssue } from 'zod/v4/core'
import { plural, t } from '../texts/t.ts'

/** The message for a failed check without one of its own, in the caller's language. */
export function describeIssue(issue: $ZodRawIssue | $ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      if (Number(issue.maximum) >= Number.MAX_SAFE_INTEGER) return t('This number is too large.')
      return issue.origin === 'string'
        ? t('At most {maximum} characters, please.', { maximum: Number(issue.maximum) })
        : t('At most {maximum}, please.', { maximum: Number(issue.maximum) })
    case 'too_small':
      return issue.origin === 'string'
        ? plural(Number(issue.minimum), {
            one: 'At least {count} character, please.',
            other: 'At least {count} characters, please.',
          })
        : t('At least {minimum}, please.', { minimum: Number(issue.minimum) })
    case 'invalid_type':
      return issue.input === undefined ? t('This is missing.') : describeType(issue.expected)
    case 'invalid_value':
      return t('Please choose one of: {values}.', { values: issue.values.map(String).join(', ') })
    case 'unrecognized_keys':
      return t('This contains an unknown field.')
    default:
      return t('We cannot read this. Please check how it is written.')
  }
}

function describeType(wanted: string): string {
  switch (wanted) {
    case 'string':
      return t('Please give this as text.')
    case 'number':
      return t('Please give a number.')
    case 'int':
      return t('Please give a whole number.')
    case 'boolean':
      return t('Please answer true or false.')
    case 'array':
      return t('Please give this as a list.')
    default:
      return t('Please give this as an object with its fields.')
  }
}
