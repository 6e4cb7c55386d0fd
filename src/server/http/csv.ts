/** A text is what somebody may have typed; a decimal is a number of ours that keeps its digits, such as `-5.00`. */
export type Cell = string | number | null | { decimal: string }

export const decimalCell = (decimal: string | null): Cell => (decimal === null ? null : { decimal })

/**
 * A table as CSV text for spreadsheets: UTF-8 with byte order mark, CRLF, every cell quoted where it must be.
 * A text that a spreadsheet would run as a formula gets an apostrophe in front, also one that is only a number below zero; our numbers stay numbers.
 */
export function csvText(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [header.map(csvCell).join(',')]
  for (const row of rows) lines.push(row.map(csvCell).join(','))
  // Without the mark Excel reads UTF-8 as the local code page and garbles names.
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** The same as it comes, many rows at a time, for what is too long to be held at once. */
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
  // Spreadsheets skip leading blanks and some read full-width signs like the plain ones. One that has an apostrophe gets
  // another, so that taking one away again gives what was there.
  return /^'*\s*[=+\-@＝＋－＠]|^'*[\t\r\n]/.test(text) ? `'${text}` : text
}
