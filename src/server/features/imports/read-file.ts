import { parse } from 'csv-parse'
import { Invalid } from '#server/http/errors.ts'
import { importFieldOf, type ImportField, mostImportRows } from '#shared/rules/imports.ts'
import { phrase } from '#shared/texts/t.ts'

/** A file as a spreadsheet shows it: `row` counts from 1, which is the header; empty rows are left out. */
export type ImportFile = {
  columns: { header: string; field: ImportField | null }[]
  rows: { row: number; cells: readonly string[] }[]
}

const longestRow = 100_000

/** The text of a file: UTF-8 or UTF-16 with a mark, UTF-8 without, else what Windows writes here. Throws Invalid for what is no text. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0x50 && second === 0x4b)
    throw new Invalid(
      phrase('This is a workbook, not a CSV file. Save it as CSV in your spreadsheet first.'),
    )
  const utf16 = first === 0xff && second === 0xfe
  const text = utf16 ? decode('utf-16le', bytes) : (tryUtf8(bytes) ?? decode('windows-1252', bytes))
  if (text.includes('\0')) throw new Invalid(phrase('This is not a CSV file.'))
  return text
}

const decode = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes)

function tryUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Rows and known columns of a CSV text. Throws Invalid, with words for whoever made the file. */
export async function readFile(text: string): Promise<ImportFile> {
  const rows: ImportFile['rows'] = []
  let columns: ImportFile['columns'] | undefined
  let row = 0
  const parser = parse(text, {
    delimiter: delimiterOf(text),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: longestRow,
  })
  try {
    for await (const written of parser as AsyncIterable<string[]>) {
      row++
      const cells = written.map(plain)
      if (cells.every((cell) => cell === '')) continue
      if (!columns) {
        columns = columnsOf(cells)
        continue
      }
      rows.push({ row, cells })
      if (rows.length > mostImportRows)
        throw new Invalid(
          phrase('These are more than {count} rows. Please split the file.', {
            count: mostImportRows,
          }),
        )
    }
  } catch (error) {
    throw refusalOf(error, row + 1)
  }
  if (!columns) throw new Invalid(phrase('The file is empty.'))
  if (rows.length === 0)
    throw new Invalid(phrase('Below the names of its columns the file has no rows.'))
  return { columns, rows }
}

/** The sign that the first line has most of, outside quotes. */
function delimiterOf(text: string): string {
  const line = /^\s*(.*)/.exec(text.replace(/^\uFEFF/, ''))?.[1] ?? ''
  const outside = line.replace(/"[^"]*"/g, '')
  const count = (sign: string) => outside.split(sign).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** Without what our own exports put before a text that a spreadsheet would run. */
const plain = (cell: string): string =>
  cell
    .trim()
    .replace(/^'(?=\s*[=+\-@＝＋－＠])/, '')
    .trim()

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

function refusalOf(error: unknown, row: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new Invalid(
      phrase('A quotation mark in row {row} or after it is never closed.', { row }),
    )
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new Invalid(phrase('Row {row} is too long. Is a quotation mark missing?', { row }))
  if (code.startsWith('CSV_') || code.startsWith('INVALID_'))
    return new Invalid(phrase('Row {row} cannot be read: check its quotation marks.', { row }))
  return error
}
