import { beforeEach, expect, test } from 'vitest'
import { businessDate } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { customerWithCar, monday, wednesday } from '#server/features/booking/test-customer.ts'
import { notifyOfBookings } from '#server/features/jobs/actions/notify-of-bookings.ts'
import { askForCards, visitsToRelease } from '#server/features/jobs/actions/release-without-card.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestApp } from '#server/testing/test-app.ts'
import { travelTo } from '#server/base/clock.ts'
import { replaceSettings } from '#server/base/current-settings.ts'
import { remindOfBills } from './actions/remind-of-payment.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { changeJob } from './test-visits.ts'

const app = useTestApp({ at: monday, env: { NODE_ENV: 'production' } })

let customer: Awaited<ReturnType<TestApp['as']>>
beforeEach(async () => {
  customer = await app.as('customer')
})

test('production without a provider takes no card, not even a practice card', async () => {
  const job = await makeJob({ customerId: customer.user.id })
  const body = { sourceId: 'cnon:card-nonce-ok', amount: '129.99', jobId: job.id }
  for (const route of ['POST /api/payments/pre-authorize', 'POST /api/payments/process']) {
    const answer = await customer.call(route, { body })
    expect(answer.status).toBe(503)
    expect(answer.body.message).toContain('not switched on')
  }
  expect((await app.call('GET /api/payments/config')).status).toBe(503)
  expect((await app.call('GET /simulator/card.js')).status).toBe(404)
  const due = await customer.call('GET /api/payments/due/{jobId}', { params: { jobId: job.id } })
  expect(due.body).toMatchObject({ state: 'none', status: 'pending' })
})

test('background work leaves payments unchanged', async () => {
  await makeJob({ customerId: customer.user.id })
  await expect(sweepPayments()).resolves.toBeUndefined()
})

test('without a provider no mail mentions a card, and no one is asked for one', async () => {
  // As set while cards were on.
  replaceSettings({ maxVisitsWithoutCard: 1, releaseWithoutCardHours: 2 })
  const { call, form } = await customerWithCar(app)
  const admin = await app.as('admin')
  const { body: visit } = await call('POST /api/jobs', { body: form })
  const another = await call('POST /api/jobs', { body: { ...form, scheduledDate: wednesday } })
  expect(another.status).toBe(409)
  expect(another.body.message).toContain('already have several upcoming visits')
  expect(another.body.details).toEqual({ reason: 'visits_without_card' })
  await notifyOfBookings()
  travelTo(new Date(monday.getTime() + 3 * 3_600_000))
  await askForCards()
  expect(await visitsToRelease()).toEqual([])
  await changeJob(visit.id, { status: 'completed', completedAt: monday })
  await sweepPayments()
  await admin.call('POST /api/jobs/{id}/extras', {
    params: { id: visit.id },
    body: { serviceType: 'other', description: 'Drain plug', unitPrice: '12.50' },
  })
  travelTo(new Date(monday.getTime() + 73 * 3_600_000))
  await remindOfBills()
  await runDueTasks()
  const mails = await db().select().from(sentMessages)
  const bodies = mails.map(({ subject, body }) => `${subject} ${body}`)
  expect(bodies.length).toBeGreaterThan(1)
  expect(bodies.join()).toContain('You pay after the visit. Fivequart tells you how.')
  for (const body of bodies) expect(body).not.toMatch(/card|online|Pay here|\/pay/i)
})

test('a visit that is not recorded as paid is reminded of, a paid one is not', async () => {
  const admin = await app.as('admin')
  const done = async () => {
    const { id } = await makeJob({ customerId: customer.user.id })
    await changeJob(id, { status: 'completed', completedAt: monday })
    return id
  }
  const [, paid] = [await done(), await done()]
  await sweepPayments()
  const record = await admin.call(`POST /api/payments/${paid}/record`, {
    body: { amount: '129.99', method: 'check', receivedOn: businessDate(monday) },
  })
  expect(record.body).toMatchObject({ state: 'paid' })
  travelTo(new Date(monday.getTime() + 73 * 3_600_000))
  await remindOfBills()
  await runDueTasks()
  const mails = await db().select().from(sentMessages)
  const reminders = mails.filter(({ subject }) => subject?.includes('Reminder'))
  expect(reminders).toHaveLength(1)
  expect(reminders[0]?.body).toContain('If you have paid already')
})
