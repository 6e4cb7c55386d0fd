/** Text may have been typed by a user; a decimal is one of our numbers and keeps its digits, such as `-5.00`. */
export type Cell = string | number | null | { decimal: string }

export const decimalCell = (decimal: string | null): Cell => (decimal === null ? null : { decimal })

/**
 * A table as CSV for spreadsheets: UTF-8 with byte order mark, CRLF, cells quoted where needed. Text that a spreadsheet
 * would run as a formula gets a leading apostrophe, even a negative number; our own numbers stay numbers.
 */
export function csvText(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [header.map(csvCell).join(',')]
  for (const row of rows) lines.push(row.map(csvCell).join(','))
  // Without the mark Excel reads UTF-8 in the local code page.
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** The same as a stream, many rows at a time. */
export async function* csvLines(
  header: readonly string[],
  pages: AsyncIterable<Iterable<readonly Cell[]>>,
): AsyncGenerator<string> {
  yield csvText(header, [])
  for await (const rows of pages) {
    let text = ''
    for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`
    if (text) yield text
  }
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return cell.decimal
  const text = typeof cell === 'string' ? withoutFormula(cell) : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function withoutFormula(text: string): string {
  // Spreadsheets skip leading spaces and some accept full-width symbols. Text that already has an apostrophe gets another,
  // so removing one restores the original.
  return /^'*\s*[=+\-@＝＋－＠]|^'*[\t\r\n]/.test(text) ? `'${text}` : text
}
