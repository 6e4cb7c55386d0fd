import { eq, isNotNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { customerNotes, places } from '#server/database/tables/customers.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { ledgerEntries } from '#server/database/tables/ledger-entries.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { users } from '#server/database/tables/users.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { makePackage, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { remindOfService } from '#server/features/booking/actions/remind-of-service.ts'
import { preAuthorize, processPayment } from '#server/features/payments/test-visits.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { purgeRowsToMend } from './tasks.ts'
import { customers, send, undo } from './test-imports.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

beforeEach(() => makePackage())

const list = [
  'Name,Email,Street,ZIP,Year,Make,Model,Plate,Marketing',
  'Ann Lee,ann@lee.example,12 Elm St,78701,2018,Honda,Civic,ABC 123,yes',
  'Max Roe,max@roe.example,1 Main St,78702,2019,Kia,Rio,KIA 1,',
].join('\n')

const history = [
  'Customer,Email,Vehicle,Date,Service,Amount,Mileage,Notes',
  'Ann Lee,ann@lee.example,2018 Honda Civic,11/3/2025,Synthetic blend,$79.99,"40,100",5W-20',
  'Ann Lee,ann@lee.example,2018 Honda Civic,5/4/2026,Synthetic blend,$89.99,"45,200",',
  'Ann Lee,ann@lee.example,2018 Honda Civic,5/4/2026,Air filter,$25,,',
  'Max Roe,,,3/14/2026,Oil change,49.5,,Gate 4711',
  'Max Roe,max@roe.example,2019 Kia Rio,12/24/2026,Oil change,49.5,,',
  'Max Roe,max@roe.example,2019 Kia Rio,last spring,Oil change,49.5,,',
  'Bo Fox,bo@fox.example,,3/14/2026,Oil change,49.5,,',
].join('\n')

const idOf = async (email: string) =>
  (await db().select().from(users).where(eq(users.email, email)))[0]?.id ?? ''

const visitsOf = async (admin: TestPerson, email: string) => {
  const params = { id: await idOf(email) }
  return (await admin.call('GET /api/admin/customers/{id}/jobs', { params })).body
}

async function withHistory() {
  const admin = await app.as('admin')
  await send(admin, list)
  const { body } = await send(admin, history)
  return { admin, made: body.import }
}

test('a service whose row has only the plate or VIN of the car belongs to that car', async () => {
  const admin = await app.as('admin')
  const rows = [
    'Name,Phone,Vehicle,Plate,VIN,Date,Service',
    'Ann Lee,512-555-0101,2018 Honda Civic,ABC 123,,3/1/2026,Oil change',
    'Ann Lee,512-555-0101,1989 MCI Coach,KIA 1,1M8GDM9AXKP042788,3/2/2026,Oil change',
    'Ann Lee,512-555-0101,,abc-123,,6/1/2026,Oil change',
    'Ann Lee,512-555-0101,,,1M8GDM9AXKP042788,6/2/2026,Oil change',
    'Ann Lee,512-555-0101,,OTHER 9,,6/3/2026,Oil change',
    // Max's only car has another plate.
    'Max Lee,512-555-0102,2020 Ford Focus,FRD 1,,3/1/2026,Oil change',
    'Max Lee,512-555-0102,,OTHER 8,,6/1/2026,Oil change',
  ].join('\n')
  const { counts, problems } = (await send(admin, rows)).body.import
  expect(counts).toMatchObject({ newVehicles: 3, newVisits: 5, partRows: 2 })
  expect(problems.filter(({ kind }: { kind: string }) => kind === 'cell')).toEqual([
    expect.objectContaining({ row: 6, column: 'Plate' }),
    expect.objectContaining({ row: 8, column: 'Plate' }),
  ])
})

test('rows of a service history become finished visits that move no money', async () => {
  const admin = await app.as('admin')
  await send(admin, list)
  const look = (await send(admin, history, { dryRun: '' })).body.preview
  expect(look.problems).toEqual([
    { kind: 'note', row: 5, column: 'Customer', message: expect.stringMatching(/^Only the name/) },
    { kind: 'cell', row: 6, column: 'Date', message: 'This date is in the future.' },
    {
      kind: 'cell',
      row: 7,
      column: 'Date',
      message: expect.stringMatching(/^Please write the date/),
    },
    { kind: 'cell', row: 8, column: 'Date', message: expect.stringMatching(/Add the car/) },
  ])
  const { body } = await send(admin, history)
  expect(body.import.counts).toEqual(look.counts)
  expect(look.counts).toMatchObject({ newCustomers: 1, newVehicles: 0, newVisits: 4, partRows: 3 })
  const shown = (await visitsOf(admin, 'ann@lee.example')).map((job: Record<string, unknown>) => ({
    date: job.scheduledDate,
    time: job.scheduledTime,
    service: job.servicePackageName,
    status: job.status,
    amount: job.finalAmount,
    due: (job.cost as { due: string }).due,
    miles: job.odometerMiles,
    imported: job.imported,
  }))
  const done = { time: '', status: 'completed', due: '0.00', imported: true }
  expect(shown).toEqual([
    { ...done, date: '2026-05-04', service: 'Synthetic blend', amount: '89.99', miles: 45_200 },
    { ...done, date: '2026-05-04', service: 'Air filter', amount: '25.00', miles: null },
    { ...done, date: '2025-11-03', service: 'Synthetic blend', amount: '79.99', miles: 40_100 },
  ])
  expect(await visitsOf(admin, 'max@roe.example')).toMatchObject([
    { scheduledDate: '2026-03-14', vehicle: { make: 'Kia' }, technicianNotes: 'Gate 4711' },
  ])
  expect(await db().$count(paymentAccounts)).toBe(0)
  expect(await db().$count(ledgerEntries)).toBe(0)
  const id = await idOf('ann@lee.example')
  const { body: ann } = await admin.call('GET /api/admin/customers/{id}', { params: { id } })
  expect(ann).toMatchObject({
    jobCount: 3,
    totalSpent: '0.00',
    amountDue: '0.00',
    status: 'active',
    nextService: { isDue: false, date: '2027-05-04' },
    places: [{ address: '12 Elm St, Austin, TX 78701' }],
  })
  const figures = await admin.call('GET /api/dashboard/stats')
  expect(figures.status).toBe(200)
  await runDueTasks({ includeDeferred: true })
  expect(await db().$count(sentMessages)).toBe(0)
  // The same file again adds nothing.
  expect((await send(admin, history)).body.import.counts).toMatchObject({
    newCustomers: 0,
    newVisits: 0,
  })
})

test('the customer sees them without the notes of the old program, and no one can be charged', async () => {
  const { admin } = await withHistory()
  const [max] = await db().select().from(users).where(eq(users.email, 'max@roe.example'))
  const customer = await app.as(max as never)
  const [visit] = (await customer.call('GET /api/jobs/customer')).body
  expect(visit).toMatchObject({ imported: true, technicianNotes: '', status: 'completed' })
  const id = { params: { id: visit.id } }
  const jobId = { params: { jobId: visit.id } }
  const refused = [
    await customer.call('POST /api/jobs/{id}/review', { ...id, body: { rating: 5 } }),
    await customer.call('GET /api/jobs/{id}/receipt', id),
    await preAuthorize(customer, { jobId: visit.id }),
    await processPayment(customer, { jobId: visit.id }),
    await customer.call('POST /api/jobs/{id}/tip', { ...id, body: { amount: '5.00' } }),
    await customer.call('POST /api/jobs/{id}/cancel', { ...id, body: { reason: 'x' } }),
    await admin.call('POST /api/jobs/{id}/extras', {
      ...id,
      body: { serviceType: 'other', description: 'Wipers', unitPrice: 20 },
    }),
    await admin.call('PATCH /api/payments/{jobId}/adjust', {
      ...jobId,
      body: { amount: '10.00', reason: 'other' },
    }),
    await admin.call('POST /api/payments/{jobId}/refund', {
      ...jobId,
      body: { amount: '10.00', reason: 'other' },
    }),
    await admin.call('POST /api/payments/{jobId}/record', {
      ...jobId,
      body: { method: 'cash', amount: '10.00', receivedOn: '2026-11-23' },
    }),
    await admin.call('POST /api/jobs/{id}/cancel', { ...id, body: { reason: 'x' } }),
    await admin.call('GET /api/payments/{jobId}', jobId),
  ]
  expect(refused.map(({ status }) => status).slice(0, -1)).toEqual(
    Array.from({ length: 11 }, () => 409),
  )
  expect(refused.at(-1)?.status).toBe(404)
  expect(await db().$count(ledgerEntries)).toBe(0)
})

test('imported visits are on no board, calendar or list of a day', async () => {
  const { admin } = await withHistory()
  const query = { date: '2026-05-04' }
  expect((await admin.call('GET /api/admin/jobs', { query })).body).toEqual([])
  expect((await admin.call('GET /api/admin/board', { query })).body).toEqual([])
})

test('the owner of an imported car is reminded of the next service, if they agreed', async () => {
  const admin = await app.as('admin')
  const rows = [
    'Name,Email,Year,Make,Model,Last oil change,Marketing',
    'Ann Lee,ann@lee.example,2018,Honda,Civic,12/2/2025,yes',
    'Max Roe,max@roe.example,2018,Honda,Civic,12/2/2025,no',
  ].join('\n')
  expect((await send(admin, rows)).body.import.counts).toMatchObject({ newVisits: 2, partRows: 0 })
  travelTo(new Date('2026-11-26T17:00:00Z'))
  await remindOfService()
  await remindOfService()
  await runDueTasks({ includeDeferred: true })
  const mails = await db().select().from(sentMessages).where(eq(sentMessages.channel, 'email'))
  const sent = mails.filter(({ status }) => status !== 'skipped').map(({ recipient }) => recipient)
  expect(sent).toEqual(['ann@lee.example'])
})

test('undoing an import removes its visits and places, and keeps what was used', async () => {
  const { admin, made } = await withHistory()
  const { body } = await undo(admin, made.id)
  expect(body.undo).toMatchObject({ customers: 1, visits: 4, places: 0, kept: [] })
  expect(await db().$count(jobs, isNotNull(jobs.importedService))).toBe(0)
  const params = { id: await idOf('ann@lee.example') }
  const { body: ann } = await admin.call('GET /api/admin/customers/{id}', { params })
  expect(ann).toMatchObject({ jobCount: 0, lastServiceDate: null, status: 'new' })
  const [first] = (await admin.call('GET /api/admin/imports')).body.filter(
    ({ canUndo }: { canUndo: boolean }) => canUndo,
  )
  expect((await undo(admin, first.id)).body.undo).toMatchObject({ customers: 2, places: 2 })
  expect([await customers(), await db().$count(places)]).toEqual([0, 0])
})

test('the rows to mend are downloaded, corrected and uploaded again', async () => {
  const admin = await app.as('admin')
  const rows = [
    'Name;Email;Phone;Street;ZIP;Year;Make;Model;Notes',
    'Ann Lee;not an address;;12 Elm St;78701;2018;Honda;Civic;=1+1',
    'Max Roe;max@roe.example;512;1 Main St;787;;Kia;Rio;"Gate; left"',
    ';bo@fox.example;;;;;;;',
    'Cy Poe;cy@poe.example;;;;;;;',
  ].join('\n')
  const { body } = await send(admin, rows)
  expect(body.import).toMatchObject({
    canMend: true,
    counts: { newCustomers: 3, newVehicles: 1, newPlaces: 1, badRows: 1, partRows: 2 },
  })
  const params = { id: body.import.id }
  const { text } = await admin.call('GET /api/admin/imports/{id}/mend', { params })
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFName,Email,Phone,Street,ZIP,Year,Make,Model,Notes,What to mend',
    "Ann Lee,not an address,,12 Elm St,78701,2018,Honda,Civic,'=1+1,Email: Invalid email address",
  ])
  expect(text).not.toContain('Cy Poe')
  const mended = text
    .replace('not an address', 'ann@lee.example')
    .replace(',512,', ',512-555-0102,')
    .replace(',787,,Kia', ',78702,2019,Kia')
    .replace('\r\n,bo@fox', '\r\nBo Fox,bo@fox')
  const again = await send(admin, mended)
  expect(again.body.import).toMatchObject({
    canMend: false,
    problems: [],
    counts: { newCustomers: 1, matchedCustomers: 2, newVehicles: 1, newPlaces: 1 },
  })
  const people = await db().select().from(users).where(eq(users.role, 'customer'))
  expect(
    people.map(({ firstName, email, phone }) => `${firstName} ${email} ${phone}`).toSorted(),
  ).toEqual([
    'Ann ann@lee.example ',
    'Bo bo@fox.example ',
    'Cy cy@poe.example ',
    'Max max@roe.example +15125550102',
  ])
  // Both can be undone, in any order.
  expect((await undo(admin, again.body.import.id)).body.undo.kept).toEqual([])
  expect((await undo(admin, body.import.id)).body.undo.kept).toEqual([])
  expect(await customers()).toBe(0)
  expect((await admin.call('GET /api/admin/imports/{id}/mend', { params })).status).toBe(404)
})

test.each([
  ['amount', 'Synthetic blend,about ninety,"45,200"', 'about ninety', '$89.99'],
  ['amount of three decimals', 'Synthetic blend,89.990,"45,200"', '89.990', '$89.99'],
  ['mileage', 'Synthetic blend,$89.99,45k', '45k', '45200'],
  ['service', '\uFFFDynthetic blend,$89.99,45200', ',,$89.99', ',Synthetic blend,$89.99'],
])('a mended %s completes the visit that was imported without it', async (_, cells, bad, good) => {
  const admin = await app.as('admin')
  await send(admin, list)
  const head = 'Customer,Email,Vehicle,Date,Service,Amount,Mileage'
  const row = (rest: string) => `${head}\nAnn Lee,ann@lee.example,2018 Honda Civic,5/4/2026,${rest}`
  const { body } = await send(admin, row(cells))
  expect(body.import.counts).toMatchObject({ newVisits: 1, partRows: 1 })
  const params = { id: body.import.id }
  const { text } = await admin.call('GET /api/admin/imports/{id}/mend', { params })
  const mended = text.includes('\uFFFD')
    ? text.replace('\uFFFDynthetic', 'Synthetic')
    : text.replace(bad, good)
  expect(mended).not.toBe(text)
  const again = await send(admin, mended)
  expect(again.body.import).toMatchObject({ problems: [], counts: { newVisits: 0 } })
  expect(await visitsOf(admin, 'ann@lee.example')).toMatchObject([
    { servicePackageName: 'Synthetic blend', finalAmount: '89.99', odometerMiles: 45_200 },
  ])
})

test('undoing an import removes the details it filled into visits of an earlier one', async () => {
  const admin = await app.as('admin')
  await send(admin, list)
  const head = 'Customer,Email,Vehicle,Date,Service,Amount,Mileage,Service notes'
  const row = (rest: string) => `Ann Lee,ann@lee.example,2018 Honda Civic,5/4/2026,${rest}`
  const first = await send(admin, [head, row(',,,')].join('\n'))
  const filled = await send(
    admin,
    [head, row('Synthetic blend,89.99,,'), row('Synthetic blend,89.99,45200,5W-20')].join('\n'),
  )
  expect(filled.body.import).toMatchObject({ canUndo: true, counts: { newVisits: 0 } })
  const visit = async () => (await visitsOf(admin, 'ann@lee.example'))[0]
  const full = {
    servicePackageName: 'Synthetic blend',
    finalAmount: '89.99',
    odometerMiles: 45_200,
  }
  expect(await visit()).toMatchObject({ ...full, technicianNotes: '5W-20' })
  expect((await undo(admin, filled.body.import.id)).body.undo).toMatchObject({ keptCount: 0 })
  const bare = { servicePackageName: 'Oil change', finalAmount: '0.00', odometerMiles: null }
  expect(await visit()).toMatchObject({ ...bare, technicianNotes: '' })
  // The other way around.
  const again = await send(admin, [head, row('Synthetic blend,89.99,45200,')].join('\n'))
  expect(await visit()).toMatchObject(full)
  expect((await undo(admin, first.body.import.id)).body.undo).toMatchObject({ visits: 1 })
  expect((await undo(admin, again.body.import.id)).body.undo).toMatchObject({ keptCount: 0 })
  expect(await visitsOf(admin, 'ann@lee.example')).toEqual([])
})

test.each([
  [1, undefined],
  [0, 'This customer has no car yet. Add the car of this service to the row.'],
  [2, 'This customer has 2 cars. Add the car of this service to the row.'],
])('a last service in a list without cars, for a customer with %i cars', async (cars, problem) => {
  const admin = await app.as('admin')
  const ann = await makeUser({ firstName: 'Ann', lastName: 'Lee', email: 'ann@lee.example' })
  await db().update(users).set({ marketingEmails: true }).where(eq(users.id, ann.id))
  for (let n = 0; n < cars; n++)
    await makeVehicle(ann.id, { model: `Civic ${n}`, oilType: 'full_synthetic' })
  const rows = 'Name,Email,Last oil change\nAnn Lee,ann@lee.example,12/2/2025'
  const { body } = await send(admin, rows)
  expect(body.import).toMatchObject({
    counts: { newVisits: problem ? 0 : 1, partRows: problem ? 1 : 0 },
    canMend: problem !== undefined,
    problems: problem ? [{ row: 2, column: 'Last oil change', message: problem }] : [],
  })
  travelTo(new Date('2026-11-26T17:00:00Z'))
  await remindOfService()
  await runDueTasks({ includeDeferred: true })
  const mails = await db().select().from(sentMessages).where(eq(sentMessages.channel, 'email'))
  expect(mails.map(({ recipient }) => recipient)).toEqual(problem ? [] : ['ann@lee.example'])
})

test('a known customer whom the list marks as former has a line of their own, and one to mend', async () => {
  const admin = await app.as('admin')
  await send(admin, list)
  const rows = [
    'Name,Email,Archived',
    'Ann Lee,ann@lee.example,true',
    'Bo Fox,bo@fox.example,true',
    'Max Roe,max@roe.example,false',
  ].join('\n')
  const known = 'Marked as no longer a customer, but Ann Lee is one here and stays so.'
  const look = (await send(admin, rows, { dryRun: '' })).body.preview
  expect(look.problems).toEqual([
    { kind: 'cell', row: 2, column: 'Archived', message: known },
    {
      kind: 'note',
      row: 3,
      column: 'Archived',
      message:
        'Marked as no longer a customer: noted with the customer, without marketing e-mails.',
    },
  ])
  const { body } = await send(admin, rows)
  const params = { id: body.import.id }
  const { text } = await admin.call('GET /api/admin/imports/{id}/mend', { params })
  expect(text.trimEnd().split('\r\n')).toEqual([
    '\uFEFFName,Email,Archived,What to mend',
    `Ann Lee,ann@lee.example,true,"Archived: ${known}"`,
  ])
})

test('a row with more cells than columns is in the rows to mend as a whole', async () => {
  const admin = await app.as('admin')
  const rows = 'Name,Email,Street,Notes\nAnn Lee,ann@lee.example,12 Elm St,Apt 4,Gate 4711'
  const { body } = await send(admin, rows)
  const { text } = await admin.call('GET /api/admin/imports/{id}/mend', {
    params: { id: body.import.id },
  })
  expect(text).toContain('Ann Lee,ann@lee.example,12 Elm St,Apt 4,Gate 4711,There are more cells')
  // With the quotation marks, it has as many cells as the other rows again.
  const mended = text.replace('12 Elm St,Apt 4', '"12 Elm St, Apt 4"')
  expect((await send(admin, mended)).body.import.counts).toMatchObject({ newCustomers: 1 })
})

test('surplus cells of a list that ends with an address belong to it', async () => {
  const admin = await app.as('admin')
  const rows = 'Name,Email,Address\nAnn Lee,ann@lee.example,12 Elm St, Austin, TX 78701'
  expect((await send(admin, rows)).body.import.counts).toMatchObject({ newPlaces: 1, badRows: 0 })
  const [place] = await db().select().from(places)
  expect(place?.address).toBe('12 Elm St, Austin, TX 78701')
})

test('miles of a known car are stored if they are plausible, else noted', async () => {
  const admin = await app.as('admin')
  const rows = (miles: string) =>
    `Name,Email,Year,Make,Model,Plate,Miles\nAnn Lee,ann@lee.example,2018,Honda,Civic,ABC 123,${miles}`
  const made = (await send(admin, rows('45200'))).body.import
  travelTo(new Date('2026-11-24T15:00:00Z'))
  const later = await app.as('admin')
  expect((await send(later, rows('45100'))).body.import.problems).toMatchObject([
    { kind: 'note', column: 'Miles', message: expect.stringMatching(/^45,100 mi are not stored/) },
  ])
  expect((await send(later, rows('452000'))).body.import.problems).toHaveLength(1)
  expect((await send(later, rows('46000'))).body.import.problems).toEqual([])
  const known = await db().select().from(odometerReadings).orderBy(odometerReadings.readOn)
  expect(known.map(({ miles }) => miles)).toEqual([45_200, 46_000])
  // The first import can still be undone.
  expect((await undo(later, made.id)).body.undo).toMatchObject({ vehicles: 1, kept: [] })
})

test('a corrected year or VIN corrects the imported car', async () => {
  const admin = await app.as('admin')
  const rows = (year: string) =>
    `Name,Email,Year,Make,Model,Plate,VIN\nAnn Lee,ann@lee.example,${year},Honda,Accord,ABC 123,1HGCM82633A004352`
  const made = (await send(admin, rows('2018'))).body.import
  expect(made.counts).toMatchObject({ newVehicles: 1, partRows: 1 })
  expect((await send(admin, rows('2003'))).body.import).toMatchObject({
    problems: [],
    counts: { newVehicles: 0, knownVehicles: 1 },
  })
  const cars = () => db().select().from(vehicles)
  expect(await cars()).toMatchObject([{ year: '2003', vin: '1HGCM82633A004352' }])
  expect((await undo(admin, made.id)).body.undo).toMatchObject({ vehicles: 1, kept: [] })
  // A car changed here stays as it is.
  await send(admin, rows('2018'))
  const [car] = await cars()
  await admin.call('PATCH /api/vehicles/{id}', {
    params: { id: car?.id ?? '' },
    body: { licensePlate: 'abc123' },
  })
  await send(admin, rows('2003'))
  expect(await cars()).toMatchObject([{ year: '2018', vin: null }])
})

test('a customer of a customer belongs to a company', async () => {
  const admin = await app.as('admin')
  await send(admin, 'Customer,Email\nParent Company:Jim Kelly,jim@kelly.example')
  const [jim] = await db().select().from(users).where(eq(users.email, 'jim@kelly.example'))
  expect(jim).toMatchObject({ firstName: 'Jim', lastName: 'Kelly' })
  const [note] = await db().select().from(customerNotes)
  expect(note?.note).toBe('Company: Parent Company')
})

test('rows to mend are deleted after thirty days', async () => {
  const admin = await app.as('admin')
  const { body } = await send(admin, 'Name,Email\nAnn Lee,nothing')
  const params = { id: body.import.id }
  const file = () => admin.call('GET /api/admin/imports/{id}/mend', { params })
  expect((await file()).status).toBe(200)
  travelTo(new Date('2026-12-24T15:00:00Z'))
  await purgeRowsToMend()
  const later = await app.as('admin')
  expect((await later.call('GET /api/admin/imports/{id}/mend', { params })).status).toBe(404)
})

test('visits of the same car on the same day survive merging its owners', async () => {
  const { admin } = await withHistory()
  const twin = [
    'Name,Phone,Year,Make,Model,Plate,Date,Service,Amount',
    'Anna Lee,512-555-0101,2018,Honda,Civic,ABC 123,5/4/2026,Wipers,12',
  ].join('\n')
  await send(admin, twin)
  const [anna] = await db().select().from(users).where(eq(users.phone, '+15125550101'))
  const id = await idOf('ann@lee.example')
  const merged = await admin.call('POST /api/admin/customers/{id}/merge', {
    params: { id },
    body: { customerId: anna?.id },
  })
  expect(merged.status).toBe(200)
  expect(await visitsOf(admin, 'ann@lee.example')).toHaveLength(4)
})
