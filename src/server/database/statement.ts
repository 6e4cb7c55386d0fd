import { type Column, getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

export interface Statement {
  /** Unique in the program: it names the prepared statement. */
  name: string
  text: string
}

/** A statement whose parameters have names; `order` has those it mentions in the order of their `$n`. */
export interface NamedStatement<Row, Values> extends Statement {
  order: readonly (keyof Values & string)[]
  /** What it reads; a type only. */
  row?: Row
}

/**
 * A prepared statement that is given its values by name: `text` writes `${$.customerId}` where the value goes. Values that
 * the text does not mention are not sent.
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

/** Rows with the column names of SQL, `service_date`, under the names of the program, `serviceDate`. */
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

/** The columns of a table, as the program names them. */
export const columnNames = <T extends PgTable>(table: T) =>
  Object.keys(getTableColumns(table)) as (keyof T['$inferSelect'] & string)[]

/** A select list of columns of a table that the statement calls `alias`, each under its name in the program. */
export const selectList = <T extends PgTable>(
  table: T,
  alias: string,
  names: readonly (keyof T['$inferSelect'])[],
): string => {
  const columns: Record<string, Column> = getTableColumns(table)
  return names
    .map((name) => `${alias}.${columns[name as string]?.name} as "${String(name)}"`)
    .join(', ')
}
