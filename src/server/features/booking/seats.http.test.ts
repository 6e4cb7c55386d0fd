import { expect, test } from 'vitest'
import { db, engine } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { blockedSlots } from '#server/database/tables/schedule.ts'
import { inside } from '#server/features/service-area/test-spots.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { customerWithCar, monday, tuesday, visitForm, wednesday } from './test-customer.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })

test('a full or blocked slot is refused with the fresh day', async () => {
  const { call, form } = await customerWithCar(app)
  await makeJob({ serviceDate: tuesday, slot: slotAt(1) })
  await db()
    .insert(blockedSlots)
    .values({ serviceDate: tuesday, slot: slotAt(2) })
  const full = await call('POST /api/jobs', { body: form })
  expect(full.status).toBe(409)
  expect(full.body.code).toBe('conflict')
  expect(full.body.details.availability).toEqual({
    date: tuesday,
    open: true,
    slots: ['full', 'blocked', 'open', 'open', 'open'].map((status, index) => ({
      timeSlot: labelAt(index + 1),
      status,
    })),
  })
  const blocked = await call('POST /api/jobs', {
    body: { ...form, scheduledTime: labelAt(2) },
  })
  expect(blocked.status).toBe(409)
})

test('of 200 concurrent bookings of one slot exactly one succeeds', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => customerWithCar(app)))
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => people)
      .flat()
      .map(({ call, form }) => call('POST /api/jobs', { body: form })),
  )
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(199)
  expect(await db().$count(jobs)).toBe(1)
  expect(await db().$count(paymentAccounts)).toBe(1)
})

test('a vehicle deleted at the same moment is not booked', async () => {
  for (let slot = 1; slot <= 5; slot++) {
    const { call, form } = await customerWithCar(app)
    const [booked, deleted] = await Promise.all([
      call('POST /api/jobs', { body: { ...form, scheduledTime: labelAt(slot) } }),
      call('DELETE /api/vehicles/{id}', { params: { id: form.vehicleId } }),
    ])
    expect([booked.status, deleted.status].join()).toMatch(/^(201,409|404,200)$/)
  }
})

test('a slot with three seats takes exactly three vehicles', async () => {
  await changeSettings({ slotCapacity: 3 })
  const people = await Promise.all(Array.from({ length: 12 }, () => customerWithCar(app)))
  const answers = await Promise.all(
    people.map(({ call, form }) => call('POST /api/jobs', { body: form })),
  )
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
    201,
    201,
    201,
    ...Array.from({ length: 9 }, () => 409),
  ])
  const seats = await db().select({ seat: jobs.seat }).from(jobs).orderBy(jobs.seat)
  expect(seats.map((row) => row.seat)).toEqual([1, 2, 3])
})

test('a lowered capacity counts existing bookings', async () => {
  await makeJob({ serviceDate: tuesday, slot: slotAt(1), seat: 2 })
  const { call, form } = await customerWithCar(app)
  expect((await call('POST /api/jobs', { body: form })).status).toBe(409)
})

test('a vehicle never has two visits at the same time', async () => {
  await changeSettings({ slotCapacity: 3 })
  const { call, form, car } = await customerWithCar(app)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => call('POST /api/jobs', { body: form })),
  )
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  expect(answers.find((answer) => answer.status === 409)?.body.message).toBe(
    'This vehicle already has a visit at that time.',
  )
  const { vehicleId, scheduledDate, scheduledTime } = visitForm(car.id, {
    scheduledDate: wednesday,
  })
  const visit = { vehicleId, scheduledDate, scheduledTime }
  const twice = await call('POST /api/bookings', {
    body: { visits: [visit, visit], serviceAddress: inside },
  })
  expect(twice.status).toBe(409)
  expect(await db().$count(jobs)).toBe(1)
})

test('several vehicles are all booked, in the given order', async () => {
  const { call, user, car } = await customerWithCar(app)
  const second = await makeVehicle(user.id)
  const answer = await call('POST /api/bookings', {
    body: {
      visits: [
        { vehicleId: car.id, scheduledDate: wednesday, scheduledTime: labelAt(2) },
        { vehicleId: second.id, scheduledDate: tuesday, scheduledTime: labelAt(5) },
      ],
      serviceAddress: inside,
    },
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject([
    { vehicleId: car.id, scheduledDate: wednesday, scheduledTime: labelAt(2) },
    { vehicleId: second.id, scheduledDate: tuesday, scheduledTime: labelAt(5) },
  ])
})

test('several vehicles share a slot with enough seats', async () => {
  await changeSettings({ slotCapacity: 2 })
  const { call, user, car } = await customerWithCar(app)
  const second = await makeVehicle(user.id)
  const visits = [car, second].map(({ id }) => ({
    vehicleId: id,
    scheduledDate: tuesday,
    scheduledTime: labelAt(1),
  }))
  const body = { visits, serviceAddress: inside }
  expect((await call('POST /api/bookings', { body })).status).toBe(201)
})

test('if one slot is gone none is booked, and the others show as free', async () => {
  await makeJob({ serviceDate: tuesday, slot: slotAt(2) })
  const { call, user, car } = await customerWithCar(app)
  const second = await makeVehicle(user.id)
  const answer = await call('POST /api/bookings', {
    body: {
      visits: [
        { vehicleId: car.id, scheduledDate: tuesday, scheduledTime: labelAt(1) },
        { vehicleId: second.id, scheduledDate: tuesday, scheduledTime: labelAt(2) },
      ],
      serviceAddress: inside,
    },
  })
  expect(answer.status).toBe(409)
  const shown = answer.body.details.availability.slots
  expect([shown[0].status, shown[1].status]).toEqual(['open', 'full'])
  expect(await db().$count(jobs)).toBe(1)
  expect(await db().$count(paymentAccounts)).toBe(1)
})

test('bookings of the same slots in different orders never deadlock', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => customerWithCar(app)))
  const seconds = await Promise.all(people.map(({ user }) => makeVehicle(user.id)))
  const answers = await Promise.all(
    people.map(({ call, car }, n) => {
      const visits = [car, seconds[n]].map((vehicle, index) => ({
        vehicleId: vehicle?.id,
        scheduledDate: tuesday,
        scheduledTime: labelAt(n % 2 === 0 ? index + 1 : 2 - index),
      }))
      return call('POST /api/bookings', { body: { visits, serviceAddress: inside } })
    }),
  )
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
    201, 409, 409, 409, 409, 409,
  ])
  expect(await db().$count(jobs)).toBe(2)
})

// The embedded engine runs one statement at a time, so technicians only race here.
test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'bookings at once never give one technician two visits in a slot',
  async () => {
    expect(engine()).toBe('postgres')
    await changeSettings({ autoAssign: true, slotCapacity: 8 })
    for (let n = 0; n < 3; n++) await makeUser({ role: 'technician' })
    const people = await Promise.all(Array.from({ length: 8 }, () => customerWithCar(app)))
    const answers = await Promise.all(
      people.map(({ call, form }) => call('POST /api/jobs', { body: form })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(people.map(() => 201))
    const assigned = answers.flatMap((answer) => answer.body.technicianId ?? [])
    expect(new Set(assigned).size).toBe(assigned.length)
    expect(assigned).toHaveLength(3)
  },
)
