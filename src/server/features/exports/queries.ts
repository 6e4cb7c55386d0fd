import { type AnyPgColumn, getTableConfig } from 'drizzle-orm/pg-core'
import { queryRows } from '#server/database/database.ts'
import { csvLines, decimalCell } from '#server/http/csv.ts'
import { csvExport, exportPages } from '#server/http/export-pages.ts'
import type { exportedTables } from './exported-tables.ts'
import type { storedPicture } from '#server/features/photos/queries.ts'
import { type ImportField, templateColumns } from '#shared/rules/import-columns.ts'

type Exported = (typeof exportedTables)[string]

/** A table's listed columns as CSV, by their own names; instants in UTC, lists and records as JSON. */
export const tableCsv = (exported: Exported): AsyncIterable<string> =>
  csvLines(
    exported.columns.map(({ name }) => name),
    pagesOf(exported),
  )

const numbers = /^(smallint|integer|bigint|real|double precision|numeric)/

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

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

/** `name` is the path in the archive, `id` the photo store's. */
type Picture = { name: string; id: string; size: Parameters<typeof storedPicture>[1] }

/** All photos of visits, then people's pictures, which have one size. */
export async function* picturesToExport(): AsyncGenerator<Picture> {
  yield* picturePages(photos, ({ id, owner }) => ({
    name: `photos/${owner}/${id}.jpg`,
    id,
    size: 'large',
  }))
  yield* picturePages(portraits, ({ id, owner }) => ({
    name: `portraits/${owner}.jpg`,
    id,
    size: 'thumbnail',
  }))
}

type PictureRow = { id: string; owner: string }

async function* picturePages(statement: typeof photos, toPicture: (row: PictureRow) => Picture) {
  const pages = exportPages(async (limit, after = noId) => {
    const rows = await queryRows<PictureRow>(statement, [after, limit])
    return { rows: rows.map(toPicture), next: rows.length === limit ? rows.at(-1)?.id : undefined }
  })
  for await (const pictures of pages) yield* pictures
}

const noId = '00000000-0000-0000-0000-000000000000'

const photos = {
  name: 'export-photos',
  text: `select id, job_id as owner from job_photos where id > $1::uuid order by id limit $2`,
}
const portraits = {
  name: 'export-portraits',
  text: `select photo_id as id, id as owner from users where photo_id > $1::uuid order by photo_id limit $2`,
}

type CustomerRow = { id: string } & Partial<Record<ImportField, string | null>>

/** Customers and their cars as CSV, one row per car, in the template's columns, ready to import again. */
export const customersAndCars = (): AsyncIterable<string> =>
  csvExport<CustomerRow>(
    templateColumns.map(({ label, field }) => [label, (row) => row[field] ?? null]),
    async (limit, after = noId) => {
      const rows: CustomerRow[] = await queryRows(customersStatement, [after, limit])
      return { rows, next: rows.at(-1)?.id }
    },
  )

const customersStatement = {
  name: 'export-customers-and-cars',
  text: `select u.id, u.first_name, u.last_name, u.email, u.phone,
      v.year, v.make, v.model, v.license_plate, v.vin,
      (select miles::text from odometer_readings r where r.vehicle_id = v.id
        order by read_on desc limit 1) as mileage
    from (select * from users where id > $1::uuid and role = 'customer' and anonymized_at is null
      order by id limit $2) u
    left join vehicles v on v.customer_id = u.id and v.deleted_at is null
    order by u.id, v.created_at, v.id`,
}
