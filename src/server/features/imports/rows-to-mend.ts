import { csvText } from '#server/http/csv.ts'
import { isCardMark } from '#server/http/read-csv.ts'
import type { ImportProblem } from '#shared/rules/imports.ts'
import type { ImportFile } from './parse-file.ts'

/** Lines of CSV without a header: the rows that lose something, and in a further column what to mend. */
export function rowsToMend(
  { columns, rows }: Pick<ImportFile, 'columns' | 'rows'>,
  problems: readonly ImportProblem[],
): string {
  const lost = Map.groupBy(
    problems.filter(({ kind }) => kind !== 'note'),
    ({ row }) => row,
  )
  if (lost.size === 0) return ''
  const lines = rows.flatMap(({ row, cells }) => {
    const why = lost.get(row)
    if (!why) return []
    // Surplus cells stay before what to mend, where putting them in quotation marks restores the columns.
    const width = Math.max(columns.length, cells.findLastIndex(Boolean) + 1)
    const own = Array.from({ length: width }, (_, n) =>
      isCardMark(cells[n]) ? '' : (cells[n] ?? ''),
    )
    return [[...own, why.map(words).join(' ')]]
  })
  // Without the byte order mark and the empty header.
  return csvText([], lines).slice('\uFEFF\r\n'.length)
}

const words = ({ column, message }: ImportProblem) => (column ? `${column}: ${message}` : message)
