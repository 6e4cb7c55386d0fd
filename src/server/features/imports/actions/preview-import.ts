import type { ImportPreview } from '#shared/contract/imports.ts'
import {
  columnLetter,
  importColumns,
  type ImportProblem,
  maxImportProblems,
  noImportCounts,
} from '#shared/rules/imports.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { addToCounts, type Known, KnownPeople, type Match } from '../match-row.ts'
import { type ImportFile, isCardMark, readFile, textOf } from '../parse-file.ts'
import { type ReadResult, readRows } from '../parse-row.ts'
import { describeProblem, problemsOf } from '../row-problems.ts'

const mostSample = 200
const readAtOnce = 200

/** Shows what importing this file would do, without writing anything. Throws Invalid for an unreadable file. */
export async function previewImport(bytes: Uint8Array): Promise<ImportPreview> {
  const file = await readFile(textOf(bytes))
  const counts = { ...noImportCounts }
  const problems: ImportProblem[] = []
  const sample: ImportPreview['sample'] = []
  const people = new KnownPeople()
  for (let at = 0; at < file.rows.length; at += readAtOnce) {
    const rows = file.rows.slice(at, at + readAtOnce)
    const read = await readRows(file, rows)
    await people.load(read.flatMap((one) => ('problems' in one ? [] : [one])))
    for (const [n, one] of read.entries()) {
      const match = 'problems' in one ? undefined : people.match(one)
      problems.push(
        ...problemsOf(file, one, match).map((problem) => describeProblem(problem, fullName)),
      )
      addToCounts(counts, match)
      if (sample.length < mostSample) sample.push(shown(file, rows[n]?.cells ?? [], one, match))
    }
  }
  return {
    rows: file.rows.length,
    columns: file.columns
      .map(({ header, field }, n) => ({
        header,
        field: importColumns.find((column) => column.field === field)?.label ?? null,
        left: field ? null : leftOut(file, n),
      }))
      .filter(({ header, left }) => header || left?.row),
    counts,
    problems: problems.slice(0, maxImportProblems),
    sample,
  }
}

const fullName = ({ firstName, lastName }: Known) => `${firstName} ${lastName}`

/** The cells of column `n` that the import ignores. */
function leftOut({ rows }: ImportFile, n: number) {
  const filled = rows.filter(({ cells }) => cells[n])
  return { letter: columnLetter(n), cells: filled.length, row: filled[0]?.row ?? null }
}

function shown(
  file: ImportFile,
  cells: readonly string[],
  read: ReadResult,
  match: Match | undefined,
): ImportPreview['sample'][number] {
  const { row } = read
  if ('problems' in read) return { row, name: nameIn(file, cells), vehicle: '', outcome: 'problem' }
  return {
    row,
    name: `${read.customer.firstName} ${read.customer.lastName}`,
    vehicle: read.car ? vehicleName(read.car.form) : '',
    outcome: match?.outcome ?? 'problem',
  }
}

/** Identifies a row that cannot be imported. */
function nameIn({ columns }: ImportFile, cells: readonly string[]): string {
  const parts = columns.flatMap(({ field }, n) =>
    field === 'firstName' || field === 'lastName' || field === 'fullName' ? (cells[n] ?? '') : [],
  )
  return parts.filter((part) => part && !isCardMark(part)).join(' ') || t('No name')
}
