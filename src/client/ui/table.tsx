import { clsx } from 'clsx'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Column } from './table-column.ts'
import { sortRows, SortHeader } from './table-sort.tsx'
import type { Sort } from './table-sort.tsx'
import { TableRow } from './table-row.tsx'

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Makes rows openable by a press or Enter; arrow keys move between them. */
  onOpen?: (row: Row) => void
  defaultSort?: Sort
  /** Shown when there are no rows: an EmptyState. */
  empty?: ReactNode
  /** As tall as its rows, without a scroll area and sticky header of its own. */
  unbounded?: boolean
}

/** Dense and quiet. On phones every row becomes a card of labels and values. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, onOpen, defaultSort, empty, unbounded } = props
  const [sort, setSort] = useState<Sort | undefined>(defaultSort)
  if (rows.length === 0 && empty) return <>{empty}</>

  const sortBy = columns.find((column) => column.key === sort?.key)?.sortBy
  const shown = sort && sortBy ? sortRows(rows, sortBy, sort.descending) : rows
  return (
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      className={clsx('-outline-offset-2 sm:overflow-auto', !unbounded && 'sm:max-h-[75dvh]')}
    >
      {/* Explicit roles: as blocks on a phone these elements would lose their own. */}
      <table role="table" className="w-full border-separate border-spacing-0 text-sm max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <SortHeader key={column.key} column={column} sort={sort} onSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:block">
          {shown.map((row) => (
            <TableRow key={rowKey(row)} row={row} columns={columns} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
