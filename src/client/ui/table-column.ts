import type { ReactNode } from 'react'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Makes the column sortable. Numbers and ISO dates by value, texts as people order them. */
  sortBy?: (row: Row) => string | number | null | undefined
  /** Figures at the end, so that they line up. */
  align?: 'start' | 'end'
  /** The name of the row: the heading of its card on a phone. At most one. */
  main?: boolean
  /** A column of buttons; its header is for screen readers only. `menu`: one small button, beside the name on a phone. */
  actions?: boolean | 'menu'
  /** Short enough to stand beside others in the card on a phone; `plain`: without its header too, since the value says what it is. */
  short?: boolean | 'plain'
  className?: string
}
