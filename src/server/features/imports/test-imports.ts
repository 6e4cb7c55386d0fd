import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import type { TestPerson } from '#server/testing/test-app.ts'

const header =
  'First Name,Last Name,E-mail,Cell,Street Address,ZIP Code,Model Year,Make,Model,License Plate,VIN,Odometer,Notes,Shoe size'

const line = (n: number, more: Record<string, string> = {}) =>
  [
    more.first ?? `Person${n}`,
    more.last ?? 'Miller',
    more.email ?? `person${n}@example.com`,
    more.phone ?? `(512) 555-${String(1000 + n)}`,
    `${n} Main St`,
    more.zip ?? '78701',
    more.year ?? '2018',
    'Honda',
    'Civic',
    more.plate ?? `PLT${n}`,
    '',
    more.miles ?? '"45,200 mi"',
    '"Says ""hello"", twice"',
    '42',
  ].join(',')

/** A file of `count` customers with cars; `bad` overrides cells of a row by number. */
export const many = (count: number, bad: Record<number, Record<string, string>> = {}) =>
  [header, ...Array.from({ length: count }, (_, n) => line(n + 1, bad[n + 1]))].join('\r\n')

/** Imports a file, or previews it with `dryRun`. */
export const send = (who: TestPerson, text: string | Buffer, query: Record<string, string> = {}) =>
  who.call('POST /api/admin/import', {
    query,
    bytes: Buffer.from(text),
    headers: { 'content-type': 'text/csv' },
  })

export const undo = (who: TestPerson, id: string) =>
  who.call('POST /api/admin/imports/{id}/undo', { params: { id } })

export const customers = () => db().$count(users, eq(users.role, 'customer'))
