import { isCardMark, textOf } from '#server/http/read-csv.ts'
import type { ImportPreview } from '#shared/contract/imports.ts'
import { columnLetter, missingColumn } from '#shared/rules/import-columns.ts'
import { type ImportProblem, maxImportProblems, noImportCounts } from '#shared/rules/imports.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t, translate } from '#shared/texts/t.ts'
import { addToCounts, KnownPeople, type Match } from '../match-row.ts'
import { type ImportFile, type Mapping, readFile, samplesOf } from '../parse-file.ts'
import { type ReadResult, readRows } from '../parse-row.ts'
import { earlierColumns } from '../queries.ts'
import { describeProblem } from '../row-problems.ts'

const mostSample = 200
const readAtOnce = 200

/**
 * Shows what importing this file would do, without writing anything; `chosen` is what each column holds, guessed if missing.
 * Throws Invalid for an unreadable file.
 */
export async function previewImport(
  bytes: Uint8Array,
  chosen?: Mapping['chosen'],
): Promise<ImportPreview> {
  const file = await readFile(textOf(bytes), { chosen, earlier: await earlierColumns() })
  const missing = missingColumn(file.columns.map(({ field }) => field))
  return {
    rows: file.rows.length,
    missing: missing ? translate(missing) : null,
    columns: file.columns.map(({ header, field }, n) => ({
      header,
      letter: columnLetter(n),
      field,
      samples: samplesOf(file, n),
      cells: file.rows.filter(({ cells }) => cells[n]).length,
    })),
    ...(missing ? { counts: noImportCounts, problems: [], sample: [] } : await previewRows(file)),
  }
}

async function previewRows(
  file: ImportFile,
): Promise<Pick<ImportPreview, 'counts' | 'problems' | 'sample'>> {
  const counts = { ...noImportCounts }
  const problems: ImportProblem[] = []
  const sample: ImportPreview['sample'] = []
  const people = new KnownPeople(file)
  for (let at = 0; at < file.rows.length; at += readAtOnce) {
    const rows = file.rows.slice(at, at + readAtOnce)
    const read = await readRows(file, rows)
    await people.load(read.flatMap((one) => ('refused' in one ? [] : [one])))
    for (const [n, one] of read.entries()) {
      const result = 'refused' in one ? undefined : people.match(one)
      const rowProblems = 'refused' in one ? one.refused : (result?.problems ?? [])
      problems.push(
        ...rowProblems.map((problem) =>
          describeProblem(problem, ({ with: { firstName, lastName } }) =>
            `${firstName} ${lastName}`.trim(),
          ),
        ),
      )
      addToCounts(counts, one, result?.match, rowProblems)
      if (sample.length < mostSample)
        sample.push(shown(file, rows[n]?.cells ?? [], one, result?.match))
    }
  }
  return { counts, problems: problems.slice(0, maxImportProblems), sample }
}

function shown(
  file: ImportFile,
  cells: readonly string[],
  read: ReadResult,
  match: Match | { outcome: 'problem' } | undefined,
): ImportPreview['sample'][number] {
  const { row } = read
  if ('refused' in read) return { row, name: nameIn(file, cells), vehicle: '', outcome: 'problem' }
  return {
    row,
    name: `${read.customer.firstName} ${read.customer.lastName}`.trim(),
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
