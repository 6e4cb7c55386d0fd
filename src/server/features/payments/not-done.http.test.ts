import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { notifications } from '#server/database/tables/notifications.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { lapseFees } from '#server/features/jobs/actions/decide-fee.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { paymentOf } from './queries.ts'
import { bookVisit, ledgerOf, networkPayments, preAuthorize } from './test-visits.ts'
import { travel, notDone, statusesOf, read, mailsTo, bookPaying } from './test-fees.ts'

const app = useTestApp({ at: new Date('2026-11-24T15:00:00Z') })
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
  await changeSettings({ cancelFeeCents: 2500, cancelFeeWithinHours: 24, notDoneFeeCents: 4000 })
})

const decide = (id: string, fee: string, who = admin) =>
  who.call('POST /api/jobs/{id}/fee', { params: { id }, body: { fee, reason: 'We came in vain' } })

type Visit = Parameters<typeof bookPaying>
const visit = (paying: Visit[1], more?: Visit[2]) => bookPaying(customer, paying, more)

/** A started visit of this technician, with a hold. */
async function visitOf(technician: TestPerson, paying: 'held' | 'nothing' = 'held') {
  const startsAt = new Date(now().getTime() - 600_000)
  const { id } = await makeJob({
    customerId: customer.user.id,
    technicianId: technician.user.id,
    startsAt,
    status: 'assigned',
  })
  if (paying === 'held') expect((await preAuthorize(customer, { jobId: id })).status).toBe(200)
  await runDueTasks()
  return id
}

test('keeps its hold until the office decides, once', async () => {
  const technician = await app.as('technician')
  const id = await visitOf(technician)
  const stranger = await app.as('technician')
  expect((await notDone(stranger, id)).status).toBe(404)
  expect((await notDone(customer, id)).status).toBe(403)
  expect((await decide(id, '10.00')).status).toBe(409)
  const ended = await notDone(technician, id)
  expect(ended).toMatchObject({
    status: 200,
    body: {
      status: 'cancelled',
      outcome: 'not_done',
      cancelReason: 'No one was there',
      notDone: { reason: 'no_show', note: 'Rang twice, waited 15 minutes' },
      feeDecision: { until: expect.stringMatching(/^2026-11-26T15:00:0/), maxFee: '40.00' },
    },
  })
  expect((await notDone(technician, id)).status).toBe(409)
  await runDueTasks()
  expect(await paymentOf(id)).toMatchObject({ state: 'held', heldCents: 12_999 })
  expect(await read(customer, id)).toMatchObject({ notDone: { reason: 'no_show', note: '' } })
  expect(await mailsTo(customer)).toContain('the $129.99 stays reserved')
  const told = await db()
    .select()
    .from(notifications)
    .where(eq(notifications.userId, admin.user.id))
  expect(told.map(({ type }) => type)).toContain('job_not_done')
  expect((await decide(id, '40.01')).status).toBe(400)
  const other = await app.as('admin')
  expect(statusesOf(await Promise.all([decide(id, '40.00'), decide(id, '0', other)]))).toEqual([
    200, 409,
  ])
  expect((await decide(id, '5.00')).status).toBe(409)
})

test('with a fee that is captured from the hold and the rest released', async () => {
  const technician = await app.as('technician')
  const id = await visitOf(technician)
  await notDone(technician, id, { reason: 'unsafe' })
  expect((await decide(id, '40.00')).body).toMatchObject({
    feeDecision: null,
    finalAmount: '40.00',
  })
  await runDueTasks()
  expect(await paymentOf(id)).toMatchObject({ state: 'paid', heldCents: 0, capturedCents: 4000 })
  expect(await networkPayments()).toMatchObject([{ status: 'completed', cents: 4000 }])
  expect(await ledgerOf(id)).toEqual({ cash: 4000, receivable: 0, revenue: -4000 })
  const mails = await mailsTo(customer)
  expect(mails).toContain('could not be done. A fee of $40.00 is charged for it.')
  expect(mails).toContain('Reason: We came in vain')
  const receipt = await customer.call('GET /api/jobs/{id}/receipt', { params: { id } })
  expect(receipt.body).toMatchObject({
    cost: {
      feesAndDiscounts: [{ kind: 'not_done_fee', amount: '40.00' }],
      adjustments: [{ kind: 'not_done' }],
    },
  })
  const csv = await admin.call('GET /api/payments/export')
  expect(csv.text).toContain('Fee, service not done: $40.00')
  expect(csv.text).not.toContain('Cancellation fee')
  const history = await admin.call('GET /api/jobs/{id}/history', { params: { id } })
  expect(history.body).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        event: 'job_not_done',
        comment: 'Rang twice, waited 15 minutes',
      }),
      expect.objectContaining({
        event: 'fee_decided',
        amount: '40.00',
        comment: 'We came in vain',
      }),
    ]),
  )
})

test('without a card it is pending until decided, and then the fee is due but not charged', async () => {
  const technician = await app.as('technician')
  const id = await visitOf(technician, 'nothing')
  await notDone(technician, id)
  await runDueTasks()
  const { body: payment } = await admin.call('GET /api/payments/{jobId}', {
    params: { jobId: id },
  })
  expect(payment).toMatchObject({
    status: 'pending',
    state: 'none',
    notes: 'waiting for the decision on a fee',
  })
  const found = async (status: 'pending' | 'refunded' | 'not_charged') =>
    (await admin.call('GET /api/payments', { query: { status } })).body.length
  expect([await found('pending'), await found('refunded'), await found('not_charged')]).toEqual([
    1, 0, 0,
  ])
  expect((await admin.call('GET /api/payments/export')).text).toContain(',pending,')
  expect((await decide(id, '30.00')).status).toBe(200)
  await runDueTasks()
  const mails = await mailsTo(customer)
  expect(mails).toContain('could not be done. A fee of $30.00 is due for it.')
  expect(mails).not.toContain('is charged')
  expect(mails).toContain('Pay here: http')
  expect(await paymentOf(id)).toMatchObject({ state: 'balance_due', capturedCents: 0 })
})

test('ends the conversation, frees the seat, and asks for no review', async () => {
  const technician = await app.as('technician')
  const id = await visitOf(technician, 'nothing')
  const about = { params: { id } }
  const arrived = { ...about, body: { event: 'arrived' } }
  await technician.call('POST /api/jobs/{id}/activate-communication', arrived)
  expect(await read(customer, id)).toMatchObject({ communicationActive: true })
  expect((await notDone(technician, id)).status).toBe(200)
  expect(await read(customer, id)).toMatchObject({ communicationActive: false })
  const [row] = await db().select().from(jobs).where(eq(jobs.id, id))
  const { serviceDate, slot, seat } = row ?? {}
  expect(await makeJob({ serviceDate, slot, seat })).toMatchObject({ serviceDate, slot, seat })
  const review = { ...about, body: { rating: 1, comment: '' } }
  expect((await customer.call('POST /api/jobs/{id}/review', review)).status).toBe(409)
  await runDueTasks()
  expect(await mailsTo(customer)).not.toMatch(/rate/i)
})

test('without a fee the hold is released, and so it is after 48 hours without a decision', async () => {
  const technician = await app.as('technician')
  const waived = await visitOf(technician)
  await notDone(technician, waived)
  expect((await decide(waived, '0')).status).toBe(200)
  await runDueTasks()
  expect(await paymentOf(waived)).toMatchObject({ state: 'voided', heldCents: 0 })
  expect(await mailsTo(customer)).toContain('could not be done. Nothing is charged for it.')
  const undecided = await visitOf(technician)
  await notDone(technician, undecided)
  await runDueTasks()
  travel(47.9)
  await sweepPayments()
  expect(await paymentOf(undecided)).toMatchObject({ state: 'held' })
  travel(0.2)
  await sweepPayments()
  expect(await paymentOf(undecided)).toMatchObject({ state: 'voided', heldCents: 0 })
  expect(await decide(undecided, '10.00')).toMatchObject({
    status: 409,
    body: { message: 'The fee of this visit is $0.00 now. Please check it and try again.' },
  })
  expect(await read(admin, undecided)).toMatchObject({ feeDecision: null, finalAmount: '0.00' })
  await Promise.all([lapseFees(), lapseFees()])
  await runDueTasks()
  const told = await db().select().from(notifications).where(eq(notifications.type, 'fee_lapsed'))
  expect(told.map(({ userId }) => userId).toSorted()).toEqual(
    [admin.user.id, customer.user.id].toSorted(),
  )
  expect(await mailsTo(customer)).toContain(
    'Nothing is charged for it. Any amount reserved on a card for it is released.',
  )
  const late = { fee: '10.00', reason: 'It was forgotten', seenFee: '0.00' }
  const { body } = await admin.call('POST /api/jobs/{id}/fee', {
    params: { id: undecided },
    body: late,
  })
  expect(body).toMatchObject({ finalAmount: '10.00', agreedFee: '40.00' })
})

test('without a hold the fee is billed; without a policy nothing waits', async () => {
  const technician = await app.as('technician')
  const id = await visitOf(technician, 'nothing')
  await notDone(admin, id, { reason: 'other' })
  await decide(id, '40.00')
  await runDueTasks()
  expect(await paymentOf(id)).toMatchObject({ state: 'balance_due' })
  await changeSettings({ notDoneFeeCents: 0 })
  const free = await visitOf(technician)
  expect((await notDone(technician, free)).body).toMatchObject({ feeDecision: null })
  await runDueTasks()
  expect(await paymentOf(free)).toMatchObject({ state: 'voided', heldCents: 0 })
  expect((await decide(free, '0')).status).toBe(409)
})

test('reported by an offline phone has its time, once', async () => {
  const technician = await app.as('technician')
  const id = await visitOf(technician)
  travel(3)
  const headers = {
    'idempotency-key': 'not done 1',
    'x-happened-at': new Date(now().getTime() - 2.5 * 3_600_000).toISOString(),
  }
  const answers = [
    await notDone(technician, id, {}, headers),
    await notDone(technician, id, {}, headers),
  ]
  expect(statusesOf(answers)).toEqual([200, 200])
  const [row] = await db().select().from(jobs).where(eq(jobs.id, id))
  expect(row?.cancelledAt?.toISOString()).toMatch(/^2026-11-24T15:30:0/)
  // The office's 48 hours start when it could know.
  expect(row?.feeDecisionUntil?.toISOString()).toMatch(/^2026-11-26T18:00:0/)
  expect(await db().$count(jobEvents, eq(jobEvents.kind, 'job_not_done'))).toBe(1)
})

test('is impossible before its day unless started, while unassigned, or after completion', async () => {
  const later = await visit('nothing', { inHours: 30 })
  expect((await notDone(admin, later)).body.message).toMatch(/on a later day/)
  const begun = await visit('nothing', { inHours: 30, status: 'in_progress' })
  expect((await notDone(admin, begun, { reason: 'no_show' })).status).toBe(409)
  expect(await read(admin, begun)).toMatchObject({ status: 'in_progress' })
  expect((await notDone(admin, begun, { reason: 'unsafe' })).status).toBe(200)
  expect(await read(admin, begun)).toMatchObject({ status: 'cancelled' })
  const unassigned = await visit('nothing', { inHours: 2, status: 'scheduled' })
  expect((await notDone(admin, unassigned)).body.message).toMatch(/No one is assigned/)
  const done = await visit('nothing', { inHours: 1, status: 'completed' })
  expect((await notDone(admin, done)).body.message).toBe('This visit is already completed.')
})

test('cannot be a no-show before it begins, though another reason is possible on its day', async () => {
  const id = await visit('nothing', { inHours: 2 })
  expect((await notDone(admin, id)).body.message).toBe(
    'The visit begins at 11:00 AM, so no one has missed it yet. Please wait, or choose another reason.',
  )
  travel(1.8)
  expect((await notDone(admin, id)).status).toBe(200)
  const other = await visit('nothing', { inHours: 2 })
  expect((await notDone(admin, other, { reason: 'unsafe' })).status).toBe(200)
})

test('reported offline counts from when it was ended, not when that arrives', async () => {
  const technician = await app.as('technician')
  const id = await bookVisit(customer, { inHours: 20 })
  await db().update(jobs).set({ technicianId: technician.user.id }).where(eq(jobs.id, id))
  const then = now().toISOString()
  const late = (minutes: number) => new Date(now().getTime() - minutes * 60_000).toISOString()
  travel(20.5)
  const dayBefore = await notDone(
    technician,
    id,
    { reason: 'no_access' },
    { 'x-happened-at': then },
  )
  expect([dayBefore.status, dayBefore.body.message]).toEqual([
    409,
    expect.stringContaining('This visit is on a later day.'),
  ])
  const before = await notDone(technician, id, {}, { 'x-happened-at': late(60) })
  expect(before.body.message).toContain('no one has missed it yet')
  expect((await notDone(technician, id, {}, { 'x-happened-at': late(10) })).status).toBe(200)
})
