import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeAddon, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { idempotencyKeys } from '#server/database/tables/idempotency-keys.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { users } from '#server/database/tables/users.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { customerWithCar, monday } from './test-customer.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
const headers = { 'idempotency-key': 'one' }

/** Rows of everything a booking writes. */
const written = () =>
  Promise.all(
    [jobs, jobLines, paymentAccounts, jobEvents, idempotencyKeys].map((table) =>
      db().$count(table),
    ),
  )

test.each([
  ['seats for one', { slotCapacity: 1, maxVisitsPerVehiclePerDay: 1 }],
  ['seats for all', { slotCapacity: 20, maxVisitsPerVehiclePerDay: 0, maxVisitsWithoutCard: 0 }],
  ['a seat for each technician', { slotCapacityMode: 'technicians' as const }],
])(
  'of many simultaneous repeats, with %s, one books, and all get its answer',
  async (_, limits) => {
    await changeSettings(limits)
    await makeUser({ role: 'technician' })
    const { call, form } = await customerWithCar(app)
    const addon = await makeAddon()
    const body = { ...form, addons: [addon.id] }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('POST /api/jobs', { body, headers })),
    )
    const [first] = answers
    for (const { status, body: job } of answers) expect([status, job]).toEqual([201, first?.body])
    expect(await written()).toEqual([1, 2, 1, 1, 1])
  },
)

test('a repeat returns the visit as booked, whatever happened to it since', async () => {
  const { call, form } = await customerWithCar(app)
  const { technician: _, ...first } = (await call('POST /api/jobs', { body: form, headers })).body
  const admin = await app.as('admin')
  await admin.call('PATCH /api/jobs/{id}', {
    params: { id: first.id },
    body: { accessNotes: 'Blue gate', seen: { accessNotes: '' } },
  })
  await call('POST /api/jobs/{id}/cancel', { params: { id: first.id }, body: {} })
  const again = await call('POST /api/jobs', { body: form, headers })
  expect(again.status).toBe(201)
  expect(again.body).toMatchObject(first)
  expect(await db().$count(jobs)).toBe(1)
})

test('a key used for another visit is refused, and nothing is booked', async () => {
  const { call, form, user } = await customerWithCar(app)
  await call('POST /api/jobs', { body: form, headers })
  const other = { ...form, vehicleId: (await makeVehicle(user.id)).id, scheduledTime: labelAt(4) }
  const answers = await Promise.all(
    [1, 2, 3].map(() => call('POST /api/jobs', { body: other, headers })),
  )
  for (const { status, body } of answers)
    expect([status, body.message]).toEqual([
      409,
      'This Idempotency-Key was already used for something else.',
    ])
  expect(await written()).toEqual([1, 1, 1, 1, 1])
})

test('a failed booking can be retried with its key', async () => {
  const { call, form } = await customerWithCar(app)
  const dearer = { ...form, seenPrice: '1.00' }
  expect((await call('POST /api/jobs', { body: dearer, headers })).status).toBe(409)
  const rival = await customerWithCar(app)
  const taken = await rival.call('POST /api/jobs', { body: rival.form })
  expect(taken.status).toBe(201)
  expect((await call('POST /api/jobs', { body: form, headers })).status).toBe(409)
  expect(await db().$count(idempotencyKeys)).toBe(0)
  await rival.call('POST /api/jobs/{id}/cancel', { params: { id: taken.body.id }, body: {} })
  expect((await call('POST /api/jobs', { body: form, headers })).status).toBe(201)
})

test('several visits are repeated together, in the given order', async () => {
  await changeSettings({ slotCapacity: 3 })
  const { call, form, user } = await customerWithCar(app)
  const second = await makeVehicle(user.id)
  const { serviceAddress, ...visit } = form
  const visits = [
    { ...visit, scheduledTime: labelAt(4) },
    { ...visit, vehicleId: second.id, scheduledTime: labelAt(2) },
  ]
  const request = { body: { visits, serviceAddress }, headers }
  const answers = await Promise.all([1, 2, 3].map(() => call('POST /api/bookings', request)))
  for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body])
  expect(answers[0]?.body.map((job: { vehicleId: string }) => job.vehicleId)).toEqual([
    form.vehicleId,
    second.id,
  ])
  expect(await written()).toEqual([2, 2, 2, 2, 1])
})

test('contact details sent along are stored once', async () => {
  const { call, form, user } = await customerWithCar(app)
  await db()
    .update(users)
    .set({ firstName: '', lastName: '', phone: '' })
    .where(eq(users.id, user.id))
  const request = { body: { ...form, name: 'Ada Low', phone: '512 555 0142' }, headers }
  const answers = [await call('POST /api/jobs', request), await call('POST /api/jobs', request)]
  for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body])
  expect(await db().$count(jobs)).toBe(1)
})
