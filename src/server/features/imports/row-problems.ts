import type { ImportProblem } from '#shared/rules/imports.ts'
import type { Match } from './match-row.ts'
import { headerOf, type ImportFile } from './read-file.ts'
import type { ReadResult } from './read-row.ts'

/** What is wrong with a row, or with whom it is about; empty where it can be imported. */
export function problemsOf(
  file: ImportFile,
  read: ReadResult,
  match: Match | undefined,
): readonly ImportProblem[] {
  if ('problems' in read) return read.problems
  if (match?.outcome !== 'problem') return []
  return [{ row: read.row, column: headerOf(file, match.field), message: match.message }]
}
