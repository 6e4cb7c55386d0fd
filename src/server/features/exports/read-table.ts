import { type AnyPgColumn, getTableConfig } from 'drizzle-orm/pg-core'
import { queryRows } from '#server/database/database.ts'
import { csvLines, decimalCell } from '#server/http/csv.ts'
import { exportPages } from '#server/http/export-pages.ts'
import type { exportedTables } from './tables.ts'

type Exported = (typeof exportedTables)[string]

/** A table's listed columns as CSV, by their own names; instants in UTC, lists and records as JSON. */
export const readTable = (exported: Exported): AsyncIterable<string> =>
  csvLines(
    exported.columns.map(({ name }) => name),
    pagesOf(exported),
  )

const numbers = /^(smallint|integer|bigint|real|double precision|numeric)/

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Pages by primary key. */
function pagesOf({ table, columns }: Exported) {
  const { name, columns: all, primaryKeys } = getTableConfig(table)
  const keys = primaryKeys[0]
    ? primaryKeys[0].columns.flatMap((key) => all.find((one) => one.name === key.name) ?? [])
    : all.filter(({ primary }) => primary)
  const cells = columns.map((column, n) => `${asText(column)} as c${n}`)
  const marks = keys.map((key, n) => `${quoted(key.name)}::text as k${n}`)
  const order = keys.map((key) => quoted(key.name)).join(', ')
  const given = keys.map((key, n) => `$${n + 2}::text::${key.getSQLType()}`).join(', ')
  const select = (where: string) =>
    `select ${[...cells, ...marks].join(', ')} from ${quoted(name)} ${where} order by ${order} limit $1`
  const toCells = (row: Record<string, string | null>) =>
    columns.map((column, n) => {
      const text = row[`c${n}`] ?? null
      return numbers.test(column.getSQLType()) ? decimalCell(text) : text
    })
  return exportPages(async (limit, after: string[] | undefined) => {
    const rows: Record<string, string | null>[] = await queryRows(
      {
        name: `export-${name}-${after ? 'on' : 'first'}`,
        text: select(after ? `where (${order}) > (${given})` : ''),
      },
      [limit, ...(after ?? [])],
    )
    const end = rows.length === limit ? rows.at(-1) : undefined
    return { rows: rows.map(toCells), next: end && keys.map((_, n) => end[`k${n}`] ?? '') }
  })
}

function asText(column: AnyPgColumn): string {
  const name = quoted(column.name)
  const type = column.getSQLType()
  if (type === 'timestamp with time zone')
    return `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return type.endsWith('[]') ? `to_json(${name})::text` : `${name}::text`
}
