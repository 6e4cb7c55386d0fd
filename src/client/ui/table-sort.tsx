import { clsx } from 'clsx'
import { currentLanguage } from '#shared/texts/t.ts'
import type { Column } from './table-column.ts'

export interface Sort {
  key: string
  descending?: boolean
}

type SortValue = string | number | null | undefined

/** A sorted copy. Rows without a value come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: (row: Row) => SortValue,
  descending = false,
): Row[] {
  const order = new Intl.Collator(currentLanguage(), { numeric: true, sensitivity: 'base' })
  return rows.toSorted((one, other) => {
    const a = sortBy(one) ?? null
    const b = sortBy(other) ?? null
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const difference =
      typeof a === 'number' && typeof b === 'number' ? a - b : order.compare(`${a}`, `${b}`)
    return descending ? -difference : difference
  })
}

interface SortHeaderProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

export function SortHeader<Row>({ column, sort, onSort }: SortHeaderProps<Row>) {
  const { key, header, sortBy, align, actions } = column
  const active = sort?.key === key
  const descending = active && sort.descending === true
  const label = actions ? <span className="sr-only">{header}</span> : header
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={active ? (descending ? 'descending' : 'ascending') : undefined}
      className={clsx(
        'sticky top-0 z-10 h-10 border-b border-line bg-card px-3 font-medium whitespace-nowrap text-soft first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
        align === 'end' ? 'text-right' : 'text-left',
      )}
    >
      {sortBy ? (
        <button
          type="button"
          onClick={() => onSort({ key, descending: active && !descending })}
          className={clsx(
            '-mx-1.5 inline-flex min-h-8 items-center gap-1 rounded-chip px-1.5 hover:text-ink',
            active && 'text-ink',
          )}
        >
          {label}
          <svg
            viewBox="0 0 10 10"
            aria-hidden="true"
            className={clsx('size-2.5', descending && 'rotate-180', !active && 'opacity-0')}
          >
            <path d="M1.5 7 5 3l3.5 4" fill="none" stroke="currentColor" strokeWidth="1.75" />
          </svg>
        </button>
      ) : (
        label
      )}
    </th>
  )
}
