import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { type JobRow, makeJob } from '#server/database/test-factories.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { odometerReadings } from '#server/database/tables/vehicles.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { addDays } from '#shared/rules/calendar.ts'

const app = useTestApp()
let technician: TestPerson
let job: JobRow
let params: { id: string }
beforeEach(async () => {
  technician = await app.as('technician')
  job = await makeJob({ status: 'in_progress', technicianId: technician.user.id })
  params = { id: job.id }
})

const measure = (body: object, person = technician) =>
  person.call('PUT /api/jobs/{id}/measurements', { params, body })
const readings = () =>
  db()
    .select({ miles: odometerReadings.miles, readOn: odometerReadings.readOn })
    .from(odometerReadings)

test('miles and quarts are stored separately, and miles become an odometer reading', async () => {
  expect((await measure({ odometerMiles: 48_210 })).body).toMatchObject({
    odometerMiles: 48_210,
    filledQuarts: null,
  })
  expect((await measure({ filledQuarts: 4.8 })).body).toMatchObject({
    odometerMiles: 48_210,
    filledQuarts: 4.8,
  })
  expect(await readings()).toEqual([{ miles: 48_210, readOn: businessToday() }])
  await measure({ odometerMiles: 48_120 })
  expect(await readings()).toEqual([{ miles: 48_120, readOn: businessToday() }])
})

test('decreasing miles stay on the visit only', async () => {
  const readOn = addDays(businessToday(), -40)
  await db().insert(odometerReadings).values({ vehicleId: job.vehicleId, miles: 50_000, readOn })
  expect((await measure({ odometerMiles: 48_000 })).body).toMatchObject({ odometerMiles: 48_000 })
  expect(await readings()).toEqual([{ miles: 50_000, readOn }])
})

test("miles of ten times the car's last reading need a confirmation", async () => {
  const readOn = addDays(businessToday(), -40)
  await db().insert(odometerReadings).values({ vehicleId: job.vehicleId, miles: 45_200, readOn })
  const asked = await measure({ odometerMiles: 452_000, filledQuarts: 5 })
  expect(asked).toMatchObject({
    status: 409,
    body: { details: { reason: 'confirm', before: { date: readOn, miles: 45_200 } } },
  })
  expect(await readings()).toHaveLength(1)
  expect(await measure({ odometerMiles: 451_999 })).toMatchObject({ status: 200 })
  const meant = await measure({ odometerMiles: 452_000, confirmed: true })
  expect(meant).toMatchObject({ status: 200, body: { odometerMiles: 452_000 } })
  // The saved miles again, with something else.
  expect(await measure({ odometerMiles: 452_000, filledQuarts: 5 })).toMatchObject({ status: 200 })
})

test("a reading of the same day counts as the last one of a car's first", async () => {
  expect(await measure({ odometerMiles: 45_200 })).toMatchObject({ status: 200 })
  expect(await measure({ odometerMiles: 452_000 })).toMatchObject({ status: 409 })
})

test("only the visit's technician gets the car's last reading, with one visit and not in lists", async () => {
  const date = addDays(businessToday(), -1)
  const reading = { date, miles: 45_200 }
  await db()
    .insert(odometerReadings)
    .values({ vehicleId: job.vehicleId, miles: 45_200, readOn: date })
  const one = await technician.call('GET /api/jobs/{id}', { params })
  expect(one.body.lastReading).toEqual(reading)
  const list = await technician.call('GET /api/jobs/technician')
  expect(list.body[0]).not.toHaveProperty('lastReading')
  const office = await (await app.as('admin')).call('GET /api/jobs/{id}', { params })
  expect(office.body).not.toHaveProperty('lastReading')
})

test.each([
  { odometerMiles: -1 },
  { odometerMiles: 1.5 },
  { odometerMiles: 2_000_000 },
  { filledQuarts: 0.1 },
  { filledQuarts: 31 },
  { filledQuarts: '4' },
])('%j is refused and changes nothing', async (body) => {
  expect((await measure(body)).status).toBe(400)
  expect(await readings()).toEqual([])
})

test("another technician's job does not exist, and a completed one is locked", async () => {
  expect((await measure({ filledQuarts: 5 }, await app.as('technician'))).status).toBe(404)
  await db().update(jobs).set({ status: 'completed' }).where(eq(jobs.id, job.id))
  expect((await measure({ filledQuarts: 5 })).status).toBe(409)
})

test.each([
  ['PATCH /api/jobs/{id}/status', { status: 'completed', technicianNotes: 'Done' }],
  ['PUT /api/jobs/{id}/checklist', { items: ['oil_drained'] }],
  ['PUT /api/jobs/{id}/notes', { technicianNotes: 'A belt is worn' }],
  ['PUT /api/jobs/{id}/measurements', { odometerMiles: 51_000 }],
] as const)('a repeated %s gets the first answer and happens once', async (route, body) => {
  const headers = { 'idempotency-key': 'the same tap' }
  const first = await technician.call(route, { params, body, headers })
  expect(first.status).toBe(200)
  const again = await technician.call(route, { params, body, headers })
  expect([again.status, again.body]).toEqual([200, first.body])
  const events = await db().select().from(jobEvents).where(eq(jobEvents.jobId, job.id))
  expect(events).toHaveLength(1)
})
