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
