import { type Column, getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

export interface Statement {
  /** Unique in the program: the prepared statement's name. */
  name: string
  text: string
}

/** A statement with named parameters; `order` lists the used ones in order of their `$n`. */
export interface NamedStatement<Row, Values> extends Statement {
  order: readonly (keyof Values & string)[]
  /** The row type, never a value. */
  row?: Row
}

/**
 * A prepared statement with named values: `text` writes `${$.customerId}` for a value. Values not used in the text are not
 * sent.
 */
export function statement<Row, Values extends object>(
  name: string,
  text: ($: Record<keyof Values, string>) => string,
): NamedStatement<Row, Values> {
  const order: (keyof Values & string)[] = []
  const placeholders = new Proxy({} as Record<keyof Values, string>, {
    get(_, key) {
      const value = key as keyof Values & string
      if (!order.includes(value)) order.push(value)
      return `$${order.indexOf(value) + 1}`
    },
  })
  return { name, text: text(placeholders), order }
}

/** Rows keyed by SQL column names (`service_date`), rekeyed in camelCase (`serviceDate`). */
export function withCamelKeys<Row>(rows: readonly object[]): Row[] {
  const columns = Object.keys(rows[0] ?? {})
  if (!columns.some((column) => column.includes('_'))) return rows as Row[]
  const names = columns.map(camelCase)
  return rows.map((row) => {
    const values = Object.values(row)
    const renamed: Record<string, unknown> = {}
    for (let n = 0; n < names.length; n++) renamed[names[n] as string] = values[n]
    return renamed as Row
  })
}

const camelCase = (column: string) =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** A table's column names in the program. */
export const columnNames = <T extends PgTable>(table: T) =>
  Object.keys(getTableColumns(table)) as (keyof T['$inferSelect'] & string)[]

/** A select list of a table's columns under `alias`. */
export const selectList = <T extends PgTable>(
  table: T,
  alias: string,
  names: readonly (keyof T['$inferSelect'])[],
): string => {
  const columns: Record<string, Column> = getTableColumns(table)
  return names.map((name) => `${alias}.${columns[name as string]?.name}`).join(', ')
}
