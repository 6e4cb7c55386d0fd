import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import { blockedSlots } from '#server/database/tables/schedule.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { customerWithCar, monday, sunday, tuesday, wednesday } from './test-customer.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })

const onTuesday = { serviceDate: tuesday, slot: slotAt(1) }
const toWednesday = { scheduledDate: wednesday, scheduledTime: labelAt(3) }
const cancel = 'POST /api/jobs/{id}/cancel'
const reschedule = 'POST /api/jobs/{id}/reschedule'

async function ownJob(wanted: Parameters<typeof makeJob>[0] = {}) {
  const customer = await app.as('customer')
  const job = await makeJob({ ...onTuesday, customerId: customer.user.id, ...wanted })
  return { ...customer, job, params: { id: job.id } }
}

test('a cancelled visit frees its seat and notifies both sides', async () => {
  const technician = await makeUser({ role: 'technician' })
  const { call, user, params } = await ownJob({
    status: 'assigned',
    technicianId: technician.id,
    communicationActive: true,
  })
  const answer = await call(cancel, { params, body: { reason: 'Sold the car' } })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    status: 'cancelled',
    cancelReason: 'Sold the car',
    communicationActive: false,
  })
  const told = await db().select().from(notifications)
  expect(told.map((row) => row.userId).sort()).toEqual([technician.id, user.id].sort())
  expect(await db().select().from(sentMessages)).toMatchObject([{ recipient: user.email }])
  expect(await db().select().from(jobEvents)).toMatchObject([
    { kind: 'job_cancelled', actorId: user.id, data: { reason: 'Sold the car' } },
  ])
  const other = await customerWithCar(app)
  expect((await other.call('POST /api/jobs', { body: other.form })).status).toBe(201)
})

test('of two concurrent cancellations one counts', async () => {
  const { call, params } = await ownJob()
  const answers = await Promise.all([1, 2].map(() => call(cancel, { params, body: {} })))
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409])
  expect(await db().$count(jobEvents)).toBe(1)
})

test('an admin gives a reason, and may cancel a visit in progress', async () => {
  const { params, call } = await ownJob({ status: 'in_progress' })
  const admin = await app.as('admin')
  const tooLate = await call(cancel, { params, body: {} })
  expect([tooLate.status, tooLate.body.message]).toEqual([
    409,
    'The service has started, so it can no longer be cancelled online.',
  ])
  for (const who of [admin, { call }])
    expect(await who.call(reschedule, { params, body: toWednesday })).toMatchObject({
      status: 409,
      body: { message: 'The service has started, so it can no longer be moved.' },
    })
  expect((await admin.call(cancel, { params, body: { reason: '  ' } })).status).toBe(400)
  const done = await admin.call(cancel, { params, body: { reason: 'Hail' } })
  expect(done.body).toMatchObject({ status: 'cancelled', cancelReason: 'Hail' })
})

test('notice periods apply to customers, not the office', async () => {
  await changeSettings({ cancelNoticeHours: 24, rescheduleNoticeHours: 48 })
  const { call, params } = await ownJob()
  travelTo(new Date('2026-11-23T14:00:01Z'))
  expect((await call(cancel, { params, body: {} })).status).toBe(409)
  expect((await call(reschedule, { params, body: toWednesday })).body.message).toMatch(
    /until 48 hours before the visit/,
  )
  const admin = await app.as('admin')
  expect((await admin.call(reschedule, { params, body: toWednesday })).status).toBe(200)
  expect((await call(cancel, { params, body: {} })).status).toBe(200)
})

test('a moved visit keeps number, price and technician, and exchanges its seat', async () => {
  const technician = await makeUser({ role: 'technician' })
  const { call, user, job, params } = await ownJob({
    status: 'assigned',
    technicianId: technician.id,
  })
  const answer = await call(reschedule, { params, body: toWednesday })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    id: job.id,
    number: `FQ-${job.number}`,
    ...toWednesday,
    startsAt: '2026-11-25T19:00:00.000Z',
    status: 'assigned',
    technicianId: technician.id,
    finalAmount: '129.99',
  })
  expect(await db().select().from(jobEvents)).toMatchObject([
    {
      kind: 'job_rescheduled',
      actorId: user.id,
      data: { from: { date: tuesday, slot: slotAt(1) } },
    },
  ])
  const other = await customerWithCar(app)
  expect((await other.call('POST /api/jobs', { body: other.form })).status).toBe(201)
  const taken = { ...other.form, ...toWednesday }
  expect((await other.call('POST /api/jobs', { body: taken })).status).toBe(409)
})

test('a technician who is busy at the new time is unassigned', async () => {
  await changeSettings({ slotCapacity: 2 })
  const technician = await makeUser({ role: 'technician' })
  const theirs = { status: 'assigned', technicianId: technician.id } as const
  await makeJob({ ...theirs, serviceDate: wednesday, slot: slotAt(3) })
  const { call, params } = await ownJob(theirs)
  const answer = await call(reschedule, { params, body: toWednesday })
  expect(answer.body).toMatchObject({ status: 'scheduled', technicianId: null })
})

test('with auto-assign a free technician takes over', async () => {
  await changeSettings({ slotCapacity: 2, autoAssign: true })
  const [busy, free] = [
    await makeUser({ role: 'technician' }),
    await makeUser({ role: 'technician' }),
  ]
  await makeJob({
    status: 'assigned',
    technicianId: busy.id,
    serviceDate: wednesday,
    slot: slotAt(3),
  })
  const { call, params } = await ownJob({ status: 'assigned', technicianId: busy.id })
  const answer = await call(reschedule, { params, body: toWednesday })
  expect(answer.body).toMatchObject({ status: 'assigned', technicianId: free.id })
})

test.each([
  ['a Sunday', { scheduledDate: sunday }, 400],
  ['a past date', { scheduledDate: '2026-11-20' }, 400],
  ['an invented slot', { scheduledTime: 'noon' }, 400],
])('%s is refused', async (_, wrong, status) => {
  const { call, params } = await ownJob()
  const answer = await call(reschedule, { params, body: { ...toWednesday, ...wrong } })
  expect(answer.status).toBe(status)
})

test('a full or blocked slot is refused with the fresh day, and the visit stays', async () => {
  await makeJob({ serviceDate: wednesday, slot: slotAt(3) })
  await db()
    .insert(blockedSlots)
    .values({ serviceDate: wednesday, slot: slotAt(4) })
  const { call, job, params } = await ownJob()
  for (const slot of [3, 4]) {
    const body = { ...toWednesday, scheduledTime: labelAt(slot) }
    const answer = await call(reschedule, { params, body })
    expect(answer.status).toBe(409)
    expect(answer.body.details.availability.slots[2].status).toBe('full')
    expect(answer.body.details.availability.slots[3].status).toBe('blocked')
  }
  const [row] = await db().select().from(jobs).where(eq(jobs.id, job.id))
  expect(row).toMatchObject(onTuesday)
})

test('moving to the same time changes nothing, even on a full day', async () => {
  const { call, params } = await ownJob()
  const body = { scheduledDate: tuesday, scheduledTime: labelAt(1) }
  expect((await call(reschedule, { params, body })).status).toBe(200)
  expect(await db().$count(jobEvents)).toBe(0)
})

test.each(['in_progress', 'completed', 'cancelled'] as const)(
  'a %s visit is not moved',
  async (status) => {
    const { call, params } = await ownJob({ status })
    expect((await call(reschedule, { params, body: toWednesday })).status).toBe(409)
  },
)

test('of many visits moved to one slot at once, exactly one gets it', async () => {
  const owners = []
  for (let slot = 1; slot <= 5; slot++) owners.push(await ownJob({ slot: slotAt(slot) }))
  const answers = await Promise.all(
    owners.map(({ call, params }) => call(reschedule, { params, body: toWednesday })),
  )
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
    200, 409, 409, 409, 409,
  ])
})

test('concurrent bookings and moves share two seats correctly', async () => {
  await changeSettings({ slotCapacity: 2 })
  const owners = []
  for (let slot = 1; slot <= 4; slot++) owners.push(await ownJob({ slot: slotAt(slot) }))
  const others = await Promise.all(Array.from({ length: 4 }, () => customerWithCar(app)))
  const answers = await Promise.all([
    ...owners.map(({ call, params }) => call(reschedule, { params, body: toWednesday })),
    ...others.map(({ call, form }) =>
      call('POST /api/jobs', { body: { ...form, ...toWednesday } }),
    ),
  ])
  expect(answers.filter((answer) => answer.status < 300)).toHaveLength(2)
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(6)
})

test('other people’s visits are not found', async () => {
  const { params } = await ownJob()
  const stranger = await app.as('customer')
  expect((await stranger.call(cancel, { params, body: {} })).status).toBe(404)
  expect((await stranger.call(reschedule, { params, body: toWednesday })).status).toBe(404)
  const technician = await app.as('technician')
  expect((await technician.call(cancel, { params, body: {} })).status).toBe(403)
})
