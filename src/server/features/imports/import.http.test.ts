import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { customerNotes } from '#server/database/tables/customer-notes.ts'
import { importRecords, imports } from '#server/database/tables/imports.ts'
import { notifications } from '#server/database/tables/notifications.ts'
import { officeEvents } from '#server/database/tables/office-events.ts'
import { odometerReadings } from '#server/database/tables/odometer-readings.ts'
import { sentMessages } from '#server/database/tables/sent-messages.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { databaseContent } from '#server/http/test-contract.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { maxImportBytes } from '#shared/rules/imports.ts'
import { failImport, runImport } from './actions/run-import.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })
type Somebody = Awaited<ReturnType<typeof app.as>>

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
const many = (count: number, bad: Record<number, Record<string, string>> = {}) =>
  [header, ...Array.from({ length: count }, (_, n) => line(n + 1, bad[n + 1]))].join('\r\n')

const send = (who: Somebody, text: string | Buffer, query: Record<string, string> = {}) =>
  who.call('POST /api/admin/import', {
    query,
    bytes: Buffer.from(text),
    headers: { 'content-type': 'text/csv' },
  })
const undo = (who: Somebody, id: string) =>
  who.call('POST /api/admin/imports/{id}/undo', { params: { id } })
const customers = () => db().$count(users, eq(users.role, 'customer'))

const threeBad = {
  17: { email: 'nobody' },
  50: { phone: '12', year: '1850' },
  151: { miles: 'about 40k', zip: 'Austin' },
}

test('200 customers with three bad rows: looked at, imported, imported again, undone', async () => {
  const admin = await app.as('admin')
  const file = many(200, threeBad)
  const before = await databaseContent()
  const { body: look } = await send(admin, file, { dryRun: '' })
  expect(await databaseContent()).toEqual(before)
  expect(look.import).toBeNull()
  expect(look.preview).toMatchObject({
    rows: 200,
    counts: { newCustomers: 197, matchedCustomers: 0, newVehicles: 197, badRows: 3 },
  })
  expect(look.preview.problems).toEqual([
    { row: 18, column: 'E-mail', message: 'Invalid email address' },
    { row: 51, column: 'Cell', message: expect.any(String) },
    { row: 51, column: 'Model Year', message: 'Please enter a year like 2018' },
    { row: 152, column: 'ZIP Code', message: 'Please enter a ZIP code of five digits' },
    {
      row: 152,
      column: 'Odometer',
      message: 'Please enter the miles as a whole number, for example 45200',
    },
  ])
  expect(look.preview.columns.at(-1)).toEqual({ header: 'Shoe size', field: null })
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
  expect(await customers()).toBe(197)
  expect(await db().$count(vehicles)).toBe(197)
  const [one] = await db().select().from(users).where(eq(users.email, 'person1@example.com'))
  expect(one).toMatchObject({ phone: '+15125551001', smsNotifications: false, loginCount: 0 })
  const [note] = await db()
    .select()
    .from(customerNotes)
    .where(eq(customerNotes.customerId, one?.id ?? ''))
  expect(note?.note).toBe('Address: 1 Main St, Austin, TX 78701\nSays "hello", twice')
  expect(await db().select().from(odometerReadings).limit(1)).toMatchObject([
    { miles: 45_200, readOn: '2026-11-23' },
  ])
  const [stored] = await db().select().from(imports)
  expect(stored?.content).toBeNull()

  const again = await send(admin, file)
  expect(again.body.import.counts).toEqual({
    newCustomers: 0,
    matchedCustomers: 197,
    newVehicles: 0,
    knownVehicles: 197,
    badRows: 3,
  })
  expect(again.body.import.canUndo).toBe(false)
  expect(await customers()).toBe(197)

  // Nobody was told, and the office's log has one entry for each file.
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
    undo: { customers: 197, vehicles: 197, keptCount: 0, kept: [] },
  })
  expect(await customers()).toBe(0)
  expect(await db().$count(vehicles)).toBe(0)
  expect((await undo(admin, first.body.import.id)).status).toBe(409)
  const { body: list } = await admin.call('GET /api/admin/imports')
  expect(list.map(({ state }: { state: string }) => state).toSorted()).toEqual(['done', 'undone'])
})

test('an undo leaves who was used since, and says why', async () => {
  const admin = await app.as('admin')
  const { body } = await send(admin, many(6))
  const rows = await db().select().from(users).where(eq(users.role, 'customer'))
  const person = (n: number) => rows.find(({ email }) => email === `person${n}@example.com`)
  const idOf = (n: number) => person(n)?.id ?? ''
  const cars = await db().select().from(vehicles)
  const carOf = (n: number) => cars.find(({ customerId }) => customerId === idOf(n))?.id ?? ''
  await makeJob({ customerId: idOf(1), vehicleId: carOf(1) })
  if (person(2)) await (await app.as(person(2) as never)).call('GET /api/auth/user')
  await admin.call('PATCH /api/admin/customers/{id}', {
    params: { id: idOf(3) },
    body: { firstName: 'Petra' },
  })
  await makeVehicle(idOf(4))
  await admin.call('PATCH /api/vehicles/{id}', {
    params: { id: carOf(5) },
    body: { licensePlate: 'NEW5' },
  })
  const { body: undone } = await undo(admin, body.import.id)
  expect(undone.undo).toMatchObject({ customers: 1, vehicles: 4, keptCount: 7 })
  const kept = undone.undo.kept.map(
    ({ kind, name, reason }: { kind: string; name: string; reason: string }) =>
      `${kind} ${name} ${reason}`,
  )
  expect(kept.toSorted()).toEqual([
    'customer Person1 Miller visits',
    'customer Person2 Miller signed_in',
    'customer Person4 Miller cars',
    'customer Person5 Miller cars',
    'customer Petra Miller changed',
    'vehicle 2018 Honda Civic changed',
    'vehicle 2018 Honda Civic visits',
  ])
})

test('an undo leaves a car that is as it was again after somebody had it in hand', async () => {
  const admin = await app.as('admin')
  const { body } = await send(admin, many(3))
  const cars = await db().select().from(vehicles).orderBy(vehicles.licensePlate)
  const [recovered, corrected] = cars.map(({ id }) => ({ params: { id } }))
  const plate = (licensePlate: string) =>
    admin.call('PATCH /api/vehicles/{id}', { ...corrected!, body: { licensePlate } })
  await admin.call('DELETE /api/vehicles/{id}', recovered)
  expect((await admin.call('PUT /api/admin/vehicles/{id}/recover', recovered)).status).toBe(200)
  await plate('OTHER')
  expect((await plate('PLT2')).status).toBe(200)
  const { body: undone } = await undo(admin, body.import.id)
  expect(undone.undo).toMatchObject({ customers: 1, vehicles: 1, keptCount: 4 })
  expect((await db().select().from(vehicles)).map(({ id }) => id).toSorted()).toEqual(
    [recovered!.params.id, corrected!.params.id].toSorted(),
  )
})

test('a second press of the button is the same import, at once or later', async () => {
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

test('who is known by e-mail or phone gets the car and stays as they are', async () => {
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
    // Of the same family, at the same phone.
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
  // What was theirs before stays when it is undone.
  const { body: undone } = await undo(admin, done.body.import.id)
  expect(undone.undo).toMatchObject({ customers: 1, vehicles: 2, kept: [] })
  expect(await customers()).toBe(1)
})

test('an e-mail of somebody who works here is refused at its column', async () => {
  const admin = await app.as('admin')
  await makeUser({ role: 'technician', email: 'tom@example.com' })
  const { body } = await send(admin, 'Name,Email\nTom Tech,tom@example.com', { dryRun: '1' })
  expect(body.preview.problems).toEqual([
    {
      row: 2,
      column: 'Email',
      message: 'This e-mail belongs to someone who works here. Please take another one.',
    },
  ])
})

test('a long file goes on in the background, and its undo too', async () => {
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

test('two who import the same file at once make everybody once', async () => {
  const [one, other] = [await app.as('admin'), await app.as('admin')]
  const answers = await Promise.all([send(one, many(20)), send(other, many(20))])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await customers()).toBe(20)
  expect(await db().$count(vehicles)).toBe(20)
  const made = answers.map(({ body }) => body.import.counts)
  expect(made[0].newCustomers + made[1].newCustomers).toBe(20)
  expect(made[0].badRows + made[1].badRows).toBe(0)
})

test('an undo and a booking at the same moment: the customer stays with the visit, or there is none', async () => {
  const admin = await app.as('admin')
  const { body } = await send(admin, many(1))
  const [car] = await db().select().from(vehicles)
  const book = admin.call('POST /api/admin/bookings', {
    body: {
      customerId: car?.customerId,
      serviceAddress: '1 Main St, Austin, TX 78701',
      visits: [
        { vehicleId: car?.id, scheduledDate: '2026-11-25', scheduledTime: '8:00 AM - 10:00 AM' },
      ],
    },
  })
  const [undone, booked] = await Promise.all([undo(admin, body.import.id), book])
  expect(undone.status).toBe(200)
  expect(booked.status).toBeLessThan(500)
  expect(await customers()).toBe(booked.status === 201 ? 1 : 0)
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

const looked = async (text: string | Buffer) => {
  const { body } = await send(await app.as('admin'), text, { dryRun: '' })
  return body.preview ?? body
}
type Problem = { row: number; column: string; message: string }
const problemsIn = async (text: string) =>
  (await looked(text)).problems.map(({ row, column, message }: Problem) => [row, column, message])

test('each row that is left out says where and what to do', async () => {
  await makeUser({ role: 'customer', firstName: 'Olivia', lastName: 'Bennett', email: 'o@b.co' })
  const rows = [
    'Name,Email,Phone,ZIP,Year,Make,Model,Plate,VIN,Miles',
    ',a@b.co,,,,,,,,',
    'Ann Lee,,,,,,,,,',
    'Ann Lee,a@b.co,55512,,,,,,,',
    'Ann Lee,a@b.co,5.12555E+09,,,,,,,',
    'Ann Lee,a@b.co,,,18,Kia,Soul,A 1,,',
    'Ann Lee,a@b.co,,,2018,,Soul,A 1,,',
    'Ann Lee,a@b.co,,,2018,Kia,Soul,A 1,KNDJN2A26,',
    'Ann Lee,a@b.co,,,2018,Kia,Soul,A 1,1HGCM82633A004352,',
    'Max Roe,o@b.co,,,,,,,,',
    'Ann Lee,a@b.co,,,2018,Kia,Soul,A 1,,9999999',
    'Ann Lee,a@b.co,,"1 Main St, Austin",2018,Kia,Soul,A 1,,,Austin',
    'Jos\uFFFD Lee,a@b.co,,,,,,,,',
  ].join('\n')
  expect(await problemsIn(rows)).toEqual([
    [2, 'Name', expect.stringMatching(/name/)],
    [2, 'Name', expect.stringMatching(/name/)],
    [3, '', 'Please enter an e-mail or a phone number'],
    [4, 'Phone', expect.stringMatching(/phone number/)],
    [5, 'Phone', expect.stringMatching(/phone number/)],
    [6, 'Year', 'Please enter vehicle year'],
    [7, 'Make', 'Please enter vehicle make'],
    [8, 'VIN', 'Please enter a valid 17-character VIN number.'],
    [9, 'VIN', expect.stringMatching(/^This VIN belongs to a 2003 Honda Accord/)],
    [10, 'Email', 'This is the e-mail of Olivia Bennett. Please correct the name or the e-mail.'],
    [11, 'Miles', 'Please check the miles'],
    [12, '', expect.stringMatching(/^There are more cells than columns/)],
    [13, 'Name', expect.stringMatching(/^The file was saved in another encoding/)],
  ])
})

test('an e-mail that stands for many is that of the first only', async () => {
  const rows =
    'Name,Email,Phone\nAnn Lee,info@shop.com,\nMax Roe,info@shop.com,\nAnn Lee-Roe,info@shop.com,'
  expect(await problemsIn(rows)).toEqual([
    [3, 'Email', 'This is the e-mail of Ann Lee. Please correct the name or the e-mail.'],
  ])
})

test('phone numbers may be written as people write them', async () => {
  const admin = await app.as('admin')
  const written = [
    '(512) 555-0101',
    '512.555.0102',
    '1-512-555-0103',
    '+1 512 555 0104',
    '5125550105',
    "'+15125550106",
  ]
  const rows = ['Name,Phone', ...written.map((phone, n) => `Ann Lee${n},${phone}`)].join('\n')
  expect((await send(admin, rows)).body.import.problems).toEqual([])
  const all = await db().select().from(users).where(eq(users.role, 'customer'))
  expect(all.map(({ phone }) => phone).toSorted()).toEqual(
    written.map((_, n) => `+1512555010${n + 1}`),
  )
})

test('cars without a plate come in, and come once', async () => {
  const admin = await app.as('admin')
  const rows =
    'Name,Email,Year,Make,Model\nAnn Lee,a@b.co,2018,Kia,Soul\nAnn Lee,a@b.co,2012,Ford,Focus'
  expect((await send(admin, rows)).body.import.counts).toMatchObject({ newVehicles: 2, badRows: 0 })
  expect((await send(admin, rows)).body.import.counts).toMatchObject({ newVehicles: 0 })
  const cars = await db().select().from(vehicles).orderBy(vehicles.createdAt)
  expect(cars.map(({ make, licensePlate }) => [make, licensePlate])).toEqual([
    ['Kia', ''],
    ['Ford', ''],
  ])
})

const wide = (text: string) =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
test.each([
  ['Windows-1252', Buffer.from('Name,Email\nJos\u00e9 N\u00fa\u00f1ez,j@b.co', 'latin1')],
  ['UTF-16, as a spreadsheet saves it', wide('Name\tEmail\r\nJosé Núñez\tj@b.co\r\n')],
  ['semicolons, as in Europe', '\uFEFFName;Email\r\nJosé Núñez;j@b.co\r\n'],
])('%s is read', async (_, file) => {
  expect(await looked(file)).toMatchObject({ problems: [], sample: [{ name: 'José Núñez' }] })
})

test.each([
  ['an empty file', '', 'The file is empty.'],
  ['no rows', 'Name,Email\n', 'Below the names of its columns the file has no rows.'],
  ['no header', 'Ann Lee,a@b.co', /The first row names the columns/],
  ['no column that we know', 'Foo,Bar\n1,2', /No columns for first and last name/],
  ['a zip', Buffer.from('PK\u0003\u0004'), /Unpack it/],
  ['a quotation mark that stays open', 'Name,Email\n"Ann,a@b.co', /row 2 or after it/],
  ['a row that is too long', `Name,Email\n"${'A'.repeat(200_001)}"`, /^Row 2 is too long/],
  ['too many rows', `Name,Email\n${'A B,a@b.co\n'.repeat(10_001)}`, /Please split the file/],
])('%s is refused in words', async (_, file, message) => {
  const admin = await app.as('admin')
  for (const query of [{ dryRun: '' }, {}] as Record<string, string>[])
    expect(await send(admin, file, query)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
    })
  expect(await db().$count(imports)).toBe(0)
})

test('an import that dies in the middle has whole rows only, goes on, and can be undone', async () => {
  const admin = await app.as('admin')
  const { body } = await send(admin, many(301))
  const { id } = body.import
  // As a process does that ends: once between two batches, once within one.
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
  expect(await db().$count(importRecords)).toBe(2 * stopped.doneRows)
  await runDueTasks({ includeDeferred: true })
  expect(await customers()).toBe(301)
  await undo(admin, id)
  await runDueTasks({ includeDeferred: true })
  expect(await customers()).toBe(0)
})

test('one that cannot go on is listed and can be undone', async () => {
  const admin = await app.as('admin')
  const { id } = (await send(admin, many(301))).body.import
  let asked = 0
  await runImport(id, () => asked++ > 0)
  await failImport(id)
  const [failed] = (await admin.call('GET /api/admin/imports')).body
  expect(failed).toMatchObject({ state: 'failed', canUndo: true })
  await undo(admin, id)
  expect(await customers()).toBe(0)
})

test('who signs in while a file with their e-mail comes in is one person', async () => {
  const admin = await app.as('admin')
  const somebody = await makeUser({ role: null, email: 'person1@example.com', firstName: '' })
  const { body } = await send(admin, many(2))
  expect(body.import.counts).toMatchObject({ newCustomers: 2, badRows: 0 })
  const [now] = await db().select().from(users).where(eq(users.id, somebody.id))
  expect(now).toMatchObject({ role: 'customer', firstName: 'Person1' })
})

test('a file that is too large or of another kind is refused', async () => {
  const admin = await app.as('admin')
  for (const bytes of [maxImportBytes + 1, 50 * 1024 * 1024])
    expect(await send(admin, Buffer.alloc(bytes, 'a'))).toMatchObject({
      status: 413,
      body: { message: 'This file is larger than 5 MB.' },
    })
  const picture = admin.call('POST /api/admin/import', {
    bytes: Buffer.from('x'),
    headers: { 'content-type': 'image/png' },
  })
  expect((await picture).status).toBe(415)
})

test('the template is a file that can be filled in and imported', async () => {
  const admin = await app.as('admin')
  const { text } = await admin.call('GET /api/admin/import/template')
  const row = 'Ann,Lee,ann@example.com,512-555-0199,,,,,,,,,,,\r\n'
  expect((await send(admin, text + row)).body.import.counts.newCustomers).toBe(1)
})
