import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { daysOff } from '#server/database/tables/schedule.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { monday, tuesday, wednesday } from '#server/features/booking/test-customer.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { notificationsShownTo, useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })

let admin: TestPerson
let technician: TestPerson
let params: { id: string }

beforeEach(async () => {
  admin = await app.as('admin')
  technician = await app.as(await makeUser({ role: 'technician', firstName: 'Mike', lastName: '' }))
  params = { id: technician.user.id }
})

const giveDaysOff = (body: unknown) =>
  admin.call('POST /api/admin/technicians/{id}/days-off', { params, body })
const assign = (id: string, technicianId: string | null = technician.user.id) =>
  admin.call('POST /api/jobs/{id}/assign', { params: { id }, body: { technicianId } })
const claim = (id: string) => technician.call('POST /api/jobs/{id}/claim', { params: { id } })
const jobOf = async (id: string) => (await db().select().from(jobs).where(eq(jobs.id, id)))[0]

test('days off first show the affected visits, and nothing is lost', async () => {
  const ana = await makeUser({ role: 'technician', firstName: 'Ana' })
  const mine = { technicianId: technician.user.id, status: 'assigned' } as const
  const [first, second] = [
    await makeJob({ ...mine, serviceDate: tuesday, slot: slotAt(1) }),
    await makeJob({ ...mine, serviceDate: wednesday, slot: slotAt(2) }),
  ]
  await makeJob({ ...mine, serviceDate: '2026-11-26', slot: slotAt(1) })
  const dates = { from: tuesday, to: wednesday, reason: 'Hunting' }
  const refused = await giveDaysOff(dates)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: 'Mike has 2 visits during this time. Please choose who takes them.',
      details: { reason: 'visits', visits: [{ id: first.id }, { id: second.id }] },
    },
  })
  const toAna = { id: first.id, technicianId: ana.id }
  expect((await giveDaysOff({ ...dates, visits: [toAna] })).body.details.visits).toMatchObject([
    { id: second.id },
  ])
  expect(await jobOf(first.id)).toMatchObject({ technicianId: technician.user.id })
  const given = await giveDaysOff({
    ...dates,
    visits: [toAna, { id: second.id, technicianId: null }],
  })
  expect(given).toMatchObject({ status: 201, body: { daysOff: [dates] } })
  expect(await jobOf(first.id)).toMatchObject({ technicianId: ana.id, status: 'assigned' })
  expect(await jobOf(second.id)).toMatchObject({ technicianId: null, status: 'scheduled' })
  expect((await assign(second.id)).body.message).toBe('Mike is away until Wed, Nov 25.')
  expect((await claim(second.id)).body.message).toBe('You are away until Wed, Nov 25.')
  const told = (await notificationsShownTo(technician.user)).map(({ title }) => title)
  expect(told.sort()).toEqual([
    'Days off',
    'Visit taken off your list',
    'Visit taken off your list',
  ])

  const [dayOff] = given.body.daysOff
  const take = { params: { ...params, dayOffId: dayOff.id } }
  const remove = () => admin.call('DELETE /api/admin/technicians/{id}/days-off/{dayOffId}', take)
  expect((await remove()).body.daysOff).toEqual([])
  expect((await remove()).status).toBe(404)
  expect((await assign(second.id)).status).toBe(200)
})

test('a visit cannot be assigned to a technician away then', async () => {
  const ana = await makeUser({ role: 'technician', firstName: 'Ana', lastName: 'Lee' })
  await db().insert(daysOff).values({ technicianId: ana.id, from: tuesday, to: tuesday })
  const { id } = await makeJob({
    technicianId: technician.user.id,
    status: 'assigned',
    serviceDate: tuesday,
    slot: slotAt(1),
  })
  const visits = [{ id, technicianId: ana.id }]
  const answer = await giveDaysOff({ from: tuesday, to: tuesday, visits })
  expect([answer.status, answer.body.message]).toEqual([409, 'Ana Lee is off on Tue, Nov 24.'])
  expect(await db().$count(daysOff, eq(daysOff.technicianId, technician.user.id))).toBe(0)
})

test.each([
  ['over', { from: '2026-11-20', to: '2026-11-22' }, 400],
  ['reversed', { from: wednesday, to: tuesday }, 400],
  ['longer than a year', { from: tuesday, to: '2028-01-01' }, 400],
  ['no dates', { from: 'soon', to: tuesday }, 400],
  ['overlapping', { from: tuesday, to: '2026-12-01' }, 409],
])('days off that are %s are refused', async (_, body, status) => {
  await giveDaysOff({ from: '2026-12-01', to: '2026-12-03' })
  expect((await giveDaysOff(body)).status).toBe(status)
  expect(await db().$count(daysOff)).toBe(1)
})

test('days off may start in the past', async () => {
  expect((await giveDaysOff({ from: '2026-11-20', to: '2026-11-23' })).status).toBe(201)
})

test('concurrent days off and assignment leave no visit with an absent technician', async () => {
  const { id } = await makeJob({ serviceDate: tuesday, slot: slotAt(1) })
  const [given, assigned] = await Promise.all([
    giveDaysOff({ from: tuesday, to: tuesday }),
    assign(id),
  ])
  expect([given.status, assigned.status].toSorted((a, b) => a - b)).toEqual(
    given.status === 201 ? [201, 409] : [200, 409],
  )
})

const reschedule = (who: TestPerson, id: string, body: Record<string, unknown> = {}) =>
  who.call('POST /api/jobs/{id}/reschedule', {
    params: { id },
    body: { scheduledDate: wednesday, scheduledTime: labelAt(1), ...body },
  })

test('a customer moves to any time; an unavailable technician is notified and, with auto-assign, replaced', async () => {
  await giveDaysOff({ from: wednesday, to: wednesday })
  const customer = await app.as('customer')
  const mine = {
    customerId: customer.user.id,
    technicianId: technician.user.id,
    status: 'assigned',
  } as const
  const first = await makeJob({ ...mine, serviceDate: tuesday, slot: slotAt(1) })
  expect((await reschedule(customer, first.id)).body).toMatchObject({
    status: 'scheduled',
    technicianId: null,
  })
  expect((await notificationsShownTo(technician.user))[0]).toMatchObject({
    title: 'Visit taken off your list',
  })
  await changeSettings({ autoAssign: true })
  const ana = await makeUser({ role: 'technician', firstName: 'Ana' })
  const second = await makeJob({ ...mine, serviceDate: tuesday, slot: slotAt(2) })
  const moved = await reschedule(customer, second.id, { scheduledTime: labelAt(2) })
  expect(moved.body).toMatchObject({ status: 'assigned', technicianId: ana.id })
  expect((await reschedule(customer, second.id, { technicianId: null })).status).toBe(403)
})

test('the office learns why it cannot move a visit, unless it picks another technician or none', async () => {
  await giveDaysOff({ from: wednesday, to: wednesday })
  const ana = await makeUser({ role: 'technician', firstName: 'Ana', lastName: 'Lee' })
  const mine = { technicianId: technician.user.id, status: 'assigned' } as const
  const { id } = await makeJob({ ...mine, serviceDate: tuesday, slot: slotAt(1) })
  expect(await reschedule(admin, id)).toMatchObject({
    status: 409,
    body: {
      message: 'Mike is off on Wed, Nov 25.',
      details: { reason: 'technician', refusal: { reason: 'away' } },
    },
  })
  expect(await jobOf(id)).toMatchObject({ serviceDate: tuesday, technicianId: technician.user.id })
  expect((await reschedule(admin, id, { technicianId: ana.id })).body).toMatchObject({
    technicianId: ana.id,
    scheduledDate: wednesday,
  })
  const nobody = { technicianId: null, scheduledTime: labelAt(2) }
  expect((await reschedule(admin, id, nobody)).body).toMatchObject({
    technicianId: null,
    status: 'scheduled',
  })
  const busy = await makeJob({
    serviceDate: wednesday,
    slot: slotAt(4),
    technicianId: ana.id,
    status: 'assigned',
  })
  await changeSettings({ slotCapacity: 2 })
  const there = { technicianId: ana.id, scheduledTime: labelAt(4) }
  expect(await reschedule(admin, id, there)).toMatchObject({
    status: 409,
    body: { details: { refusal: { reason: 'busy' } } },
  })
  expect(await jobOf(busy.id)).toMatchObject({ technicianId: ana.id })
  expect(await jobOf(id)).toMatchObject({ technicianId: null, slot: slotAt(2) })
})
