import { clsx } from 'clsx'
import { currentLanguage, t } from '#shared/texts/t.ts'
import { Field } from './field.tsx'
import { Select } from './select.tsx'
import type { Column } from './table-column.ts'

/** Column key, `-key` for descending. */
export type Sort = string

/** A sorted copy, or the rows unchanged without a sort. Missing values come last. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Pick<Column<Row>, 'key' | 'sortBy'>[],
  sort: Sort | undefined,
): readonly Row[] {
  const descending = sort?.startsWith('-') === true
  const sortBy = columns.find(({ key }) => key === keyOf(sort))?.sortBy
  if (!sortBy) return rows
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

const keyOf = (sort: Sort | undefined) => sort?.replace(/^-/, '')

interface SortingProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

type SortHeaderProps<Row> = Omit<SortingProps<Row>, 'columns'> & { column: Column<Row> }

/** Cycles ascending, descending, unsorted. */
export function SortHeader<Row>({ column, sort, onSort }: SortHeaderProps<Row>) {
  const { key, header, sortBy, align, actions } = column
  const active = keyOf(sort) === key
  const descending = active && sort !== key
  const label = actions ? <span className="sr-only">{header}</span> : header
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={active ? (descending ? 'descending' : 'ascending') : undefined}
      className={clsx(
        'sticky top-0 z-10 h-10 border-b border-line bg-card px-3 font-medium whitespace-nowrap text-soft first:pl-4 last:pr-4 md:first:pl-5 md:last:pr-5',
        align === 'end' ? 'text-right' : 'text-left',
      )}
    >
      {sortBy && (
        <button
          type="button"
          onClick={() => onSort(active ? (descending ? undefined : `-${key}`) : key)}
          className={clsx(
            '-mx-1.5 inline-flex min-h-8 items-center gap-1 rounded-chip px-1.5 hover:text-ink max-md:hidden',
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
      )}
      <span className={clsx(sortBy && 'md:hidden')}>{label}</span>
    </th>
  )
}

/** Sorting on phones, where rows are cards without headers. */
export function SortSelect<Row>({ columns, sort = '', onSort }: SortingProps<Row>) {
  const sortable = columns.filter(({ sortBy }) => sortBy)
  if (sortable.length === 0) return null
  return (
    <Field label={t('Sort by')} hideLabel className="border-b border-line px-4 py-3 md:hidden">
      <Select
        value={sort}
        onChange={(event) => onSort(event.target.value || undefined)}
        options={[
          { value: '', label: t('Default order') },
          ...sortable.flatMap(({ key, header: column }) => [
            { value: key, label: t('{column}, ascending', { column }) },
            { value: `-${key}`, label: t('{column}, descending', { column }) },
          ]),
        ]}
      />
    </Field>
  )
}
