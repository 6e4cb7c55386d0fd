import { queryRows } from '#server/database/database.ts'
import { csvLines, decimalCell } from '#server/http/csv.ts'
import { exportPages } from '#server/http/export-pages.ts'
import { isSecret } from './tables.ts'

type Column = { name: string; type: string; key: number | null }

/** A table as CSV: every column without secrets, by its own name; instants in UTC, lists and records as JSON. */
export async function* readTable(table: string): AsyncGenerator<string> {
  const columns = await columnsOf(table)
  const shown = columns.filter(({ name }) => !isSecret(table, name))
  yield* csvLines(
    shown.map(({ name }) => name),
    pagesOf(table, columns, shown),
  )
}

const numbers = /^(smallint|integer|bigint|real|double precision|numeric)/

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Pages by primary key. */
function pagesOf(table: string, columns: readonly Column[], shown: readonly Column[]) {
  const keys = columns
    .filter(({ key }) => key !== null)
    .toSorted((a, b) => Number(a.key) - Number(b.key))
  const cells = shown.map((column, n) => `${asText(column)} as c${n}`)
  const marks = keys.map(({ name }, n) => `${quoted(name)}::text as k${n}`)
  const order = keys.map(({ name }) => quoted(name)).join(', ')
  const given = keys.map(({ type }, n) => `$${n + 2}::text::${type}`).join(', ')
  const select = (where: string) =>
    `select ${[...cells, ...marks].join(', ')} from ${quoted(table)} ${where} order by ${order} limit $1`
  const toCells = (row: Record<string, string | null>) =>
    shown.map(({ type }, n) => {
      const text = row[`c${n}`] ?? null
      return numbers.test(type) ? decimalCell(text) : text
    })
  return exportPages(async (limit, after: string[] | undefined) => {
    const rows: Record<string, string | null>[] = await queryRows(
      {
        name: `export-${table}-${after ? 'on' : 'first'}`,
        text: select(after ? `where (${order}) > (${given})` : ''),
      },
      [limit, ...(after ?? [])],
    )
    const end = rows.length === limit ? rows.at(-1) : undefined
    return { rows: rows.map(toCells), next: end && keys.map((_, n) => end[`k${n}`] ?? '') }
  })
}

function asText({ name, type }: Column): string {
  const column = quoted(name)
  if (type === 'timestamp with time zone')
    return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return type.endsWith('[]') ? `to_json(${column})::text` : `${column}::text`
}

const columnsOf = (table: string) => queryRows<Column>(columnsStatement, [table])

const columnsStatement = {
  name: 'export-columns',
  text: `select a.attname as name, format_type(a.atttypid, null) as type,
      array_position(i.indkey::int2[], a.attnum) as key
    from pg_attribute a
    left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = format('public.%I', $1::text)::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum`,
}
