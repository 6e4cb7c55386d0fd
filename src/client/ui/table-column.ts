import type { ReactNode } from 'react'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Makes the column sortable: numbers and ISO dates by value, texts by locale. */
  sortBy?: (row: Row) => string | number | null | undefined
  /** `end` aligns figures. */
  align?: 'start' | 'end'
  /** The row's name, and its heading as a card on phones. At most one. */
  main?: boolean
  /**
   * A column of buttons, with a header for screen readers only. `menu`: one small button, beside the name on phones.
   */
  actions?: boolean | 'menu'
  /** Shares a line with others on phones; `plain`: without its header. */
  short?: boolean | 'plain'
  className?: string
}
