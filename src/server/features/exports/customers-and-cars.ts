import { queryRows } from '#server/database/database.ts'
import { csvLines } from '#server/http/csv.ts'
import { exportPages } from '#server/http/export-pages.ts'
import { type ImportField, templateColumns } from '#shared/rules/imports.ts'

type Row = { id: string } & Partial<Record<ImportField, string | null>>

/** Customers and their cars as CSV, one row per car, in the template's columns, ready to import again. */
export const customersAndCars = (): AsyncIterable<string> =>
  csvLines(
    templateColumns.map(({ label }) => label),
    exportPages(async (limit, after = noId) => {
      const rows: Row[] = await queryRows(statement, [after, limit])
      return {
        rows: rows.map((row) => templateColumns.map(({ field }) => row[field] ?? null)),
        next: rows.at(-1)?.id,
      }
    }),
  )

const noId = '00000000-0000-0000-0000-000000000000'

const statement = {
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
