import { queryRows } from '#server/database/database.ts'
import { csvLines } from '#server/http/csv.ts'
import { type ImportField, templateColumns } from '#shared/rules/imports.ts'

type Row = { id: string } & Partial<Record<ImportField, string | null>>

/** Customers at once. */
const pageSize = 1000

/** The customers with their cars as CSV, a row for each car, in the columns of the template: what an import brings back. */
export async function* customersAndCars(): AsyncGenerator<string> {
  yield* csvLines(
    templateColumns.map(({ label }) => label),
    pages(),
  )
}

async function* pages() {
  let last: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (last) {
    const rows: Row[] = await queryRows(statement, [last])
    yield rows.map((row) => templateColumns.map(({ field }) => row[field] ?? null))
    last = rows.at(-1)?.id
  }
}

const statement = {
  name: 'export-customers-and-cars',
  text: `select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.phone,
      v.year, v.make, v.model, v.license_plate as "licensePlate", v.vin,
      (select miles::text from odometer_readings r where r.vehicle_id = v.id
        order by read_on desc limit 1) as mileage
    from (select * from users where id > $1::uuid and role = 'customer' and anonymized_at is null
      order by id limit ${pageSize}) u
    left join vehicles v on v.customer_id = u.id and v.deleted_at is null
    order by u.id, v.created_at, v.id`,
}
