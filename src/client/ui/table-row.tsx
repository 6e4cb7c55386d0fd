import { clsx } from 'clsx'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { t } from '#shared/texts/t.ts'
import type { Column } from './table-column.ts'

interface TableRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  onOpen: ((row: Row) => void) | undefined
  /** Whether the Tab key stops here. */
  isStop: boolean
  onReach: () => void
}

const rowStyle =
  'group -outline-offset-2 max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:gap-y-1 max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:py-3 max-sm:last:border-0'

export function TableRow<Row>({ row, columns, onOpen, isStop, onReach }: TableRowProps<Row>) {
  const open = (event: MouseEvent | KeyboardEvent) => {
    // Buttons and links inside the row keep their own meaning.
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

/** The place of a row that is coming, as tall as one. The first says so to screen readers. */
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
  // A card on a phone leaves out what there is not; a table keeps the place.
  const empty = content === null || content === undefined || content === false || content === ''
  return (
    <td
      role="cell"
      className={clsx(
        empty && 'max-sm:hidden',
        'sm:h-11 sm:border-b sm:border-line sm:px-3 sm:py-1 sm:group-last:border-0 sm:first:pl-5 sm:last:pr-5',
        'max-sm:flex max-sm:items-baseline max-sm:justify-between',
        column.short ? 'max-sm:gap-1.5' : 'max-sm:gap-4',
        column.main
          ? 'font-medium max-sm:-order-1 max-sm:min-w-3/4 max-sm:flex-1 max-sm:text-base'
          : !column.short && column.actions !== 'menu' && 'max-sm:basis-full',
        column.align === 'end' && 'sm:text-right tabular-nums',
        column.actions && 'sm:text-right',
        column.actions === 'menu'
          ? 'max-sm:-order-1 max-sm:-my-2'
          : column.actions && 'max-sm:mt-1 max-sm:justify-start!',
        column.className,
      )}
    >
      {!column.main && !column.actions && column.short !== 'plain' && (
        <span aria-hidden="true" className="flex-none text-soft sm:hidden">
          {column.header}
        </span>
      )}
      <span className="min-w-0 max-sm:text-right max-sm:only:text-left">{content}</span>
    </td>
  )
}
