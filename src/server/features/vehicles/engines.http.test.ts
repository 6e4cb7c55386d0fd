import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { loadReferenceData } from '#server/reference/load-reference-data.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { type Engine, engineSorts } from '#shared/contract/engines.ts'

const app = useTestApp()
let admin: TestPerson
beforeEach(async () => {
  await loadReferenceData()
  admin = await app.as(await makeUser({ role: 'admin', firstName: 'Olga', lastName: 'Office' }))
})

const listed = async (query: Record<string, string> = {}): Promise<Engine[]> =>
  (await admin.call('GET /api/admin/engines', { query })).body
const solara = async () => {
  const [row] = await listed({ search: 'solara 1998' })
  if (!row) throw new Error('The table has no Solara.')
  return row
}
const change = (id: string, body: object, version?: number) =>
  admin.call('PATCH /api/admin/engines/{id}', {
    params: { id },
    body,
    ...(version && { headers: { 'if-match': `"${version}"` } }),
  })
const details = async (id: string) =>
  (await admin.call('GET /api/admin/engines/{id}', { params: { id } })).body
const undo = (id: string) => admin.call('POST /api/admin/engines/{id}/undo', { params: { id } })

/** Adds a 1998 Camry with its engine by VIN. */
async function addCamry(person: TestPerson) {
  const { body } = await person.call('POST /api/vehicles', {
    body: {
      make: 'Toyota',
      model: 'Camry',
      year: '1998',
      licensePlate: 'OLD 1',
      vin: '4T1BG22K1WU123456',
    },
  })
  return body
}

const own = {
  make: 'Toyota',
  model: 'Century',
  yearFrom: 1997,
  yearTo: 2017,
  engine: '5.0L V12 1GZ-FE',
  quarts: 7.4,
  viscosity: '5W-30',
  oilType: 'full_synthetic',
  source: 'Under the hood',
}

test('engines show their source, and are found by make, model and year', async () => {
  expect(await solara()).toMatchObject({
    make: 'Toyota',
    model: 'Camry/Solara',
    yearFrom: 1997,
    yearTo: 2001,
    engine: '2.2L I4 5S-FE',
    quarts: 3.8,
    source: expect.stringContaining('owner manual'),
    confidence: 'high',
    isOwn: false,
    original: null,
  })
  expect(await listed({ search: 'solara 2002' })).toEqual([])
  expect((await listed()).length).toBe(184)
  const silverado = await listed({ search: 'silverado 2015' })
  expect(silverado.every(({ yearFrom, yearTo }) => yearFrom <= 2015 && yearTo >= 2015)).toBe(true)
})

test('facts for work on an engine reach the technician of its car, and are no correction of its oil', async () => {
  const customer = await app.as('customer')
  const car = await addCamry(customer)
  const technician = await app.as('technician')
  const job = await makeJob({
    customerId: customer.user.id,
    vehicleId: car.id,
    technicianId: technician.user.id,
    status: 'assigned',
  })
  const seen = async (person: TestPerson) =>
    (await person.call('GET /api/jobs/{id}', { params: { id: job.id } })).body.engineWork
  expect(await seen(technician)).toBeUndefined()
  const row = await solara()
  const work = {
    filters: ['Fram PH4967', 'Wix 51394'],
    drainPlugTorque: 27.5,
    drainPlugWasher: 'M12, aluminum',
    oilReset: 'Hold the trip button while turning the key',
  }
  // Without a source, as no fact of the oil changes.
  const { body, status } = await change(row.id, work, row.version)
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...work, source: row.source, original: null, isOwn: false })
  expect(await seen(technician)).toEqual(work)
  expect([await seen(customer), await seen(admin)]).toEqual([undefined, undefined])
  expect((await details(row.id)).history[0].changes).toMatchObject([
    { field: 'filters' },
    { field: 'drainPlugTorque', from: null, to: '27.5' },
    { field: 'drainPlugWasher' },
    { field: 'oilReset' },
  ])
  // Taking back a correction of the oil leaves them.
  await change(row.id, { quarts: 4, source: 'Measured' })
  await undo(row.id)
  expect(await solara()).toMatchObject({ ...work, quarts: row.quarts, original: null })
  for (const bad of [
    { filters: [''] },
    { filters: ['x'.repeat(81)] },
    { drainPlugTorque: 0 },
    { drainPlugTorque: 2000 },
    { oilReset: 'x'.repeat(1001) },
  ])
    expect((await change(row.id, bad)).status).toBe(400)
  await change(row.id, { filters: [], drainPlugTorque: null, drainPlugWasher: '', oilReset: '' })
  expect(await seen(technician)).toBeUndefined()
})

test('every order is the whole list, page by page', async () => {
  for (const sort of engineSorts.flatMap((field) => [field, `-${field}`])) {
    const all = await listed({ sort })
    const pages: Engine[] = []
    let cursor: string | undefined
    do {
      const query = { sort, limit: '50', ...(cursor && { cursor }) }
      const answer = await admin.call('GET /api/admin/engines', { query })
      pages.push(...answer.body)
      cursor = answer.headers['x-next-cursor'] as string | undefined
    } while (cursor)
    expect([sort, pages.map(({ id }) => id)]).toEqual([sort, all.map(({ id }) => id)])
  }
})

test('an office correction applies to the next car at once and to saved cars shortly after, and can be undone', async () => {
  const customer = await app.as('customer')
  const before = await addCamry(customer)
  expect(before).toMatchObject({
    oilCapacity: 3.8,
    oilType: 'conventional',
    capacitySource: 'curated',
  })
  const row = await solara()
  const answer = await change(
    row.id,
    { quarts: 4.2, oilType: 'semi_synthetic', source: 'Dipstick' },
    1,
  )
  expect(answer).toMatchObject({
    status: 200,
    body: {
      quarts: 4.2,
      confidence: 'high',
      version: 2,
      original: { quarts: 3.8, oilType: 'conventional' },
    },
  })
  const other = await app.as('customer')
  const corrected = {
    oilCapacity: 4.2,
    oilType: 'semi_synthetic',
    recommendedServiceLevel: 'semi_synthetic',
    capacitySource: 'operator',
  }
  expect(await addCamry(other)).toMatchObject(corrected)
  await runDueTasks()
  const saved = async () =>
    (await customer.call('GET /api/vehicles/{id}', { params: { id: before.id } })).body
  expect(await saved()).toMatchObject(corrected)
  expect((await details(row.id)).history).toMatchObject([
    {
      by: 'Olga Office',
      changes: [
        { field: 'quarts', from: '3.8', to: '4.2' },
        { field: 'oilType', from: 'Conventional', to: 'Semi Synthetic' },
        { field: 'source', from: row.source, to: 'Dipstick' },
      ],
    },
  ])
  expect(await listed({ state: 'corrected' })).toMatchObject([{ id: row.id }])

  const undone = await undo(row.id)
  expect(undone.body).toEqual({ ...row, version: 3 })
  await runDueTasks()
  expect(await saved()).toMatchObject({ oilCapacity: 3.8, capacitySource: 'curated' })
  expect((await undo(row.id)).status).toBe(409)
  expect((await details(row.id)).history).toHaveLength(2)
})

test("the office's engine overrides the same one of the data", async () => {
  const customer = await app.as('customer')
  const body = {
    ...own,
    model: 'Camry',
    yearFrom: 1998,
    yearTo: 1998,
    engine: '2.2L I4',
    quarts: 4,
  }
  expect((await admin.call('POST /api/admin/engines', { body })).status).toBe(201)
  expect(await addCamry(customer)).toMatchObject({ oilCapacity: 4, capacitySource: 'operator' })
})

test('a car without a VIN whose engine is known keeps its oil data when an engine changes', async () => {
  const customer = await app.as('customer')
  const car = await makeVehicle(customer.user.id, {
    make: 'Toyota',
    model: 'Camry',
    year: '2018',
    engine: '2.5L I4',
    fuel: 'Gasoline',
    trim: 'SE',
  })
  const found = await listed({ search: 'camry 2018' })
  const engine = found.find((one) => one.engine === '2.5L I4 A25A-FKS')
  if (!engine) throw new Error('The table has no such Camry.')
  expect((await change(engine.id, { drainPlugTorque: 30 }, engine.version)).status).toBe(200)
  await runDueTasks()
  const [stored] = await db().select().from(vehicles).where(eq(vehicles.id, car.id))
  expect(stored).toMatchObject({ oilCapacity: engine.quarts, engineId: engine.id })
})

test('an added engine is unique and can be deleted; shipped ones cannot', async () => {
  const added = await admin.call('POST /api/admin/engines', { body: own })
  expect(added).toMatchObject({ status: 201, body: { ...own, isOwn: true, confidence: 'high' } })
  const again = await admin.call('POST /api/admin/engines', {
    body: { ...own, make: 'TOYOTA', yearFrom: 2017, yearTo: 2020 },
  })
  expect(again).toMatchObject({
    status: 409,
    body: {
      details: { fields: [{ path: 'engine', message: expect.stringContaining('1997-2017') }] },
    },
  })
  const customer = await app.as('customer')
  const car = await makeVehicle(customer.user.id, {
    make: 'Toyota',
    model: 'Century',
    year: '2001',
  })
  await runDueTasks()
  const capacity = async () =>
    (await db().select().from(vehicles).where(eq(vehicles.id, car.id)))[0]?.oilCapacity
  expect(await capacity()).toBe(7.4)
  const remove = (id: string) => admin.call('DELETE /api/admin/engines/{id}', { params: { id } })
  expect((await remove(added.body.id)).status).toBe(200)
  await runDueTasks()
  expect(await capacity()).toBe(null)
  expect((await remove((await solara()).id)).status).toBe(409)
  expect((await listed()).length).toBe(184)
})

test.each([
  [{ make: ' ' }, 'make', 'Please enter the make'],
  [{ engine: 'V12' }, 'engine', 'Please begin with the size, for example 2.5L I4'],
  [{ quarts: 0 }, 'quarts', 'Please enter quarts from 0.5 to 50, in hundredths at most'],
  [{ quarts: 5.123 }, 'quarts', 'Please enter quarts from 0.5 to 50, in hundredths at most'],
  [{ source: '' }, 'source', 'Please enter where you read it, for example the owner’s manual'],
  [{ yearFrom: 18 }, 'yearFrom', 'Please enter a year like 2018'],
  [{ yearFrom: 2018 }, 'yearTo', 'The last year is before the first'],
])('%j is refused at its field', async (part, path, message) => {
  const answer = await admin.call('POST /api/admin/engines', { body: { ...own, ...part } })
  expect([answer.status, answer.body.details.fields]).toEqual([400, [{ path, message }]])
})

test('the second of two editors of an engine sees who changed what', async () => {
  const { id } = await solara()
  const answers = await Promise.all([
    change(id, { quarts: 4.1, source: 'Dipstick' }, 1),
    change(id, { quarts: 4.2, source: 'Dipstick' }, 1),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.message).toMatch(
    /^Olga Office has changed this in the meantime: Quarts: 3\.8 → 4\.[12], Source(: .+)?\. Please check it again\.$/,
  )
})
