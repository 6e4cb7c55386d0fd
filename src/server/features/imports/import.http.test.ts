import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { customerNotes, places } from '#server/database/tables/customers.ts'
import { importRecords, imports } from '#server/database/tables/imports.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import { officeEvents } from '#server/database/tables/events.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { users } from '#server/database/tables/users.ts'
import { makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { databaseContent } from '#server/http/test-contract.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { noImportCounts } from '#shared/rules/imports.ts'
import { runImport } from './actions/run-import.ts'
import { customers, many, send, undo } from './test-imports.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

const threeBad = {
  17: { email: 'nobody' },
  50: { phone: '12', year: '1850' },
  151: { miles: 'about 40k', zip: 'Austin' },
}

test('200 customers with three rows to mend: previewed, imported, imported again, undone', async () => {
  const admin = await app.as('admin')
  const file = many(200, threeBad)
  const before = await databaseContent()
  const { body: look } = await send(admin, file, { dryRun: '' })
  expect(await databaseContent()).toEqual(before)
  expect(look.import).toBeNull()
  expect(look.preview).toMatchObject({
    rows: 200,
    counts: { newCustomers: 200, newVehicles: 199, newPlaces: 199, badRows: 0, partRows: 3 },
  })
  expect(look.preview.problems).toEqual([
    { kind: 'cell', row: 18, column: 'E-mail', message: 'Invalid email address' },
    { kind: 'cell', row: 51, column: 'Cell', message: expect.any(String) },
    { kind: 'cell', row: 51, column: 'Model Year', message: 'Please enter a year like 2018' },
    {
      kind: 'cell',
      row: 152,
      column: 'ZIP Code',
      message: 'Please enter a ZIP code of five digits',
    },
    {
      kind: 'cell',
      row: 152,
      column: 'Odometer',
      message: 'Please enter the miles as a whole number, for example 45200',
    },
  ])
  expect(look.preview.columns.at(-1)).toEqual({
    header: 'Shoe size',
    letter: 'N',
    field: null,
    samples: ['42'],
    cells: 200,
  })
  expect(look.preview.sample[0]).toEqual({
    row: 2,
    name: 'Person1 Miller',
    vehicle: '2018 Honda Civic',
    outcome: 'new',
  })

  const first = await send(admin, file, { name: 'old.csv' })
  expect(first).toMatchObject({
    status: 200,
    body: {
      preview: null,
      import: {
        fileName: 'old.csv',
        state: 'done',
        doneRows: 200,
        counts: look.preview.counts,
        problems: look.preview.problems,
        canUndo: true,
        undo: null,
      },
    },
  })
  expect(await customers()).toBe(200)
  expect(await db().$count(vehicles)).toBe(199)
  const [one] = await db().select().from(users).where(eq(users.email, 'person1@example.com'))
  expect(one).toMatchObject({ phone: '+15125551001', smsNotifications: false, loginCount: 0 })
  const [note] = await db()
    .select()
    .from(customerNotes)
    .where(eq(customerNotes.customerId, one?.id ?? ''))
  expect(note?.note).toBe('Says "hello", twice')
  const saved = await db()
    .select()
    .from(places)
    .where(eq(places.customerId, one?.id ?? ''))
  expect(saved).toMatchObject([{ name: '1 Main St', address: '1 Main St, Austin, TX 78701' }])
  expect(await db().select().from(odometerReadings).limit(1)).toMatchObject([
    { miles: 45_200, readOn: '2026-11-23' },
  ])
  const [stored] = await db().select().from(imports)
  expect(stored?.content).toBeNull()

  const again = await send(admin, file)
  expect(again.body.import.counts).toEqual({
    ...noImportCounts,
    matchedCustomers: 200,
    knownVehicles: 199,
    partRows: 3,
  })
  expect(again.body.import.canUndo).toBe(false)
  expect(await customers()).toBe(200)

  // No customer was notified, and the audit log has one entry per file.
  await runDueTasks({ includeDeferred: true })
  expect(await db().$count(sentMessages)).toBe(0)
  expect(await db().$count(notifications)).toBe(0)
  expect((await db().select().from(officeEvents)).map(({ kind }) => kind)).toEqual([
    'customers_imported',
    'customers_imported',
  ])

  const undone = await undo(admin, first.body.import.id)
  expect(undone.body).toMatchObject({
    state: 'undone',
    canUndo: false,
    undo: { customers: 200, vehicles: 199, places: 199, keptCount: 0, kept: [] },
  })
  expect(await customers()).toBe(0)
  expect(await db().$count(vehicles)).toBe(0)
  expect((await undo(admin, first.body.import.id)).status).toBe(409)
  const { body: list } = await admin.call('GET /api/admin/imports')
  expect(list.map(({ state }: { state: string }) => state).toSorted()).toEqual(['done', 'undone'])
})

test('pressing the button again, at once or later, is the same import', async () => {
  const admin = await app.as('admin')
  const press = (file: string, key: string) =>
    admin.call('POST /api/admin/import', {
      query: {},
      bytes: Buffer.from(file),
      headers: { 'content-type': 'text/csv', 'idempotency-key': key },
    })
  const [one, other] = await Promise.all([press(many(20), 'one'), press(many(20), 'one')])
  const later = await press(many(20), 'one')
  expect([one.status, other.status, later.status]).toEqual([200, 200, 200])
  expect(other.body.import.id).toBe(one.body.import.id)
  expect(later.body.import.id).toBe(one.body.import.id)
  expect(await db().$count(imports)).toBe(1)
  expect((await press(many(20), 'two')).body.import.id).not.toBe(one.body.import.id)
})

test('an existing customer, by e-mail or by phone and name, gets the car and stays unchanged', async () => {
  const admin = await app.as('admin')
  const known = await makeUser({
    role: 'customer',
    firstName: 'Olivia',
    lastName: 'Bennett',
    email: 'olivia@example.com',
    phone: '+15125550142',
  })
  await makeVehicle(known.id, { licensePlate: 'ABC 123' })
  const rows = [
    'Name;Email;Phone;Year;Make;Model;Plate',
    'Bennett, Olivia;OLIVIA@example.com;;2018;Honda;Civic;abc-123',
    'Olivia Bennett;;512-555-0142;2020;Ford;F-150;TRK 1',
    'Olivia Bennett;other@example.com;512 555 0142;;;;',
    // A family member with the same phone.
    'Max Bennett;max@example.com;512 555 0142;;;;',
    '',
    'Max Bennett;max@example.com;;2021;Kia;Soul;KIA 1',
  ].join('\n')
  const { body } = await send(admin, rows, { dryRun: 'true' })
  expect(
    body.preview.sample.map(({ row, outcome }: { row: number; outcome: string }) => [row, outcome]),
  ).toEqual([
    [2, 'known'],
    [3, 'new_car'],
    [4, 'known'],
    [5, 'new'],
    [7, 'new_car'],
  ])
  const done = await send(admin, rows)
  expect(done.body.import.counts).toEqual(body.preview.counts)
  expect((await send(admin, rows)).body.import.counts).toMatchObject({
    newCustomers: 0,
    newVehicles: 0,
  })
  const [after] = await db().select().from(users).where(eq(users.id, known.id))
  expect(after).toMatchObject({ email: 'olivia@example.com', version: known.version })
  // Undo keeps what they had before.
  const { body: undone } = await undo(admin, done.body.import.id)
  expect(undone.undo).toMatchObject({ customers: 1, vehicles: 2, kept: [] })
  expect(await customers()).toBe(1)
})

test("an employee's e-mail is left out at its column", async () => {
  const admin = await app.as('admin')
  await makeUser({ role: 'technician', email: 'tom@example.com' })
  const { body } = await send(admin, 'Name,Email\nTom Tech,tom@example.com', { dryRun: '1' })
  expect(body.preview.problems).toEqual([
    {
      kind: 'cell',
      row: 2,
      column: 'Email',
      message: 'This e-mail belongs to someone who works here. Please use another one.',
    },
  ])
})

test('a long file continues in the background, and so does its undo', async () => {
  const admin = await app.as('admin')
  const { body } = await send(admin, many(301))
  expect(body.import).toMatchObject({ state: 'running', rows: 301, doneRows: 0, canUndo: false })
  expect((await undo(admin, body.import.id)).status).toBe(409)
  await runDueTasks({ includeDeferred: true })
  const [done] = (await admin.call('GET /api/admin/imports')).body
  expect(done).toMatchObject({ state: 'done', doneRows: 301, counts: { newCustomers: 301 } })
  expect((await undo(admin, done.id)).body.state).toBe('undoing')
  await runDueTasks({ includeDeferred: true })
  expect(await customers()).toBe(0)
})

test('two people importing the same file at once create everyone once', async () => {
  const [one, other] = [await app.as('admin'), await app.as('admin')]
  const answers = await Promise.all([send(one, many(20)), send(other, many(20))])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await customers()).toBe(20)
  expect(await db().$count(vehicles)).toBe(20)
  const made = answers.map(({ body }) => body.import.counts)
  expect(made[0].newCustomers + made[1].newCustomers).toBe(20)
  expect(made[0].badRows + made[1].badRows).toBe(0)
})

test.each([
  ['customer', 403],
  ['technician', 403],
] as const)('a %s may neither import nor export', async (role, status) => {
  const somebody = await app.as(role)
  expect((await send(somebody, many(1))).status).toBe(status)
  expect((await somebody.call('GET /api/admin/imports')).status).toBe(status)
  expect((await somebody.call('GET /api/admin/export')).status).toBe(status)
  expect(await db().$count(imports)).toBe(0)
})

test('an import killed in the middle has complete rows only, continues, and can be undone', async () => {
  const admin = await app.as('admin')
  const { body } = await send(admin, many(301))
  const { id } = body.import
  // Simulates a killed process: once between two batches, once within one.
  let asked = 0
  expect(await runImport(id, () => asked++ > 1)).toBe(false)
  await db().execute(sql`create function die() returns trigger language plpgsql as
    $$ begin raise exception 'killed'; end $$`)
  await db().execute(
    sql`create trigger die after insert on import_records for each row execute function die()`,
  )
  await expect(runImport(id)).rejects.toThrow(/insert into "import_records"/)
  await db().execute(sql`drop function die() cascade`)
  const [stopped] = (await admin.call('GET /api/admin/imports')).body
  expect(stopped.state).toBe('running')
  expect(stopped.doneRows).toBeGreaterThan(0)
  expect(stopped.counts.newCustomers).toBe(stopped.doneRows)
  expect(await customers()).toBe(stopped.doneRows)
  expect(await db().$count(importRecords)).toBe(3 * stopped.doneRows)
  await runDueTasks({ includeDeferred: true })
  expect(await customers()).toBe(301)
  await undo(admin, id)
  await runDueTasks({ includeDeferred: true })
  expect(await customers()).toBe(0)
})

test('signing in while a file with the same e-mail is imported makes one person', async () => {
  const admin = await app.as('admin')
  const somebody = await makeUser({ role: null, email: 'person1@example.com', firstName: '' })
  const { body } = await send(admin, many(2))
  expect(body.import.counts).toMatchObject({ newCustomers: 2, badRows: 0 })
  const [now] = await db().select().from(users).where(eq(users.id, somebody.id))
  expect(now).toMatchObject({ role: 'customer', firstName: 'Person1' })
})
