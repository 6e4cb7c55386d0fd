import type { ImportPreview } from '#shared/contract/imports.ts'
import {
  importColumns,
  type ImportProblem,
  mostImportProblems,
  noImportCounts,
} from '#shared/rules/imports.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { addToCounts } from '../count-match.ts'
import { KnownPeople } from '../match-row.ts'
import { readFile, textOf } from '../read-file.ts'
import { type ReadRow, readRow } from '../read-row.ts'

const mostSample = 200
const readAtOnce = 500

/** What an import of this file would do. Writes nothing. Throws Invalid for a file that cannot be read. */
export async function previewImport(bytes: Uint8Array): Promise<ImportPreview> {
  const file = await readFile(textOf(bytes))
  const counts = { ...noImportCounts }
  const problems: ImportProblem[] = []
  const sample: ImportPreview['sample'] = []
  const people = new KnownPeople()
  for (let at = 0; at < file.rows.length; at += readAtOnce) {
    const read: (ReadRow | ImportProblem[])[] = []
    for (const row of file.rows.slice(at, at + readAtOnce)) read.push(await readRow(file, row))
    await people.load(read.flatMap((row) => (Array.isArray(row) ? [] : [row])))
    for (const [n, row] of read.entries()) {
      const number = file.rows[at + n]?.row ?? 0
      const match = Array.isArray(row) ? undefined : people.match(row)
      const found = Array.isArray(row)
        ? row
        : match?.outcome === 'problem'
          ? [{ row: number, column: headerOf(file, match.field), message: match.message }]
          : []
      problems.push(...found)
      addToCounts(counts, match)
      if (sample.length < mostSample)
        sample.push({
          row: number,
          name: Array.isArray(row)
            ? nameIn(file, file.rows[at + n]?.cells ?? [])
            : `${row.customer.firstName} ${row.customer.lastName}`,
          vehicle: Array.isArray(row) || !row.car ? '' : vehicleName(row.car.form),
          outcome: match?.outcome ?? 'problem',
        })
    }
  }
  return {
    rows: file.rows.length,
    columns: file.columns.map(({ header, field }) => ({
      header,
      field: importColumns.find((column) => column.field === field)?.label ?? null,
    })),
    counts,
    problems: problems.slice(0, mostImportProblems),
    sample,
  }
}

type File = Awaited<ReturnType<typeof readFile>>

export const headerOf = ({ columns }: Pick<File, 'columns'>, field: string): string =>
  columns.find((column) => column.field === field)?.header ?? ''

/** Of a row that cannot be imported, by which somebody finds it. */
function nameIn({ columns }: File, cells: readonly string[]): string {
  const parts = columns.flatMap(({ field }, n) =>
    field === 'firstName' || field === 'lastName' || field === 'fullName' ? (cells[n] ?? '') : [],
  )
  return parts.filter(Boolean).join(' ') || t('Without a name')
}
