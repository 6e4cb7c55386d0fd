import { clsx } from 'clsx'
import { useState } from 'react'
import { SortHeader, type Sort, sortRows, SortSelect } from './table-sort.tsx'
import type { Column } from './table-column.ts'
import { PlaceholderRow, TableRow } from './table-row.tsx'

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while they are coming: as many places for them as `expected`. */
  rows: readonly Row[] | undefined
  expected?: number
  rowKey: (row: Row) => string
  /** Makes rows openable by a press or Enter; arrow keys move between them. */
  onOpen?: ((row: Row) => void) | undefined
  /** The key by which the rows are sorted at first. */
  initialSort?: Sort
  /** Who sorts elsewhere says by what, and hears what was pressed; else the rows are sorted here. */
  sort?: Sort | undefined
  onSort?: ((sort: Sort | undefined) => void) | undefined
  /** As tall as its rows, without a scroll area and sticky header of its own. */
  unbounded?: boolean
  /** The rows are about to be replaced. */
  busy?: boolean
}

/** Dense and quiet. On phones every row becomes a card of labels and values. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, expected = 6, rowKey, onOpen, onSort, unbounded, busy } = props
  const [ownSort, setOwnSort] = useState<Sort | undefined>(props.initialSort)
  const [reached, setReached] = useState(0)
  const sort = onSort ? props.sort : ownSort
  const shown = !onSort && rows ? sortRows(rows, columns, sort) : rows
  const sorting = { columns, sort, onSort: onSort ?? setOwnSort }
  return (
    <>
      <SortSelect {...sorting} />
      <div
        role="region"
        aria-label={caption}
        aria-busy={busy || !rows || undefined}
        tabIndex={0}
        className={clsx(
          '-outline-offset-2 md:overflow-auto',
          !unbounded && 'md:max-h-[75dvh] short:max-h-none',
        )}
      >
        {/* Explicit roles: as blocks on a phone these elements would lose their own. */}
        <table
          role="table"
          className="w-full border-separate border-spacing-0 text-sm max-md:block"
        >
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="max-md:sr-only">
            <tr role="row">
              {columns.map((column) => (
                <SortHeader key={column.key} column={column} {...sorting} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className={clsx('max-md:block', busy && 'opacity-60')}>
            {shown
              ? shown.map((row, n) => (
                  <TableRow
                    key={rowKey(row)}
                    row={row}
                    columns={columns}
                    onOpen={onOpen}
                    // One stop of the Tab key; the arrow keys lead on from there.
                    isStop={n === Math.min(reached, shown.length - 1)}
                    onReach={() => setReached(n)}
                  />
                ))
              : Array.from({ length: expected }, (_, n) => (
                  <PlaceholderRow key={n} columns={columns} isFirst={n === 0} />
                ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
