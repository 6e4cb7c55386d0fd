import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import { blockedSlots } from '#server/database/tables/schedule.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { monday, tuesday, wednesday } from './test-customer.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
const reschedule = 'POST /api/jobs/{id}/reschedule'
let admin: TestPerson
let customer: TestPerson
let ann: TestPerson
let ben: TestPerson
beforeEach(async () => {
  await changeSettings({ slotCapacity: 3 })
  ;[admin, customer, ann, ben] = [
    await app.as('admin'),
    await app.as('customer'),
    await app.as('technician'),
    await app.as('technician'),
  ]
})

const visitOf = (technicianId: string | null, wanted: Parameters<typeof makeJob>[0] = {}) =>
  makeJob({
    serviceDate: tuesday,
    slot: slotAt(1),
    customerId: customer.user.id,
    technicianId,
    status: technicianId ? 'assigned' : 'scheduled',
    ...wanted,
  })
const toWednesday = { scheduledDate: wednesday, scheduledTime: labelAt(3) }
const move = (id: string, body: object, who = admin) =>
  who.call(reschedule, { params: { id }, body })
const rowOf = async (id: string) => {
  const [row] = await db().select().from(jobs).where(eq(jobs.id, id))
  return row && [row.serviceDate, row.slot, row.technicianId, row.status]
}
const titles = async (who: TestPerson) =>
  (await notificationsShownTo(who.user)).map(({ title }) => title)

test('the office moves and reassigns a visit in one step, with one message to each person', async () => {
  const { id } = await visitOf(ann.user.id)
  const answer = await move(id, { ...toWednesday, technicianId: ben.user.id })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    ...toWednesday,
    technicianId: ben.user.id,
    status: 'assigned',
  })
  const events = await db().select().from(jobEvents)
  expect(events.map(({ kind }) => kind)).toEqual(['job_rescheduled'])
  expect(await titles(ann)).toEqual(['Visit taken off your list'])
  expect(await titles(ben)).toEqual(['New visit'])
  expect(await titles(customer)).toEqual(['Visit moved'])
  expect(await db().select().from(sentMessages)).toHaveLength(1)
})

test('null unassigns it, and naming its technician keeps them', async () => {
  const [off, along] = [await visitOf(ann.user.id), await visitOf(ben.user.id, { slot: slotAt(2) })]
  expect((await move(off.id, { ...toWednesday, technicianId: null })).status).toBe(200)
  expect(await rowOf(off.id)).toEqual([wednesday, slotAt(3), null, 'scheduled'])
  expect((await move(along.id, { ...toWednesday, technicianId: ben.user.id })).status).toBe(200)
  expect(await rowOf(along.id)).toEqual([wednesday, slotAt(3), ben.user.id, 'assigned'])
  expect(await titles(ben)).toEqual(['Visit moved'])
})

test('within its slot it is only reassigned, without a message about a move', async () => {
  const { id } = await visitOf(null)
  const here = { scheduledDate: tuesday, scheduledTime: labelAt(1) }
  const answer = await move(id, { ...here, technicianId: ann.user.id })
  expect([answer.status, answer.body.technicianId]).toEqual([200, ann.user.id])
  expect(await titles(ann)).toEqual(['New visit'])
  expect(await titles(customer)).toEqual([])
})

test('either both happen or neither', async () => {
  await visitOf(ben.user.id, { serviceDate: wednesday, slot: slotAt(3) })
  const { id } = await visitOf(ann.user.id)
  const before = await rowOf(id)
  const refused = [
    await move(id, { ...toWednesday, technicianId: ben.user.id }),
    await move(id, { ...toWednesday, technicianId: customer.user.id }),
    await move(id, {
      ...toWednesday,
      technicianId: (await makeUser({ role: 'technician', deactivatedAt: monday })).id,
    }),
  ]
  expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
    [409, 'This technician already has a visit at that time. Please choose another technician.'],
    [404, 'There is no such active technician.'],
    [404, 'There is no such active technician.'],
  ])
  await db()
    .insert(blockedSlots)
    .values({ serviceDate: wednesday, slot: slotAt(4) })
  const blocked = { ...toWednesday, scheduledTime: labelAt(4), technicianId: ben.user.id }
  expect((await move(id, blocked)).status).toBe(409)
  expect(await rowOf(id)).toEqual(before)
  expect(await db().$count(notifications)).toBe(0)
})

test('only the office names the technician', async () => {
  const { id } = await visitOf(null)
  expect((await move(id, { ...toWednesday, technicianId: null }, customer)).status).toBe(403)
  expect((await move(id, toWednesday, customer)).status).toBe(200)
})

test('a request is moved without a technician, or confirmed first', async () => {
  const { id } = await visitOf(null, { seat: null, needsConfirmation: true })
  const refused = await move(id, { ...toWednesday, technicianId: ann.user.id })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This is a request: move it without a technician, or confirm it first.',
  ])
  expect((await move(id, { ...toWednesday, technicianId: null })).status).toBe(200)
})

test("the office moves a visit to later today, regardless of customers' lead time", async () => {
  const today = '2026-11-23'
  const { id } = await visitOf(ann.user.id, { serviceDate: today, slot: slotAt(2) })
  const later = { scheduledDate: today, scheduledTime: labelAt(4) }
  expect((await move(id, later, customer)).status).toBe(400)
  expect((await move(id, { ...later, technicianId: ben.user.id })).status).toBe(200)
  const started = await move(id, { scheduledDate: today, scheduledTime: labelAt(1) })
  expect(started.status).toBe(409)
})

test('the second of two people in the office sees who was first, whatever either did', async () => {
  const other = await app.as(await makeUser({ role: 'admin', firstName: 'Olga', lastName: 'Ott' }))
  const { id } = await visitOf(ann.user.id)
  const seen = { scheduledDate: tuesday, scheduledTime: labelAt(1), technicianId: ann.user.id }
  await other.call('POST /api/jobs/{id}/assign', {
    params: { id },
    body: { technicianId: ben.user.id },
  })
  const given = await move(id, { ...toWednesday, technicianId: null, seen })
  expect([given.status, given.body.details.reason, given.body.details.by]).toEqual([
    409,
    'changed',
    'Olga Ott',
  ])
  const seenAnew = { ...seen, technicianId: ben.user.id }
  expect(
    (await move(id, { ...toWednesday, technicianId: ben.user.id, seen: seenAnew }, other)).status,
  ).toBe(200)
  const moved = await move(id, { ...toWednesday, scheduledTime: labelAt(5), seen: seenAnew })
  expect(moved.body.message).toMatch(/^Olga Ott has moved this visit to/)
})

test('of two concurrent drops of one visit one counts, and of two visits one gets the technician', async () => {
  const { id } = await visitOf(null)
  const seen = { scheduledDate: tuesday, scheduledTime: labelAt(1), technicianId: null }
  const drops = await Promise.all(
    [ann, ben].map(({ user }, at) =>
      move(id, {
        scheduledDate: wednesday,
        scheduledTime: labelAt(at + 1),
        technicianId: user.id,
        seen,
      }),
    ),
  )
  expect(drops.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  const [one, two] = [
    await visitOf(null, { slot: slotAt(2) }),
    await visitOf(null, { slot: slotAt(3) }),
  ]
  const rivals = await Promise.all(
    [one, two].map((job) =>
      move(job.id, { ...toWednesday, scheduledTime: labelAt(5), technicianId: ann.user.id }),
    ),
  )
  expect(rivals.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
})
