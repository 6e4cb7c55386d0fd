import { clsx } from 'clsx'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { t } from '#shared/texts/t.ts'
import type { Column } from './table-column.ts'

interface TableRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  onOpen: ((row: Row) => void) | undefined
  /** Whether Tab stops here. */
  isStop: boolean
  onReach: () => void
}

const rowStyle =
  'group -outline-offset-2 max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:gap-y-1 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-0'

export function TableRow<Row>({ row, columns, onOpen, isStop, onReach }: TableRowProps<Row>) {
  const open = (event: MouseEvent | KeyboardEvent) => {
    // Controls inside the row keep their own meaning.
    const inside = (event.target as Element).closest('a, button, input, select, label')
    if (!inside || inside === event.currentTarget) onOpen?.(row)
  }
  const press = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') open(event)
    const { nextElementSibling, previousElementSibling, parentElement } = event.currentTarget
    const next = {
      ArrowDown: nextElementSibling,
      ArrowUp: previousElementSibling,
      Home: parentElement?.firstElementChild,
      End: parentElement?.lastElementChild,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    if (next instanceof HTMLElement) next.focus()
  }
  return (
    <tr
      role="row"
      {...(onOpen && {
        tabIndex: isStop ? 0 : -1,
        onClick: open,
        onKeyDown: press,
        onFocus: onReach,
      })}
      className={clsx(rowStyle, onOpen && 'cursor-pointer hover:bg-ink/3')}
    >
      {columns.map((column) => (
        <Cell key={column.key} column={column} content={column.cell(row)} />
      ))}
    </tr>
  )
}

/** A loading row as tall as a real one; the first announces it. */
export function PlaceholderRow<Row>(props: { columns: readonly Column<Row>[]; isFirst: boolean }) {
  return (
    <tr role="row" aria-hidden={!props.isFirst} className={rowStyle}>
      {props.columns.map((column, n) => (
        <Cell
          key={column.key}
          column={column}
          content={
            <span
              {...(n === 0 && props.isFirst && { role: 'status', 'aria-label': t('Loading') })}
              className={clsx(
                'breathe inline-block max-w-full rounded-control bg-ink/8 align-middle',
                column.actions ? 'h-8 w-24' : column.main ? 'h-4 w-32' : 'h-4 w-16',
              )}
            />
          }
        />
      ))}
    </tr>
  )
}

function Cell<Row>({ column, content }: { column: Column<Row>; content: ReactNode }) {
  // Cards on phones omit empty values.
  const empty = content === null || content === undefined || content === false || content === ''
  return (
    <td
      role="cell"
      className={clsx(
        empty && 'max-md:hidden',
        'md:h-11 md:border-b md:border-line md:px-3 md:py-1 md:group-last:border-0 md:first:pl-5 md:last:pr-5',
        'max-md:flex max-md:items-baseline max-md:justify-between',
        column.short ? 'max-md:gap-1.5' : 'max-md:gap-4',
        column.main
          ? 'font-medium max-md:-order-1 max-md:min-w-3/4 max-md:flex-1 max-md:text-base'
          : !column.short && column.actions !== 'menu' && 'max-md:basis-full',
        column.align === 'end' && 'md:text-right tabular-nums',
        column.actions && 'md:text-right',
        column.actions === 'menu'
          ? 'max-md:-order-1 max-md:-my-2'
          : column.actions && 'max-md:mt-1 max-md:justify-start!',
        column.className,
      )}
    >
      {!column.main && !column.actions && column.short !== 'plain' && (
        <span aria-hidden="true" className="flex-none text-soft md:hidden">
          {column.header}
        </span>
      )}
      <span className="min-w-0 max-md:text-right max-md:only:text-left">{content}</span>
    </td>
  )
}
