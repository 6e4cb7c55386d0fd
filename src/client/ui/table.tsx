import { clsx } from 'clsx'
import { useState } from 'react'
import { SortHeader, type Sort, sortRows, SortSelect } from './table-sort.tsx'
import type { Column } from './table-column.ts'
import { PlaceholderRow, TableRow } from './table-row.tsx'

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while loading: shows `expected` placeholders. */
  rows: readonly Row[] | undefined
  expected?: number
  rowKey: (row: Row) => string
  onOpen?: ((row: Row) => void) | undefined
  initialSort?: Sort
  /** Set when sorting happens elsewhere, with `onSort`. */
  sort?: Sort | undefined
  onSort?: ((sort: Sort | undefined) => void) | undefined
  /** Full height, without its own scroll area and sticky header. */
  unbounded?: boolean
  busy?: boolean
}

/** A dense table; on phones each row becomes a card. */
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
          // Relative: hidden labels of rows scrolled out of view would make the page longer.
          'relative -outline-offset-2 md:overflow-auto',
          !unbounded && 'md:max-h-[75dvh] short:max-h-none',
        )}
      >
        {/* Explicit roles: display:block on phones would remove the native ones. */}
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
                    // One Tab stop; arrow keys move on from there.
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
