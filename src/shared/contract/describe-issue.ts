import type { $ZodRawIssue } from 'zod/v4/core'
import { t } from '../texts/t.ts'

/** What is wrong with a value, for every check that has no words of its own; in the language of whoever sent it. */
export function describeIssue(issue: $ZodRawIssue): string {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? t('At most {maximum} characters, please.', { maximum: Number(issue.maximum) })
        : t('At most {maximum}, please.', { maximum: Number(issue.maximum) })
    case 'too_small':
      return issue.origin === 'string'
        ? t('At least {minimum} characters, please.', { minimum: Number(issue.minimum) })
        : t('At least {minimum}, please.', { minimum: Number(issue.minimum) })
    case 'invalid_type':
      return issue.input === undefined
        ? t('This is missing.')
        : t('This should be of the type {type}.', { type: issue.expected })
    case 'invalid_value':
      return t('This should be one of: {values}.', { values: issue.values.map(String).join(', ') })
    case 'unrecognized_keys':
      return t('We do not know this field: {names}.', {
        names: issue.keys.join(', ').slice(0, 200),
      })
    default:
      return t('This does not have the expected format.')
  }
}
