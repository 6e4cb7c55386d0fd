import { CsvError, parse } from 'csv-parse'
import { holdsCardNumber } from '#server/http/card-numbers.ts'
import { csvText } from '#server/http/csv.ts'
import { Invalid } from '#server/http/errors.ts'
import { importFieldOf, type ImportField, maxImportRows } from '#shared/rules/imports.ts'
import { visibleText } from '#shared/rules/visible-text.ts'
import { phrase } from '#shared/texts/t.ts'

/** A file as a spreadsheet shows it: `row` counts from 1, the header; empty rows are left out. */
export type ImportFile = {
  columns: { header: string; field: ImportField | null }[]
  rows: { row: number; cells: readonly string[] }[]
}

/** Replaces a cell with a card number as soon as it is read, so that the number is stored nowhere. */
const cardMark = '████'
export const isCardMark = (cell: string | undefined): boolean => cell === cardMark

const longestRow = 100_000

/**
 * Decodes a file: UTF-8 or UTF-16 with a byte order mark, UTF-8 without one, else Windows-1252. Throws Invalid for anything
 * but text.
 */
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
  return start.startsWith('feff') ? decode('utf-16be', bytes) : undefined
}

const decode = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes)

function tryUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Rows and known columns of a CSV text, with card numbers replaced by a mark. Throws Invalid, worded for the file's author. */
export async function readFile(text: string): Promise<ImportFile> {
  const rows: ImportFile['rows'] = []
  let columns: ImportFile['columns'] | undefined
  // Some programs name the separator in a first line of its own.
  const [said, separator] = /^\uFEFF?sep=(.)\r?\n/i.exec(text) ?? ['']
  const lines = text.slice(said.length)
  let row = said ? 1 : 0
  const parser = parse(lines, {
    delimiter: separator ?? delimiterOf(lines),
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
      if (!columns) {
        columns = columnsOf(cells)
        continue
      }
      rows.push({ row, cells })
      if (rows.length > maxImportRows)
        throw new Invalid(
          phrase('The file has more than {count} rows. Please split it.', {
            count: maxImportRows,
          }),
        )
    }
  } catch (error) {
    throw refusalOf(error, said ? 2 : 1)
  }
  if (!columns) throw new Invalid(phrase('The file is empty.'))
  if (rows.length === 0) throw new Invalid(phrase('The file has column names but no rows.'))
  return { columns, rows }
}

/** The text to store until the import is done: unchanged, or rewritten without card numbers but with the same row numbers. */
export function storedText(text: string, { columns, rows }: ImportFile): string {
  const all = [columns.map(({ header }) => header), ...rows.map(({ cells }) => cells)]
  if (!all.some((cells) => cells.some(isCardMark))) return text
  const lines: (readonly string[])[] = []
  for (const { row, cells } of rows) {
    while (lines.length < row - 2) lines.push([])
    lines.push(cells)
  }
  return csvText(
    // A separator inside a header would mislead `delimiterOf` on the next read.
    columns.map(({ header }) => header.replace(/[;\t\r\n]+/g, ' ')),
    lines,
  )
}

/** The most frequent separator in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const line = /^\s*(.*)/.exec(text.replace(/^\uFEFF/, ''))?.[1] ?? ''
  const outside = line.replace(/"[^"]*"/g, '')
  const count = (sign: string) => outside.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** Removes the apostrophe our exports put before text that a spreadsheet would run as a formula. */
const plain = (cell: string): string =>
  visibleText(cell)
    .trim()
    .replace(/^'(?='*(?:\s*[=+\-@＝＋－＠]|[\t\r\n]))/, '')
    .trim()

/** The file's name for a column; empty if it has none. */
export const headerOf = ({ columns }: Pick<ImportFile, 'columns'>, field: ImportField): string =>
  columns.find((column) => column.field === field)?.header ?? ''

function columnsOf(headers: readonly string[]): ImportFile['columns'] {
  const columns = headers.map((header) => ({ header, field: importFieldOf(header) ?? null }))
  const taken = new Map<ImportField, string>()
  for (const { header, field } of columns) {
    if (!field) continue
    const other = taken.get(field)
    if (other !== undefined)
      throw new Invalid(
        phrase('The columns “{one}” and “{other}” mean the same. Please rename or remove one.', {
          one: other,
          other: header,
        }),
      )
    taken.set(field, header)
  }
  const has = (field: ImportField) => taken.has(field)
  if (!has('fullName') && !(has('firstName') && has('lastName')))
    throw new Invalid(
      phrase('No columns for first and last name were found. The first row names the columns.'),
    )
  if (!has('email') && !has('phone'))
    throw new Invalid(
      phrase('There is no column for e-mail or phone. One of them tells people apart.'),
    )
  return columns
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
