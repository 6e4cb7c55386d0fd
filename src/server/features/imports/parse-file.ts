import { CsvError, parse } from 'csv-parse'
import { holdsCardNumber } from '#server/http/card-numbers.ts'
import { csvText } from '#server/http/csv.ts'
import { Invalid } from '#server/http/errors.ts'
import {
  guessColumns,
  type ImportColumn,
  importFieldOf,
  isContact,
  type ImportField,
  missingColumn,
} from '#shared/rules/import-columns.ts'
import { maxImportRows } from '#shared/rules/imports.ts'
import { visibleText } from '#shared/rules/visible-text.ts'
import { phrase, phraseOf } from '#shared/texts/t.ts'

/** A file as a spreadsheet shows it: `row` counts from 1; empty rows and those above the header are left out. */
export type ImportFile = {
  /** The row that names the columns. */
  headerRow: number
  columns: ImportColumn[]
  rows: { row: number; cells: readonly string[] }[]
}

/** The meanings of the columns, in order; else those in earlier imports, newest first. */
export type Mapping = {
  chosen?: readonly (ImportField | null)[] | undefined
  earlier?: readonly (readonly ImportColumn[])[] | undefined
}

/** Replaces a cell with a card number as soon as it is read, so that the number is stored nowhere. */
const cardMark = '████'
export const isCardMark = (cell: string | undefined): boolean => cell === cardMark

const longestRow = 100_000

/** Decodes a file: UTF-8 or UTF-16, with a byte order mark or without, else Windows-1252. Throws Invalid for anything but text. */
export function textOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  if (workbooks.some((mark) => start.startsWith(mark)))
    throw new Invalid(
      phrase(
        'This is a workbook or an archive, not a CSV file. Unpack it, or save it as CSV in your spreadsheet first.',
      ),
    )
  const text = wide(start, bytes) ?? tryUtf8(bytes) ?? decode('windows-1252', bytes)
  if (text.includes('\0'))
    throw new Invalid(
      phrase('This is not a CSV file. Save your list as CSV in the program that has it.'),
    )
  return text
}

/** First bytes of zip files (which newer workbooks are), older workbooks and gzip files. */
const workbooks = ['504b', 'd0cf11e0', '1f8b']

function wide(start: string, bytes: Uint8Array): string | undefined {
  if (start.startsWith('fffe')) return decode('utf-16le', bytes)
  if (start.startsWith('feff')) return decode('utf-16be', bytes)
  // Without a mark: most letters have a zero for one of their two bytes.
  const first = bytes.subarray(0, 2000)
  const zeros = [0, 1].map((at) => first.filter((byte, n) => n % 2 === at && byte === 0).length)
  const [even = 0, odd = 0] = zeros
  if (odd > first.length / 3 && even < odd / 10) return decode('utf-16le', bytes)
  return even > first.length / 3 && odd < even / 10 ? decode('utf-16be', bytes) : undefined
}

const decode = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes)

function tryUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Rows of a CSV text and what its columns hold, with card numbers replaced by a mark. Throws Invalid, worded for the file's author. */
export async function readFile(text: string, mapping: Mapping = {}): Promise<ImportFile> {
  const all: ImportFile['rows'] = []
  // Some programs name the separator in a first line of its own.
  const [marker, separator] = /^\uFEFF?sep=(.)\r?\n/i.exec(text) ?? ['']
  const lines = text.slice(marker.length)
  let row = marker ? 1 : 0
  const parser = parse(lines, {
    delimiter: separator ?? delimiterOf(lines),
    // Files put together from several programs mix them.
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: longestRow,
  })
  try {
    for await (const written of parser as AsyncIterable<string[]>) {
      row++
      const cells = written.map(plain).map((cell) => (holdsCardNumber(cell) ? cardMark : cell))
      if (cells.every((cell) => cell === '')) continue
      all.push({ row, cells })
      if (all.length > maxImportRows + mostAbove)
        throw new Invalid(
          phrase('The file has more than {count} rows. Please split it.', {
            count: maxImportRows,
          }),
        )
    }
  } catch (error) {
    throw refusalOf(error, marker ? 2 : 1)
  }
  const at = headerAt(all)
  const rows = all.slice(at + 1)
  const header = all[at]
  if (!header) throw new Invalid(phrase('The file is empty.'))
  if (header.cells.some(isContact))
    throw new Invalid(
      phrase('The first row must name the columns. Please add it, or upload the whole file.'),
    )
  if (rows.length === 0) throw new Invalid(phrase('The file has column names but no rows.'))
  if (rows.length > maxImportRows)
    throw new Invalid(
      phrase('The file has more than {count} rows. Please split it.', { count: maxImportRows }),
    )
  return { headerRow: header.row, columns: columnsOf(header.cells, rows, mapping), rows }
}

/** Most lines of a report's title above the names of its columns. */
const mostAbove = 10

/** Which row names the columns: the first one, or after a report's title the first that names two known ones. */
function headerAt(rows: ImportFile['rows']): number {
  const known = ({ cells }: ImportFile['rows'][number]) =>
    cells.filter((cell) => importFieldOf(cell)).length
  const first = rows[0]
  if (!first || known(first) > 1 || first.cells.filter(Boolean).length > 2) return 0
  const found = rows.slice(0, mostAbove).findIndex((row) => known(row) > 1)
  return Math.max(0, found)
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
    header.map((name) => name.replace(/[;\t\r\n]+/g, ' ')),
  )
  for (const { row, cells } of rows) write(row, cells)
  return csvText(lines[0] ?? [], lines.slice(1))
}

/** The most frequent separator in the first lines, outside quotes. */
function delimiterOf(text: string): string {
  const outside = text.slice(0, 20_000).replace(/"[^"]*"/g, '')
  const lines = outside
    .split(/[\r\n]+/)
    .filter((line) => line.trim())
    .slice(0, mostAbove)
  const count = (sign: string) => Math.max(...lines.map((line) => line.split(sign).length), 0)
  const header = lines[0] ?? ''
  const ofHeader = (sign: string) => header.split(sign).length
  return (
    [',', ';', '\t'].toSorted((a, b) => ofHeader(b) - ofHeader(a) || count(b) - count(a))[0] ?? ','
  )
}

/** The visible text of a cell, without the apostrophe our exports put before what a spreadsheet would run as a formula. */
const plain = (cell: string): string =>
  visibleText(cell)
    .trim()
    // Programs write figures as formulas so that spreadsheets keep their zeros: ="01001".
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^'(?='*(?:\s*[=+\-@＝＋－＠]|[\t\r\n]))/, '')
    .trim()

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

/** `first` is the number of the first parsed row. */
function refusalOf(error: unknown, first: number): unknown {
  if (!(error instanceof CsvError)) return error
  const { code } = error
  // The parser is ahead of the loop over its rows.
  const row = first + Number(error.records ?? 0)
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new Invalid(
      phrase('A quotation mark in row {row} or after it is never closed.', { row }),
    )
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new Invalid(phrase('Row {row} is too long. Is a quotation mark missing?', { row }))
  return new Invalid(phrase('Row {row} cannot be read: check its quotation marks.', { row }))
}
