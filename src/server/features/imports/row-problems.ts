import type { ImportProblem, KeptImportProblem } from '#shared/rules/imports.ts'
import { t } from '#shared/texts/t.ts'
import type { Known, Match } from './match-row.ts'
import { headerOf, type ImportFile } from './parse-file.ts'
import type { ReadResult } from './parse-row.ts'

type RowProblem = ImportProblem | (Omit<ImportProblem, 'message'> & { emailOf: Known })

/** Problems with a row or the person it refers to; empty if it can be imported. */
export function problemsOf(
  file: ImportFile,
  read: ReadResult,
  match: Match | undefined,
): readonly RowProblem[] {
  if ('problems' in read) return read.problems
  if (match?.outcome !== 'problem') return []
  const { outcome: _outcome, field, ...what } = match
  return [{ row: read.row, column: headerOf(file, field), ...what }]
}

/** The problem as stored with the import. */
export function toKept(problem: RowProblem): KeptImportProblem {
  return 'emailOf' in problem ? { ...problem, emailOf: problem.emailOf.id } : problem
}

/** Words a problem; `nameOf` returns the name of the e-mail's owner, or undefined if they no longer exist. */
export function describeProblem<P extends RowProblem | KeptImportProblem>(
  problem: P,
  nameOf: (who: Extract<P, { emailOf: unknown }>['emailOf']) => string | undefined,
): ImportProblem {
  if (!('emailOf' in problem)) return problem
  const { row, column, emailOf } = problem as Extract<P, { emailOf: unknown }>
  const name = nameOf(emailOf)
  const message =
    name === undefined
      ? t('This e-mail belongs to someone else. Please correct the name or the e-mail.')
      : t('This e-mail belongs to {name}. Please correct the name or the e-mail.', { name })
  return { row, column, message }
}
