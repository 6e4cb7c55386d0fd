import { beforeEach, expect, test } from 'vitest'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import type {
  FoundCustomer,
  FoundJob,
  FoundTechnician,
  FoundVehicle,
} from '#shared/contract/search.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
})

type Found = {
  customers: FoundCustomer[]
  vehicles: FoundVehicle[]
  jobs: FoundJob[]
  technicians: FoundTechnician[]
}
async function find(q: string): Promise<Found> {
  const { status, body } = await admin.call('GET /api/admin/search', { query: { q } })
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
const people = async (q: string) => (await find(q)).customers.map(({ firstName }) => firstName)
const plates = async (q: string) => (await find(q)).vehicles.map(({ licensePlate }) => licensePlate)
const numbers = async (q: string) => (await find(q)).jobs.map(({ number }) => number)

test.each([
  ['olivia', true],
  ['BENNETT oliv', true],
  ['ob@example', true],
  ['(512) 555-0123', true],
  ['512.555.0123', true],
  ['+1 512 555 0123', true],
  ['555-0123', true],
  // Too short for the trigram index: matches beginnings of words.
  ['ol', true],
  ['be', true],
  ['olivia b', true],
  ['OliviaBennett', true],
  ['oliviaben', false],
  ['li', false],
  ['olivia x', false],
  ['% %', false],
])('a customer by %j: %s', async (typed, isFound) => {
  const olivia = { firstName: 'Olivia', lastName: 'Bennett', email: 'ob@example.com' }
  await makeUser({ ...olivia, phone: '+15125550123' })
  await makeUser({ firstName: 'Olivia', role: 'technician', phone: '+15125550123' })
  await makeUser({ firstName: 'Olivia', email: null, anonymizedAt: new Date() })
  const { customers } = await find(typed)
  expect(customers.map(({ lastName }) => lastName)).toEqual(isFound ? ['Bennett'] : [])
  if (isFound) expect(customers).toMatchObject([{ ...olivia, phone: '+15125550123' }])
})

test.each([
  ['KTX 4821', ['KTX-4821']],
  ['ktx4821', ['KTX-4821']],
  ['4821', ['4821 AB', 'KTX-4821']],
  ['kt', ['KTX-4821']],
  ['1FTFW1E50JFA12345', ['KTX-4821']],
  ['1ftfw1e5ojfa12345', ['KTX-4821']],
  ['A12345', ['KTX-4821']],
  ['1FTFW1', ['KTX-4821']],
  // A VIN is searched by its beginning and end, not its middle.
  ['W1E50J', []],
  ['12345', []],
  ['GONE 1', []],
])('a car by %j', async (typed, found) => {
  const { id: customerId } = await makeUser({ firstName: 'Ann' })
  await makeVehicle(customerId, { licensePlate: 'KTX-4821', vin: '1FTFW1E50JFA12345' })
  await makeVehicle(customerId, { licensePlate: '4821 AB' })
  await makeVehicle(customerId, { licensePlate: 'GONE 1', deletedAt: new Date() })
  expect(await plates(typed)).toEqual(found)
})

test('a car comes with its owner and latest visit', async () => {
  const customer = await makeUser({ firstName: 'Ann', lastName: 'Lee' })
  const car = await makeVehicle(customer.id, { licensePlate: 'ANN 1' })
  const visit = { customerId: customer.id, vehicleId: car.id, slot: slotAt(1) }
  await makeVehicle(customer.id, { licensePlate: 'ANN 2' })
  await makeJob({ ...visit, serviceDate: '2031-01-01' })
  const next = await makeJob({ ...visit, serviceDate: '2031-02-01' })
  await makeJob({ ...visit, serviceDate: '2031-03-01', status: 'cancelled' })
  const { vehicles } = await find('ann1')
  expect(vehicles).toMatchObject([
    { id: car.id, jobId: next.id, customer: { id: customer.id, lastName: 'Lee' } },
  ])
  expect((await find('ann 2')).vehicles).toMatchObject([{ jobId: null }])
})

test('visits by number, the exact one first', async () => {
  const customer = await makeUser({ firstName: 'Ann', lastName: 'Lee' })
  const made = []
  for (let i = 0; i < 12; i++)
    made.push(await makeJob({ customerId: customer.id, serviceDate: `2031-01-${10 + i}` }))
  const { id, number } = made[10] ?? { id: '', number: 0 }
  for (const typed of [`FQ-${number}`, `fq ${number}`, ` ${number} `, `#${number}`]) {
    const { jobs } = await find(typed)
    expect(jobs[0]).toMatchObject({
      id,
      number: `FQ-${number}`,
      status: 'scheduled',
      scheduledDate: '2031-01-20',
      customerName: 'Ann Lee',
      vehicle: { make: 'Toyota', year: '2018' },
    })
  }
  const first = made[0]?.number ?? 0
  expect(await numbers(`FQ-${first}`)).toEqual(
    made.map((one) => `FQ-${one.number}`).filter((one) => one.startsWith(`FQ-${first}`)),
  )
  expect(await numbers('FQ-0')).toEqual([])
  expect(await numbers('2147483648')).toEqual([])
})

test('at most five of each, prefix matches first', async () => {
  const { id } = await makeUser({ firstName: 'Joann', lastName: 'Smith' })
  for (let i = 0; i < 6; i++) {
    await makeUser({ firstName: 'Ann', lastName: `Smith ${i}` })
    await makeVehicle(id, { licensePlate: `ANN ${i}` })
    await makeJob()
  }
  expect(await people('ann')).toEqual(Array.from({ length: 5 }, () => 'Ann'))
  expect(await plates('ann')).toHaveLength(5)
  expect((await numbers('10')).length).toBeLessThanOrEqual(5)
})

test.each(['', ' ', 'a', ' a ', '--', '%_'])('%j finds nothing', async (typed) => {
  await makeUser({ firstName: 'a', lastName: '%_ --' })
  expect(await find(typed)).toEqual({ customers: [], vehicles: [], jobs: [], technicians: [] })
})

test('technicians by name, active ones first', async () => {
  const named = { role: 'technician', firstName: 'Olivia', lastName: 'Bennett' } as const
  const gone = await makeUser({ ...named, deactivatedAt: new Date() })
  const works = await makeUser(named)
  expect((await find('bennett')).technicians).toMatchObject([
    { id: works.id, firstName: 'Olivia', status: 'active' },
    { id: gone.id, status: 'deactivated' },
  ])
  expect((await find('bennett')).customers).toEqual([])
})

test.each([
  ['jetta', ['J 1']],
  ['JETT', ['J 1']],
  ['vw jetta', []],
  ['Volkswagen Jetta', ['J 1']],
  ['2018 jetta', ['J 1']],
  ['jetta 2019', []],
  ['f150', ['F 1']],
  ['F-150', ['F 1']],
  ['citroen', ['C 4']],
  ['etta', []],
])('a car by its name: %j', async (typed, found) => {
  const { id: customerId } = await makeUser({ firstName: 'Ann' })
  const car = (make: string, model: string, licensePlate: string, more = {}) =>
    makeVehicle(customerId, { make, model, year: '2018', licensePlate, ...more })
  await car('Volkswagen', 'Jetta', 'J 1')
  await car('Volkswagen', 'Jetta', 'J 2', { deletedAt: new Date() })
  await car('Ford', 'F-150', 'F 1')
  await car('Citroën', 'Berlingo', 'C 4')
  expect(await plates(typed)).toEqual(found)
})

test.each([
  ['(512) 555-0142', true],
  ['+1 512 555 0142', true],
  ['512\u2011555\u20110142', true],
  ['555-0142', true],
  ['rui', true],
  ["d'avila rui", true],
  ['Rui D’Ávila', true],
  ['DÁVILA', true],
  ['ru', true],
  ['ui', false],
  ['rui costa', false],
])('a visit by its contact, %s: %s', async (typed, isFound) => {
  const customer = await makeUser({ firstName: 'Ada', lastName: 'Lovelace' })
  const contact = { contactName: 'Rui d’Ávila', contactPhone: '+15125550142' }
  const { number, id: jobId } = await makeJob({ customerId: customer.id, ...contact })
  await admin.call('PATCH /api/jobs/{id}', { params: { id: jobId }, body: { accessNotes: 'B2' } })
  await makeJob({ contactName: 'Eva', contactPhone: '+15125550143' })
  const { jobs } = await find(typed)
  expect(jobs.map((one) => [one.number, one.customerName])).toEqual(
    isFound ? [[`FQ-${number}`, 'Rui d’Ávila']] : [],
  )
  const callers = await admin.call('GET /api/admin/callers', { query: { q: typed } })
  expect(callers.body.map((one: { id: string }) => one.id)).toEqual(isFound ? [customer.id] : [])
  for (const sort of ['name', 'email', '-jobs', undefined]) {
    const query = { search: typed, ...(sort && { sort }) }
    const listed = await admin.call('GET /api/admin/customers', { query })
    expect([sort, listed.body.map((one: { id: string }) => one.id)]).toEqual([
      sort,
      isFound ? [customer.id] : [],
    ])
  }
  const paid = await admin.call('GET /api/payments', { query: { search: typed } })
  expect(paid.body.map((one: { jobId: string }) => one.jobId)).toEqual(isFound ? [jobId] : [])
  const log = await admin.call('GET /api/admin/audit', { query: { search: typed } })
  expect(log.body).toHaveLength(isFound ? 1 : 0)
})
