import { type Column, getTableColumns, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { queryRows, transaction } from './database.ts'

/**
 * Values for an update that erases every column except those listed: null, the empty text, or the default. Throws for an
 * unlisted column that has none of these.
 */
export function erasedExcept<T extends PgTable>(
  table: T,
  ...stays: readonly (keyof T['$inferSelect'])[]
): Partial<T['$inferInsert']> {
  const erased = Object.entries<Column>(getTableColumns(table)).filter(
    ([name, column]) => !stays.includes(name) && !column.generated,
  )
  return Object.fromEntries(
    erased.map(([name, column]) => [name, emptyValue(name, column)]),
  ) as Partial<T['$inferInsert']>
}

function emptyValue(name: string, { notNull, dataType, default: initial }: Column): unknown {
  if (!notNull) return null
  if (dataType === 'string') return ''
  if (dataType === 'boolean') return false
  if (initial === undefined)
    throw new Error(`${name} cannot be emptied: list it, or make it nullable`)
  return initial
}

/** Fields of a record that survive erasure: `true`, or the surviving fields of a nested record or of each in a list. */
export type Staying<T> = {
  [K in keyof T]?: NonNullable<T[K]> extends
    | string
    | number
    | boolean
    | readonly (string | number)[]
    ? true
    : NonNullable<T[K]> extends readonly (infer One)[]
      ? { [F in keyof One]?: true }
      : { [F in keyof NonNullable<T[K]>]?: true }
}

/** SQL for a JSON column reduced to the surviving fields for its row's `kind`; other kinds keep nothing. */
export const onlyStaying = (
  table: { data: AnyPgColumn; kind: AnyPgColumn },
  stays: Readonly<Record<string, Staying<Record<string, unknown>>>>,
) => sql`coalesce((
  select jsonb_object_agg(key, case
    when jsonb_typeof(field.value) = 'object' and jsonb_typeof(stays.value) = 'object' then (
      select coalesce(jsonb_object_agg(inner_field.key, inner_field.value), '{}')
      from jsonb_each(field.value) inner_field where stays.value ? inner_field.key)
    when jsonb_typeof(field.value) = 'array' and jsonb_typeof(stays.value) = 'object' then (
      select coalesce(jsonb_agg((
        select coalesce(jsonb_object_agg(inner_field.key, inner_field.value), '{}')
        from jsonb_each(one.value) inner_field where stays.value ? inner_field.key) order by one.at), '[]')
      from jsonb_array_elements(field.value) with ordinality as one(value, at))
    else field.value end)
  from jsonb_each(${table.data}) field
  join jsonb_each(${JSON.stringify(stays)}::jsonb -> ${table.kind}) stays using (key)), '{}')`

/**
 * Runs `run` in a transaction that may change a visit's history, to erase a person's words or merge two accounts. Elsewhere
 * a trigger refuses.
 */
export async function whileErasing<T>(run: () => PromiseLike<T>): Promise<T> {
  return transaction(async () => {
    await queryRows(allow, ['on'])
    const result = await run()
    await queryRows(allow, ['off'])
    return result
  })
}

const allow = {
  name: 'allow-erasing',
  text: `select set_config('fivequart.erasing', $1, true)`,
}
