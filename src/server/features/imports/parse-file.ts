import { csvText } from '#server/http/csv.ts'
import { Invalid } from '#server/http/errors.ts'
import { type CsvTable, isCardMark, readCsv } from '#server/http/read-csv.ts'
import {
  guessColumns,
  type ImportColumn,
  importFieldOf,
  type ImportField,
  missingColumn,
} from '#shared/rules/import-columns.ts'
import { phraseOf } from '#shared/texts/t.ts'

/** A file and what its columns hold. */
export type ImportFile = Omit<CsvTable, 'header'> & { columns: ImportColumn[] }

/** The meanings of the columns, in order; else those in earlier imports, newest first. */
export type Mapping = {
  chosen?: readonly (ImportField | null)[] | undefined
  earlier?: readonly (readonly ImportColumn[])[] | undefined
}

/** Rows of a CSV text and what its columns hold, with card numbers replaced by a mark. Throws Invalid, worded for the file's author. */
export async function readFile(text: string, mapping: Mapping = {}): Promise<ImportFile> {
  const { headerRow, header, rows } = await readCsv(
    text,
    (cell) => importFieldOf(cell) !== undefined,
  )
  return { headerRow, columns: columnsOf(header, rows, mapping), rows }
}

/** Throws Invalid for a file without the columns that an import needs. */
export function assertImportable({ columns }: ImportFile): void {
  const missing = missingColumn(columns.map(({ field }) => field))
  if (missing) throw new Invalid(phraseOf(missing))
}

/** The text to store until the import is done: unchanged, or rewritten without card numbers but with the same row numbers. */
export function storedText(text: string, { headerRow, columns, rows }: ImportFile): string {
  const header = columns.map((column) => column.header)
  if (![header, ...rows.map(({ cells }) => cells)].some((cells) => cells.some(isCardMark)))
    return text
  const lines: (readonly string[])[] = []
  const write = (row: number, cells: readonly string[]) => {
    while (lines.length < row - 1) lines.push([])
    lines.push(cells)
  }
  write(
    headerRow,
    // A separator inside a header would mislead `delimiterOf` on the next read.
    header.map((name) => name.replace(/[;|\t\r\n]+/g, ' ')),
  )
  for (const { row, cells } of rows) write(row, cells)
  return csvText(lines[0] ?? [], lines.slice(1))
}

/** The file's name for a field's first column; empty if it has none. */
export const headerOf = ({ columns }: Pick<ImportFile, 'columns'>, field: ImportField): string =>
  columns.find((column) => column.field === field)?.header ?? ''

/** Different cells of a column for people to recognize it by. */
export const samplesOf = ({ rows }: Pick<ImportFile, 'rows'>, n: number, most = 3): string[] => {
  const found = new Set<string>()
  for (const { cells } of rows) {
    const cell = cells[n]
    if (cell && !isCardMark(cell)) found.add(cell.slice(0, longestSample))
    if (found.size === most) break
  }
  return [...found]
}

const longestSample = 80
const guessedFrom = 20

function columnsOf(
  headers: readonly string[],
  rows: ImportFile['rows'],
  { chosen, earlier }: Mapping,
): ImportColumn[] {
  const fields =
    chosen ??
    guessColumns(
      headers.map((header, n) => ({ header, cells: samplesOf({ rows }, n, guessedFrom) })),
      earlier,
    )
  return headers.map((header, n) => ({ header, field: fields[n] ?? null }))
}
