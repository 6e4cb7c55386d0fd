import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { customerWithCar, monday } from '#server/features/booking/test-customer.ts'
import {
  bookAsGuest,
  confirmationsWritten,
  guestAtHome,
} from '#server/features/guests/test-guest.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import { remindOfBills } from './actions/remind-of-payment.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { bookVisit, changeAndSettle, changeJob, ledgerOf, worded } from './test-visits.ts'

const app = useTestApp({ at: monday, env: { TRUST_PROXY: '1' } })
const phone = '(512) 363-0142'
let admin: TestPerson
let customer: TestPerson
beforeEach(async () => {
  useServices({ cards: undefined })
  await changeSettings({ brandName: 'Quick Oil', supportPhone: phone })
  admin = await app.as('admin')
  const seen = { smsNotifications: true, phone: '+15123630143', lastLoginAt: new Date() }
  customer = await app.as(await makeUser(seen))
})

const later = `You pay after the visit. Quick Oil tells you how. For questions, please call us at ${phone}.`
const directly = `You pay Quick Oil directly. To agree how, please call us at ${phone}.`
/** Anything that links to or mentions a card form. */
const cardForm = /pre-authorize|\/payment\/|#pay|Pay here|your card|pay it online/i

const sentTo = async ({ email, phone: number }: { email: string | null; phone?: string | null }) =>
  (await db().select().from(sentMessages))
    .filter(({ recipient }) => recipient === email || (number && recipient === number))
    .filter(({ status }) => status !== 'skipped')
    .map(({ channel, subject, body }) => ({ channel, text: `${subject ?? ''} ${body}` }))

async function complete(of: TestPerson): Promise<string> {
  const jobId = await bookVisit(of, { status: 'in_progress', inHours: -1 })
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  return jobId
}

test('a booking is confirmed to customer and guest with how to pay and without a card form', async () => {
  const { call, user, form } = await customerWithCar(app)
  expect((await call('POST /api/jobs', { body: form })).status).toBe(201)
  const { browser, form: wish } = await guestAtHome(app)
  await bookAsGuest(browser, { ...wish, scheduledDate: '2026-11-27' })
  await confirmationsWritten()
  for (const email of [user.email, wish.email]) {
    const mail = (await sentTo({ email })).find(({ text }) => text.includes("You're booked!"))
    expect(mail?.text).toContain(later)
    expect(mail?.text).not.toMatch(cardForm)
  }
})

test('a completed visit is billed once to customer and guest with how to pay', async () => {
  const guest = await app.as(await makeUser())
  const jobs = [await complete(customer), await complete(guest)]
  for (const { user } of [customer, guest]) {
    const bills = (await sentTo(user)).filter(({ text }) => text.includes('still unpaid'))
    expect(bills.map(({ channel }) => channel).toSorted()).toEqual(
      user === customer.user ? ['email', 'sms'] : ['email'],
    )
    for (const { text } of bills) {
      expect(text).toContain('$129.99 for the service on your')
      expect(text).toContain(directly)
      expect(text).toContain('If you have paid already, there is nothing left to do.')
      expect(text).not.toMatch(cardForm)
    }
  }
  expect((await customer.call('GET /api/notifications')).body[0]).toMatchObject({
    type: 'payment_due',
    message: expect.stringContaining(directly),
  })
  const pending = await admin.call('GET /api/payments', { query: { status: 'pending' } })
  expect(pending.body).toHaveLength(2)
  expect(pending.body[0]).toMatchObject({ state: 'balance_due', notes: 'balance $129.99' })
  expect(await ledgerOf(jobs[0] ?? '')).toMatchObject({ receivable: 12_999, revenue: -12_999 })
})

test('reminders explain how to pay, until the payment is recorded', async () => {
  await complete(customer)
  for (let day = 0; day < 8; day++) {
    travelTo(new Date(now().getTime() + 86_400_000))
    await remindOfBills()
    await runDueTasks()
  }
  const sent = await sentTo(customer.user)
  const reminders = sent.filter(({ text }) => text.includes('Reminder'))
  expect(reminders.length).toBeGreaterThan(0)
  for (const { text } of reminders) expect(text).toContain('directly')
})

test('a changed price and an extra are announced with how to pay, and billed', async () => {
  const jobId = await complete(customer)
  await admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: { amount: '100.00', reason: 'discount_applied' },
  })
  const extra = { serviceType: 'other', description: 'Wiper', quantity: 1, unitPrice: 20 }
  expect(
    (await admin.call('POST /api/jobs/{id}/extras', { params: { id: jobId }, body: extra })).status,
  ).toBe(201)
  await runDueTasks()
  const mails = await sentTo(customer.user)
  for (const words of ['your price has changed', 'an extra was added']) {
    const mail = mails.find(({ text }) => text.includes(words))
    expect(mail?.text).toContain(directly)
    expect(mail?.text).toContain(`/orders?visit=${jobId}`)
    expect(mail?.text).not.toMatch(cardForm)
  }
  expect(await worded(jobId)).toMatchObject({ state: 'balance_due', note: expect.any(String) })
  expect(await ledgerOf(jobId)).toMatchObject({ receivable: 12_000 })
})

test('a cancelled visit counts as never charged', async () => {
  const jobId = await bookVisit(customer)
  await changeAndSettle(jobId, { status: 'cancelled', cancelledAt: now() })
  expect(await worded(jobId)).toMatchObject({ state: 'voided' })
})

test('a bill whose task was lost is sent later, but not long after', async () => {
  const [lost, old] = [await bookVisit(customer), await bookVisit(customer)]
  for (const [jobId, hours] of [
    [lost, 1],
    [old, 30],
  ] as const) {
    await changeJob(jobId, { status: 'completed', completedAt: now() })
    await db()
      .update(paymentAccounts)
      .set({ wakeAt: new Date(now().getTime() - hours * 3_600_000) })
      .where(eq(paymentAccounts.jobId, jobId))
  }
  await sweepPayments()
  expect([await worded(lost), await worded(old)]).toMatchObject([
    { state: 'balance_due' },
    { state: 'none' },
  ])
})

test("the cap's message offers a way on, without asking for a card", async () => {
  await changeSettings({ maxVisitsWithoutCard: 1, maxVisitsPerVehiclePerDay: 0 })
  const { call, form } = await customerWithCar(app)
  const book = (scheduledDate: string) =>
    call('POST /api/jobs', { body: { ...form, scheduledDate } })
  expect((await book('2026-11-24')).status).toBe(201)
  expect(await book('2026-11-25')).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      message: `You already have several upcoming visits. To book another, please call us at ${phone}.`,
      details: { reason: 'visits_without_card' },
    },
  })
  expect((await book('2026-11-25')).body.details.jobId).toBeUndefined()
})

test('the office cannot make visits wait for cards that cannot be given', async () => {
  const set = (releaseWithoutCardHours: number) =>
    admin.call('PUT /api/admin/settings', { body: { releaseWithoutCardHours } })
  const refused = await set(48)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    message: expect.stringContaining('Card payments are off'),
    details: { fields: [{ path: 'releaseWithoutCardHours' }] },
  })
  expect((await set(0)).status).toBe(200)
})

test('closing an account does not ask for a payment that is impossible here', async () => {
  await complete(customer)
  const refused = await customer.call('DELETE /api/auth/user', { body: { confirm: 'DELETE' } })
  expect(refused).toMatchObject({ status: 409, body: { details: { reason: 'unpaid' } } })
  expect(refused.body.message).toContain(`To close your account, please call us at ${phone}.`)
})
