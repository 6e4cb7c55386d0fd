import { CsvError, parse } from 'csv-parse'
import { isContact } from '#shared/rules/import-columns.ts'
import { maxImportRows } from '#shared/rules/imports.ts'
import { visibleText } from '#shared/rules/visible-text.ts'
import { phrase } from '#shared/texts/t.ts'
import { holdsCardNumber } from './card-numbers.ts'
import { Invalid } from './errors.ts'

/** A table as a spreadsheet shows it: `row` counts from 1; empty rows and those above the header are left out. */
export type CsvTable = {
  /** The row that names the columns, and their names. */
  headerRow: number
  header: readonly string[]
  rows: { row: number; cells: readonly string[] }[]
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

/**
 * Rows of a CSV text, with card numbers replaced by a mark; `isName` recognizes the name of a column. Throws Invalid, worded
 * for the file's author.
 */
export async function readCsv(text: string, isName: (cell: string) => boolean): Promise<CsvTable> {
  const all: CsvTable['rows'] = []
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
  const at = headerAt(all, isName)
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
  return { headerRow: header.row, header: header.cells, rows }
}

/** Most lines of a report's title above the names of its columns. */
const mostAbove = 10

/** Which row names the columns: the first one, or after a report's title the first that names two known ones. */
function headerAt(rows: CsvTable['rows'], isName: (cell: string) => boolean): number {
  const known = ({ cells }: CsvTable['rows'][number]) => cells.filter(isName).length
  const first = rows[0]
  if (!first || known(first) > 1 || first.cells.filter(Boolean).length > 2) return 0
  const found = rows.slice(0, mostAbove).findIndex((row) => known(row) > 1)
  return Math.max(0, found)
}

const separators = [',', ';', '\t', '|']

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
  return separators.toSorted((a, b) => ofHeader(b) - ofHeader(a) || count(b) - count(a))[0] ?? ','
}

/** The visible text of a cell, without the apostrophe our exports put before what a spreadsheet would run as a formula. */
const plain = (cell: string): string =>
  visibleText(cell)
    .trim()
    // Programs write figures as formulas so that spreadsheets keep their zeros: ="01001".
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^'(?='*(?:\s*[=+\-@＝＋－＠]|[\t\r\n]))/, '')
    .trim()

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
