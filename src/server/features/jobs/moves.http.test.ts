import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { notifications, sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { type JobStatus, jobStatuses } from '#shared/rules/jobs.ts'
import { releaseJobsOf } from './actions/release-jobs.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
let technician: TestPerson
let admin: TestPerson
let customer: TestPerson
beforeEach(async () => {
  ;[technician, admin, customer] = [
    await app.as('technician'),
    await app.as('admin'),
    await app.as('customer'),
  ]
})

const place = { serviceDate: '2030-01-07', slot: slotAt(1) }

/** A job of the customer in that status, with a technician if the status has one. */
function jobIn(status: JobStatus, wanted: Parameters<typeof makeJob>[0] = {}) {
  const technicianId = status === 'scheduled' ? null : technician.user.id
  return makeJob({ status, technicianId, customerId: customer.user.id, ...wanted })
}

const moves = {
  start: (who: TestPerson, id: string) =>
    who.call('PATCH /api/jobs/{id}/status', { params: { id }, body: { status: 'in_progress' } }),
  complete: (who: TestPerson, id: string) =>
    who.call('PATCH /api/jobs/{id}/status', { params: { id }, body: { status: 'completed' } }),
  assign: (who: TestPerson, id: string) =>
    who.call('POST /api/jobs/{id}/assign', {
      params: { id },
      body: { technicianId: technician.user.id },
    }),
  unassign: (who: TestPerson, id: string) =>
    who.call('POST /api/jobs/{id}/assign', { params: { id }, body: { technicianId: null } }),
  claim: (who: TestPerson, id: string) => who.call('POST /api/jobs/{id}/claim', { params: { id } }),
  cancel: (who: TestPerson, id: string) =>
    who.call('POST /api/jobs/{id}/cancel', { params: { id }, body: { reason: 'Rain' } }),
}
type Move = keyof typeof moves

// One column per status: scheduled, assigned, in progress, completed, cancelled.
const expected: [Move, 'technician' | 'admin' | 'customer', number[]][] = [
  ['start', 'technician', [404, 200, 409, 409, 409]],
  ['start', 'admin', [200, 200, 409, 409, 409]],
  ['start', 'customer', [403, 403, 403, 403, 403]],
  ['complete', 'technician', [404, 409, 200, 409, 409]],
  ['complete', 'admin', [409, 409, 200, 409, 409]],
  ['complete', 'customer', [403, 403, 403, 403, 403]],
  ['assign', 'admin', [200, 200, 200, 200, 200]],
  ['assign', 'technician', [403, 403, 403, 403, 403]],
  ['assign', 'customer', [403, 403, 403, 403, 403]],
  ['unassign', 'admin', [200, 200, 409, 409, 409]],
  ['claim', 'technician', [200, 409, 409, 409, 409]],
  ['claim', 'admin', [403, 403, 403, 403, 403]],
  ['claim', 'customer', [403, 403, 403, 403, 403]],
  ['cancel', 'customer', [200, 200, 409, 409, 409]],
  ['cancel', 'admin', [200, 200, 200, 409, 409]],
  ['cancel', 'technician', [403, 403, 403, 403, 403]],
]

test.each(expected)('%s by %s', async (move, role, answers) => {
  const who = { technician, admin, customer }[role]
  const got = []
  for (const status of jobStatuses) {
    const job = await jobIn(status)
    const answer = await moves[move](who, job.id)
    got.push(answer.status)
    const [row] = await db().select({ status: jobs.status }).from(jobs).where(eq(jobs.id, job.id))
    expect(row?.status).toBe(answer.status === 200 ? answer.body.status : status)
  }
  expect(got).toEqual(answers)
})

test('strangers, other customers and other technicians get nothing', async () => {
  const job = await jobIn('assigned')
  const { id } = job
  const [otherTechnician, otherCustomer] = [await app.as('technician'), await app.as('customer')]
  const read = 'GET /api/jobs/{id}'
  expect((await app.call(read, { params: { id } })).status).toBe(401)
  expect((await otherCustomer.call(read, { params: { id } })).status).toBe(404)
  expect((await otherTechnician.call(read, { params: { id } })).status).toBe(404)
  expect((await moves.start(otherTechnician, id)).status).toBe(404)
  expect((await moves.cancel(otherCustomer, id)).status).toBe(404)
  const waiting = await app.as(await makeUser({ role: 'technician', approvedAt: null }))
  expect((await waiting.call(read, { params: { id } })).status).toBe(403)
})

test("a visit's events from booking to completion are in its history", async () => {
  const job = await jobIn('scheduled')
  expect((await moves.assign(admin, job.id)).body.technician.name).toMatch(/^Pat Person/)
  expect((await moves.start(technician, job.id)).body.startedAt).not.toBeNull()
  const done = await technician.call('PATCH /api/jobs/{id}/status', {
    params: { id: job.id },
    body: { status: 'completed', technicianNotes: 'Next in 5,000 miles' },
  })
  expect(done.body).toMatchObject({
    status: 'completed',
    technicianNotes: 'Next in 5,000 miles',
    communicationActive: false,
  })
  expect(done.body.completedAt).not.toBeNull()
  const events = await db().select().from(jobEvents).orderBy(jobEvents.createdAt)
  expect(events.map((event) => [event.kind, event.actorId])).toEqual([
    ['job_assigned', admin.user.id],
    ['service_started', technician.user.id],
    ['service_completed', technician.user.id],
  ])
  const told = await db()
    .select()
    .from(notifications)
    .where(eq(notifications.userId, customer.user.id))
  expect(told.map((row) => row.type).sort()).toEqual(['service_completed', 'service_started'])
  expect(await db().select().from(sentMessages)).toMatchObject([
    { recipient: customer.user.email, subject: expect.stringContaining('service completed') },
  ])
})

test('of two concurrent completions one counts', async () => {
  const job = await jobIn('in_progress', { communicationActive: true })
  const answers = await Promise.all([
    moves.complete(technician, job.id),
    moves.complete(admin, job.id),
  ])
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409])
  expect(await db().$count(jobEvents)).toBe(1)
})

test('of two technicians claiming a visit at once one gets it', async () => {
  const job = await jobIn('scheduled')
  const other = await app.as('technician')
  const answers = await Promise.all([moves.claim(technician, job.id), moves.claim(other, job.id)])
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409])
  const winner = answers.find((answer) => answer.status === 200)?.body
  const [row] = await db().select().from(jobs).where(eq(jobs.id, job.id))
  expect(row?.technicianId).toBe(winner.technicianId)
})

test('no one can claim visits if only the office assigns', async () => {
  await changeSettings({ technicianSelfAssign: false })
  const job = await jobIn('scheduled', { serviceDate: '2099-01-05' })
  expect((await technician.call('GET /api/jobs/unassigned')).body).toEqual([])
  expect((await moves.claim(technician, job.id)).status).toBe(403)
})

test('a technician has one visit at a time', async () => {
  await jobIn('assigned', place)
  const second = await jobIn('scheduled', { ...place, seat: 2 })
  const assigned = await moves.assign(admin, second.id)
  expect([assigned.status, assigned.body.message]).toEqual([
    409,
    'This technician already has a visit at that time. Please choose another technician.',
  ])
  const claimed = await moves.claim(technician, second.id)
  expect([claimed.status, claimed.body.message]).toEqual([
    409,
    'You already have a visit at that time.',
  ])
})

test('a visit that is over is refused as such, also while the technician is busy then', async () => {
  await jobIn('assigned', place)
  const over = await jobIn('cancelled', { ...place, technicianId: null })
  const { status, body } = await moves.assign(admin, over.id)
  expect([status, body.message]).toEqual([409, 'This visit is already cancelled.'])
})

test('only an active technician can be assigned', async () => {
  const job = await jobIn('scheduled')
  const assign = (technicianId: string) =>
    admin.call('POST /api/jobs/{id}/assign', { params: { id: job.id }, body: { technicianId } })
  const waiting = await makeUser({ role: 'technician', approvedAt: null })
  const gone = await makeUser({ role: 'technician', deactivatedAt: new Date() })
  for (const who of [waiting, gone, customer.user]) expect((await assign(who.id)).status).toBe(404)
  expect((await assign('00000000-0000-4000-8000-000000000000')).status).toBe(404)
})

test('the new and the previous technician are notified', async () => {
  const job = await jobIn('assigned')
  const { serviceAddress } = job
  const next = await makeUser({ role: 'technician' })
  await admin.call('POST /api/jobs/{id}/assign', {
    params: { id: job.id },
    body: { technicianId: next.id },
  })
  expect(await notificationsShownTo(next)).toMatchObject([
    { type: 'job_assigned', title: 'New visit', path: `/job/${job.id}`, job: { serviceAddress } },
  ])
  // Only the assigned technician sees the address.
  const [taken] = await notificationsShownTo(technician.user)
  expect(taken).toMatchObject({ title: 'Visit taken off your list', path: '/', job: null })
  expect(taken?.message).not.toContain(serviceAddress)
})

test('visits of a deactivated technician return to the queue, except one in progress', async () => {
  const [ahead, underWay] = [await jobIn('assigned'), await jobIn('in_progress')]
  await db()
    .update(users)
    .set({ deactivatedAt: new Date() })
    .where(eq(users.id, technician.user.id))
  await releaseJobsOf(technician.user.id, admin.user.id)
  const rows = await db().select().from(jobs)
  expect(rows.find((row) => row.id === ahead.id)).toMatchObject({
    status: 'scheduled',
    technicianId: null,
  })
  expect(rows.find((row) => row.id === underWay.id)?.technicianId).toBe(technician.user.id)
})
