import { expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { travelTo } from '#server/base/clock.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

async function ownCar() {
  const customer = await app.as('customer')
  const { id } = await makeVehicle(customer.user.id)
  const note = (date: string, miles: number, more = {}) =>
    customer.call('POST /api/vehicles/{id}/odometer', {
      params: { id },
      body: { date, miles, ...more },
    })
  const list = async () =>
    (await customer.call('GET /api/vehicles/{id}/odometer', { params: { id } })).body
  return { customer, id, params: { id }, note, list }
}

test('readings are listed newest first, and a second one on a day replaces the first', async () => {
  const { customer, params, note, list } = await ownCar()
  expect(await note('2026-02-01', 40_000)).toMatchObject({
    status: 201,
    body: { date: '2026-02-01', miles: 40_000, readBy: 'customer' },
  })
  await note('2026-04-01', 42_000)
  await note('2026-03-01', 41_900)
  expect((await note('2026-03-01', 41_000)).status).toBe(201)
  expect(await list()).toEqual([
    { date: '2026-04-01', miles: 42_000, readBy: 'customer' },
    { date: '2026-03-01', miles: 41_000, readBy: 'customer' },
    { date: '2026-02-01', miles: 40_000, readBy: 'customer' },
  ])
  const vehicle = await customer.call('GET /api/vehicles/{id}', { params })
  expect(vehicle.body.odometer[0]).toEqual({ date: '2026-04-01', miles: 42_000 })
})

test.each([
  ['2026-03-15', 39_999, 'It already read 40,000 mi on Sun, Mar 1, 2026.'],
  ['2026-03-15', 42_001, 'It read only 42,000 mi later, on Wed, Apr 1, 2026.'],
  ['2026-05-01', 41_999, 'It already read 42,000 mi on Wed, Apr 1, 2026.'],
  ['2026-01-01', 40_001, 'It read only 40,000 mi later, on Sun, Mar 1, 2026.'],
])('a reading on %s of %i is refused', async (date, miles, expected) => {
  const { note, list } = await ownCar()
  await note('2026-03-01', 40_000)
  await note('2026-04-01', 42_000)
  const refused = await note(date, miles)
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain(expected)
  expect(refused.body).toMatchObject({
    details: { fields: [{ path: 'miles', message: expect.stringContaining(expected) }] },
  })
  expect(await list()).toHaveLength(2)
})

test('today ends at midnight in business time, and later dates are refused', async () => {
  // Ten at night in Chicago is tomorrow in UTC.
  travelTo(new Date('2026-05-02T03:00:00Z'))
  const { note } = await ownCar()
  expect(await note('2026-05-02', 1)).toMatchObject({
    status: 400,
    body: { message: 'A reading cannot be from the future.' },
  })
  expect((await note('2026-05-01', 1)).status).toBe(201)
})

test.each([-1, 1.5, 1_500_001])('%d miles are refused', async (miles) => {
  const { note } = await ownCar()
  expect((await note('2026-05-01', miles)).status).toBe(400)
})

test.each([0, 1_500_000])('%d miles are accepted', async (miles) => {
  const { note } = await ownCar()
  expect((await note('2026-05-01', miles)).status).toBe(201)
})

test("a technician's reading stays theirs until someone else reads that day", async () => {
  const { customer, id, note, list } = await ownCar()
  const technician = await app.as('technician')
  const visit = { customerId: customer.user.id, vehicleId: id, status: 'in_progress' as const }
  const job = await makeJob({ ...visit, technicianId: technician.user.id })
  const measured = { params: { id: job.id }, body: { odometerMiles: 40_000 } }
  await technician.call('PUT /api/jobs/{id}/measurements', measured)
  const date = businessToday()
  expect(await list()).toEqual([{ date, miles: 40_000, readBy: 'technician' }])
  expect((await note('2026-01-01', 40_001)).status).toBe(400)
  await note(date, 40_020)
  expect(await list()).toEqual([{ date, miles: 40_020, readBy: 'customer' }])
})

test.each([
  ['2026-06-01', 420_000, 42_000],
  ['2026-04-01', 410_000, 41_000],
  ['2026-05-01', 420_000, 42_000],
])('on %s %i miles need a confirmation after %i', async (date, miles, before) => {
  const { note, list } = await ownCar()
  await note('2026-03-01', 41_000)
  await note('2026-04-01', 42_000)
  expect(await note(date, miles)).toMatchObject({
    status: 409,
    body: { details: { reason: 'confirm', before: { miles: before } } },
  })
  expect(await list()).toHaveLength(2)
  expect(await note(date, miles, { confirmed: true })).toMatchObject({ status: 201 })
})

test('of two concurrent contradictory readings one is refused', async () => {
  const { note, list } = await ownCar()
  const answers = await Promise.all([note('2026-03-01', 50_000), note('2026-04-01', 40_000)])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 400]))
  expect(await list()).toHaveLength(1)
})

test('an admin may add one, and for others the vehicle does not exist', async () => {
  const { id } = await makeVehicle((await makeUser()).id)
  const asked = { params: { id }, body: { date: '2026-03-01', miles: 5 } }
  const stranger = await app.as('customer')
  expect((await stranger.call('POST /api/vehicles/{id}/odometer', asked)).status).toBe(404)
  const { params } = asked
  expect((await stranger.call('GET /api/vehicles/{id}/odometer', { params })).status).toBe(404)
  const admin = await app.as('admin')
  expect((await admin.call('POST /api/vehicles/{id}/odometer', asked)).status).toBe(201)
  const list = await admin.call('GET /api/vehicles/{id}/odometer', { params })
  expect(list.body).toEqual([{ date: '2026-03-01', miles: 5, readBy: 'admin' }])
})

test("a wrong reading is corrected and removed by the car's owner", async () => {
  const { customer, id, note, list } = await ownCar()
  const remove = (who: Pick<typeof customer, 'call'>, date: string) =>
    who.call('DELETE /api/vehicles/{id}/odometer/{date}', { params: { id, date } })
  await note('2026-02-01', 452_000)
  expect((await note('2026-03-01', 45_300)).status).toBe(400)
  expect((await remove(await app.as('customer'), '2026-02-01')).status).toBe(404)
  expect((await remove(customer, '2026-02-02')).status).toBe(404)
  expect(await remove(customer, '2026-02-01')).toMatchObject({ status: 200 })
  expect((await remove(customer, '2026-02-01')).status).toBe(404)
  expect((await note('2026-03-01', 45_300)).status).toBe(201)
  await note('2026-03-01', 45_200)
  expect(await list()).toEqual([{ date: '2026-03-01', miles: 45_200, readBy: 'customer' }])
  expect(await remove(await app.as('admin'), '2026-03-01')).toMatchObject({ status: 200 })
  expect(await list()).toEqual([])
})
