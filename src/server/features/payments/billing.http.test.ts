import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { remindOfBills } from './actions/remind-of-payment.ts'
import { bookVisit, changeAndSettle, changeJob, processPayment } from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  const user = await makeUser({
    smsNotifications: true,
    phone: '+15550100123',
    lastLoginAt: new Date(),
  })
  customer = await app.as(user)
  admin = await app.as('admin')
})

const travelDays = (days: number) => travelTo(new Date(now().getTime() + days * 86_400_000))

/** A completed visit without a card. */
async function unpaidVisit(of: TestPerson = customer): Promise<string> {
  const jobId = await bookVisit(of, { status: 'in_progress', inHours: -1 })
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  return jobId
}

async function remindAfter(days: number): Promise<void> {
  travelDays(days)
  await remindOfBills()
  await remindOfBills()
  await runDueTasks()
}

const messagesTo = async ({ user }: TestPerson, channel: 'email' | 'sms') =>
  (await db().select().from(sentMessages).where(eq(sentMessages.channel, channel)))
    .filter(({ recipient }) => recipient === user.email || recipient === user.phone)
    .filter(({ status }) => status !== 'skipped')
    .map(({ subject, body }) => `${subject ?? ''} ${body}`)

const saying = (words: string) => (messages: string[]) =>
  messages.filter((one) => one.includes(words))
const reminders = saying('Reminder')

test('a completed visit without a card is billed by mail, SMS and bell, and pending at the office', async () => {
  const jobId = await unpaidVisit()
  const link = `/payment/${jobId}`
  const [mail] = saying('Payment needed')(await messagesTo(customer, 'email'))
  expect(mail).toContain('$129.99')
  expect(mail).toContain(link)
  expect(mail).not.toContain('could not charge')
  expect(saying('$129.99')(await messagesTo(customer, 'sms'))).toEqual([
    expect.stringContaining(link),
  ])
  expect((await customer.call('GET /api/notifications')).body[0]).toMatchObject({
    type: 'payment_due',
    path: link,
  })
  const pending = await admin.call('GET /api/payments', { query: { status: 'pending' } })
  expect(pending.body).toMatchObject([{ jobId, amount: '129.99', notes: 'balance $129.99' }])
})

test('a guest gets the bill with a link to pay at their own page', async () => {
  const guest = await app.as(await makeUser())
  await unpaidVisit(guest)
  const [mail] = saying('Payment needed')(await messagesTo(guest, 'email'))
  expect(mail).toMatch(/\/guest\/[\w-]{43}#pay/)
  expect(mail).not.toContain('/payment/')
})

test('reminders follow on the configured days, each once, with the current amount', async () => {
  const jobId = await unpaidVisit()
  await remindAfter(2)
  expect(reminders(await messagesTo(customer, 'email'))).toEqual([])
  await remindAfter(1)
  expect(reminders(await messagesTo(customer, 'email'))).toEqual([
    expect.stringContaining('$129.99'),
  ])
  expect((await customer.call('GET /api/notifications')).body[0]).toMatchObject({
    type: 'payment_reminded',
    path: `/payment/${jobId}`,
  })
  await adjust(jobId, '100.00')
  await remindAfter(4)
  const both = reminders(await messagesTo(customer, 'email'))
  expect(both).toHaveLength(2)
  expect(both.some((one) => one.includes('$100.00 for the service'))).toBe(true)
  expect(both.some((one) => one.includes('$100.00 instead of $129.99 ('))).toBe(true)
  for (let day = 0; day < 10; day++) await remindAfter(1)
  expect(reminders(await messagesTo(customer, 'email'))).toHaveLength(2)
})

test.each([
  ['paid', (jobId: string) => processPayment(customer, { jobId })],
  ['adjusted to nothing', (jobId: string) => adjust(jobId, '0')],
  ['cancelled', (jobId: string) => changeAndSettle(jobId, { status: 'cancelled' })],
] as const)('no reminder is sent for a visit that is %s', async (_what, settle) => {
  const jobId = await unpaidVisit()
  await settle(jobId)
  await remindAfter(3)
  await remindAfter(4)
  expect(reminders(await messagesTo(customer, 'email'))).toEqual([])
})

test('a queued bill or reminder is not sent once paid or if the amount changed', async () => {
  const [paid, lowered] = [
    await bookVisit(customer, { status: 'in_progress', inHours: -1 }),
    await unpaidVisit(),
  ]
  await changeAndSettle(paid, { status: 'completed', completedAt: now() })
  travelDays(3)
  await remindOfBills()
  expect((await processPayment(customer, { jobId: paid })).status).toBe(200)
  await changeJob(lowered, { extrasCents: 501 })
  await runDueTasks()
  expect(reminders(await messagesTo(customer, 'email'))).toEqual([])
  expect(reminders(await messagesTo(customer, 'sms'))).toEqual([])
})

const setDays = async (paymentReminderDays: number[]) =>
  expect(
    (await admin.call('PUT /api/admin/settings', { body: { paymentReminderDays } })).status,
  ).toBe(200)

test('the office sets the days, or none', async () => {
  await unpaidVisit()
  await setDays([])
  await remindAfter(5)
  expect(reminders(await messagesTo(customer, 'email'))).toEqual([])
  await setDays([1, 6])
  await remindAfter(1)
  expect(reminders(await messagesTo(customer, 'email'))).toHaveLength(1)
})

test('a customer asked to pay is notified of a changed amount, with the reason', async () => {
  const jobId = await unpaidVisit()
  await adjust(jobId, '100.00')
  await runDueTasks()
  const [mail] = saying('your price has changed')(await messagesTo(customer, 'email'))
  expect(mail).toContain('Reason: Discount')
  expect(mail).toContain('$100.00')
  expect(mail).toContain(`/payment/${jobId}`)
})

const adjust = (jobId: string, amount: string) =>
  admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: { amount, reason: 'discount_applied' },
  })
