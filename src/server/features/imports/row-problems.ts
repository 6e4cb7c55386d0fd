import type { ImportProblem, KeptImportProblem } from '#shared/rules/imports.ts'
import { t } from '#shared/texts/t.ts'
import type { RowProblem } from './match-row.ts'

/** The problem as stored with the import. */
export function toKept(problem: RowProblem): KeptImportProblem {
  if (!('shares' in problem)) return problem
  const { with: other, ...what } = problem
  return { ...what, withId: other.id }
}

/** Words a problem; `nameOf` returns the other person's name, or undefined if they no longer exist. */
export function describeProblem<P extends RowProblem | KeptImportProblem>(
  problem: P,
  nameOf: (of: Extract<P, { shares: unknown }>) => string | undefined,
): ImportProblem {
  if (!('shares' in problem)) return problem
  const { kind, row, column, shares } = problem
  const name = nameOf(problem as Extract<P, { shares: unknown }>)
  return { kind, row, column, message: shares === 'email' ? sharedEmail(name) : sharedPhone(name) }
}

const sharedEmail = (name: string | undefined) =>
  name === undefined
    ? t('This e-mail belongs to someone else. Please correct the name or the e-mail.')
    : t('This e-mail belongs to {name}. Please correct the name or the e-mail.', { name })

const sharedPhone = (name: string | undefined) =>
  name === undefined
    ? t('Someone else has this phone number too. They are imported as two people.')
    : t('{name} has this phone number too. They are imported as two people.', { name })
