import { type SQL, sql } from 'drizzle-orm'
import { phrase } from '#shared/texts/t.ts'
import { Invalid } from './errors.ts'
import { instantKey, isInstantKey, isUuidKey, parseKeys, writeCursor } from './paging.ts'
import { isLocalDate } from '#shared/rules/calendar.ts'
import { isStorable } from './storable.ts'

/** How a field's values appear in a cursor: which texts may be passed to the database. */
const isValue = {
  text: isStorable,
  bigint: (text: string) => /^-?\d{1,18}$/.test(text),
  numeric: (text: string) => /^-?\d{1,9}(\.\d{1,9})?$/.test(text),
  boolean: (text: string) => text === 'true' || text === 'false',
  date: isLocalDate,
  timestamptz: isInstantKey,
  uuid: isUuidKey,
}

/** A list's sort expression in SQL, and its type. Nulls come last either way. */
export type ListKey = {
  by: SQL
  type: keyof typeof isValue
  nullable?: boolean
  descending?: boolean
  /** Never null, and indexed as `desc nulls last`, which does not serve a plain `desc`. */
  nullsLastInIndex?: boolean
}

/** Text in alphabetical order, the same on every engine. */
export const textKey = (by: SQL, nullable = false): ListKey => ({
  by: sql`(${by} collate "und-x-icu")`,
  type: 'text',
  nullable,
})

/** A list's order, and where a page begins. */
export type ListOrder = {
  orderBy: SQL
  /** The sort expressions as columns, and the order by them: for a subquery already read in this order. */
  columns: SQL
  orderByColumns: SQL
  /** Condition for rows after the previous page; undefined for the first. */
  after: SQL | undefined
  /** A row's cursor values, selected as `sortKey`. */
  sortKey: SQL<(string | null)[]>
  sort: string
}

type Requested = { sort?: string | undefined; cursor?: string | undefined }

/**
 * The requested order by one of `fields` (`-field` for descending), else `usual`; ties are ordered by `id`, a uuid. Throws
 * Invalid for an invented cursor or one of another order.
 */
export function listOrder<Field extends string>(
  { sort = '', cursor }: Requested,
  list: { fields: Record<Field, ListKey>; usual: readonly ListKey[]; id: SQL },
): ListOrder {
  const field = list.fields[sort.replace(/^-/, '') as Field] as ListKey | undefined
  const asked = field ? [{ ...field, descending: sort.startsWith('-') }] : list.usual
  const id: ListKey = { ...asked[0], by: list.id, type: 'uuid', nullable: false }
  const keys = [...asked, id]
  const values = valuesOf(cursor, sort, keys)
  return {
    orderBy: sql.join(keys.map(direction), sql`, `),
    columns: sql.join(
      keys.map(({ by }, i) => sql`${by} as ${column(i)}`),
      sql`, `,
    ),
    orderByColumns: sql.join(
      keys.map((key, i) => direction({ ...key, by: sql`${column(i)}` })),
      sql`, `,
    ),
    after: values && beyond(keys, values),
    sortKey: sql`json_build_array(${sql.join(keys.map(asText), sql`, `)})`,
    sort,
  }
}

/** Cuts the extra row, and returns where the next page begins. */
export function cutPage<Row extends { sortKey: (string | null)[] }>(
  rows: readonly Row[],
  limit: number,
  { sort }: ListOrder,
): { rows: Row[]; next?: string } {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { rows: page, ...(last && { next: writeCursor([sort, ...last.sortKey]) }) }
}

type Values = readonly (string | null)[]

function valuesOf(cursor: string | undefined, sort: string, keys: readonly ListKey[]) {
  if (cursor === undefined) return undefined
  const [sortBefore, ...values] = parseKeys(cursor)
  const fits = ({ type, nullable }: ListKey, i: number) => {
    const value = values[i]
    return typeof value === 'string' ? isValue[type](value) : value === null && nullable === true
  }
  if (sortBefore === sort && values.length === keys.length && keys.every(fits))
    return values as Values
  throw new Invalid(phrase('This page link is not valid. Please start from the first page.'))
}

function direction({ by, descending, nullable, nullsLastInIndex }: ListKey): SQL {
  const nulls = nullsLastInIndex && !descending ? ' nulls first' : ' nulls last'
  const words = (descending ? ' desc' : '') + (nullable || nullsLastInIndex ? nulls : '')
  return sql`${by}${sql.raw(words)}`
}

const column = (at: number) => sql.identifier(`order_${at}`)

const asText = ({ by, type }: ListKey): SQL =>
  type === 'timestamptz' ? instantKey(by) : sql`(${by})::text`

function beyond(keys: readonly ListKey[], values: Values): SQL {
  const given = keys.map(({ type }, i) => sql`${values[i]}::${sql.raw(type)}`)
  const down = keys.map(({ descending }) => descending === true)
  // An index answers a row comparison directly.
  if (!keys.some(({ nullable }) => nullable) && new Set(down).size === 1) {
    const bys = keys.map(({ by }) => by)
    const sign = sql.raw(down[0] ? '<' : '>')
    // The first key again by itself: if keys come from several tables, no index answers the row comparison.
    return sql`(${bys[0]} ${sign}= ${given[0]}
      and (${sql.join(bys, sql`, `)}) ${sign} (${sql.join(given, sql`, `)}))`
  }
  const [key, ...others] = keys as [ListKey, ...ListKey[]]
  const isNull = values[0] === null
  const further = isNull
    ? sql`false`
    : sql`(${key.by} ${sql.raw(down[0] ? '<' : '>')} ${given[0]}${key.nullable ? sql` or ${key.by} is null` : sql``})`
  if (others.length === 0) return further
  const level = isNull ? sql`${key.by} is null` : sql`${key.by} = ${given[0]}`
  return sql`(${further} or (${level} and ${beyond(others, values.slice(1))}))`
}
