import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { paymentAdjustments } from '#server/database/tables/payment-records.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { refundPayment } from './actions/refund-payment.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { paymentOf } from './queries.ts'
import { testNetwork } from './test-network.ts'
import {
  bookVisit,
  ledgerOf,
  changeAndSettle,
  networkPayments,
  mailsTo,
  preAuthorize,
  processPayment,
  setFaults,
  paidVisit,
  worded,
} from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
})

const travel = (hours: number) => travelTo(new Date(now().getTime() + hours * 3_600_000))

const adjust = (jobId: string, amount: string | number) =>
  admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: { amount, reason: 'customer_complaint' },
  })

const refund = (jobId: string, amount: string | number, more: object = {}) =>
  admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId },
    body: { amount, reason: 'customer_complaint', ...more },
  })

test('after the charge adjustments are refused, and refunds are possible in parts or whole', async () => {
  const jobId = await paidVisit(customer)
  for (const amount of [100, '129.99', 9999])
    expect(await adjust(jobId, amount)).toMatchObject({
      status: 409,
      body: { details: { reason: 'completed' } },
    })
  expect((await refund(jobId, 29.99)).body).toMatchObject({
    amount: '100.00',
    refundedAmount: '29.99',
    refundableAmount: '100.00',
    state: 'paid',
  })
  expect((await refund(jobId, 100.01)).status).toBe(409)
  expect((await refund(jobId, '29.99', { refundedAmount: '29.99' })).body).toMatchObject({
    refundedAmount: '59.98',
  })
  expect((await refund(jobId, '70.01')).body).toMatchObject({
    state: 'refunded',
    status: 'refunded',
    refundableAmount: '0.00',
  })
  expect((await refund(jobId, 1)).status).toBe(409)
  expect((await adjust(jobId, 100)).status).toBe(409)
  expect(await ledgerOf(jobId)).toEqual({ cash: 0, receivable: 0, revenue: 0 })
  const audit = await db().select().from(paymentAdjustments)
  expect(audit.map(({ fromCents, toCents, actorId }) => [fromCents, toCents, actorId])).toEqual([
    [12_999, 10_000, admin.user.id],
    [10_000, 7001, admin.user.id],
    [7001, 0, admin.user.id],
  ])
})

test('a refund is made once: double click, two tabs, a repeat', async () => {
  const jobId = await paidVisit(customer)
  const body = { amount: '50.00', reason: 'other' }
  const send = (key: string) =>
    admin.call('POST /api/payments/{jobId}/refund', {
      params: { jobId },
      body,
      headers: { 'idempotency-key': key },
    })
  const answers = await Promise.all([send('one'), send('one'), send('one')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await send('one')).body).toMatchObject({ refundedAmount: '50.00' })
  const tabs = await Promise.all([
    refund(jobId, 20, { refundedAmount: '50.00' }),
    refund(jobId, 30, { refundedAmount: '50.00' }),
  ])
  expect(tabs.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409'])
  expect(tabs.find(({ status }) => status === 409)?.body.details.reason).toBe('refunded_meanwhile')
  expect((await networkPayments())[0]?.refunds).toHaveLength(2)
})

test('a refund repeated with its key is the first one, however late and whatever was seen', async () => {
  const jobId = await paidVisit(customer)
  const person = { id: admin.user.id, role: 'admin' as const, active: true }
  const wanted = { cents: 5000, reason: 'other', key: 'first' }
  await refundPayment(person, jobId, wanted)
  travel(2)
  await refundPayment(person, jobId, wanted)
  await refundPayment(person, jobId, { ...wanted, seenCents: 5000 })
  expect(await paymentOf(jobId)).toMatchObject({ refundedCents: 5000 })
  await refundPayment(person, jobId, { ...wanted, key: 'second' })
  expect(await paymentOf(jobId)).toMatchObject({ refundedCents: 10_000 })
})

test('the same refund during the first attempt is that one', async () => {
  const jobId = await paidVisit(customer)
  setFaults((verb) => {
    if (verb === 'refund') throw new Error('down')
  })
  for (let n = 0; n < 3; n++) expect(await refund(jobId, 50)).toMatchObject({ status: 200 })
  setFaults()
  travel(1)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ state: 'paid', refundedCents: 5000 })
})

test('the same refund within a minute is that one, by anyone who had not seen the first', async () => {
  const jobId = await paidVisit(customer)
  const other = await app.as('admin')
  const same = (who = admin, more: object = {}) =>
    who.call('POST /api/payments/{jobId}/refund', {
      params: { jobId },
      body: { amount: 10, reason: 'same', ...more },
    })
  const answers = await Promise.all([same(), same(other), same()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await paymentOf(jobId)).toMatchObject({ refundedCents: 1000 })
  expect((await same(other, { refundedAmount: '0.00' })).status).toBe(200)
  expect((await refund(jobId, 5)).body).toMatchObject({ refundedAmount: '15.00' })
  expect((await same()).body).toMatchObject({ refundedAmount: '15.00' })
  expect((await same(other, { refundedAmount: '15.00' })).body).toMatchObject({
    refundedAmount: '25.00',
  })
  travel(1)
  expect((await same()).body).toMatchObject({ refundedAmount: '35.00' })
})

test('a refund over several captures is one message with amount and reason', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId, outcome: 'no_raise' })
  await changeAndSettle(jobId, { status: 'completed', extrasCents: 1001 })
  expect(await networkPayments()).toHaveLength(2)
  const answer = await refund(jobId, 120, { reason: 'We came three hours late' })
  expect(answer.body).toMatchObject({ amount: '20.00', refundedAmount: '120.00', state: 'paid' })
  await runDueTasks()
  const { body: heard } = await customer.call('GET /api/notifications')
  expect(heard.map(({ title, message }: Record<string, string>) => `${title}: ${message}`)).toEqual(
    [
      expect.stringMatching(/^Refund on its way: .*\$120\.00.*We came three hours late/),
      expect.stringMatching(/^\$140\.00 charged to your card: .*Toyota Camry/),
    ],
  )
  const mails = await mailsTo(customer)
  expect(mails.filter((text) => text.includes('$120.00'))).toHaveLength(1)
  expect(mails.filter((text) => text.includes('We charged $140.00'))).toHaveLength(1)
  expect(await ledgerOf(jobId)).toEqual({ cash: 2000, receivable: 0, revenue: -2000 })
})

test('changes its customer watched are not announced again, later ones are', async () => {
  const jobId = await bookVisit(customer)
  await processPayment(customer, { jobId })
  await runDueTasks()
  expect((await customer.call('GET /api/notifications')).body).toEqual([])
  await changeAndSettle(jobId, { status: 'cancelled' })
  expect((await customer.call('GET /api/notifications')).body).toMatchObject([
    { title: 'Refund on its way', message: expect.stringContaining('Your visit was cancelled') },
  ])
})

test('a refund before the visit links to the visit, and to its receipt once there is one', async () => {
  customer = await app.as(await makeUser({ lastLoginAt: new Date() }))
  const jobId = await bookVisit(customer)
  await processPayment(customer, { jobId })
  const path = async () => (await customer.call('GET /api/notifications')).body[0].path
  expect((await refund(jobId, 20)).status).toBe(200)
  await runDueTasks()
  const aboutRefund = async (amount: string) =>
    (await mailsTo(customer)).find((text) => text.includes(`We sent ${amount} back`))
  expect(await aboutRefund('$20.00')).toContain(`Your visit: `)
  expect(await aboutRefund('$20.00')).not.toContain('/receipt/')
  expect(await path()).not.toContain('/receipt/')
  await changeAndSettle(jobId, { status: 'cancelled' })
  expect(await aboutRefund('$109.99')).toContain(`/receipt/${jobId}`)
  expect(await path()).toBe(`/receipt/${jobId}`)
})

test.each([
  ['a card', 'paid', '$12.50 charged to your card'],
  ['no card', 'balance_due', 'Payment needed'],
] as const)(
  'an office extra after a visit with %s is billed and announced',
  async (card, state, title) => {
    const jobId = await bookVisit(customer)
    if (card === 'a card') await preAuthorize(customer, { jobId })
    await changeAndSettle(jobId, { status: 'completed' })
    const technician = await app.as('technician')
    const add = (who: TestPerson) =>
      who.call('POST /api/jobs/{id}/extras', {
        params: { id: jobId },
        body: { serviceType: 'other', description: 'Drain plug', unitPrice: '12.50' },
      })
    expect((await add(technician)).status).toBe(404)
    expect((await add(admin)).status).toBe(201)
    await runDueTasks()
    expect(await paymentOf(jobId)).toMatchObject({ state, extrasCents: 1250 })
    const { body: heard } = await customer.call('GET /api/notifications')
    const titles = heard.map((one: { title: string }) => one.title)
    expect(titles).toContain('An extra was added to your visit')
    expect(titles).toContain(title)
    const mails = await mailsTo(customer)
    const [mail] = mails.filter((text) => text.includes('Drain plug, $12.50'))
    expect(mail).toContain('/guest/')
    expect(mail?.includes('#pay')).toBe(card === 'no card')
    expect(mail?.includes('$142.49')).toBe(card === 'no card')
    await changeAndSettle(jobId, { status: 'cancelled' })
    expect((await add(admin)).status).toBe(409)
  },
)

const refresh = (jobId: string, who = admin) =>
  who.call('POST /api/payments/{jobId}/refresh', { params: { jobId } })

/** A refund in the network's dashboard whose webhooks are lost. */
async function refundUnheard(cents: number, n = 0): Promise<void> {
  await testNetwork.refundInDashboard((await networkPayments())[n]?.id ?? '', cents)
  await testNetwork.loseWebhooks()
}

test('a dashboard refund of lost webhooks is found when the network is asked, and booked once', async () => {
  const jobId = await paidVisit(customer)
  await refundUnheard(10_000)
  const [first, second] = await Promise.all([refresh(jobId), refresh(jobId)])
  for (const { status, body } of [first, second, await refresh(jobId)]) {
    expect(status).toBe(200)
    expect(body).toMatchObject({
      answered: true,
      payment: { refundedAmount: '100.00', refundableAmount: '29.99', amount: '29.99' },
      refundedInDashboard: { visit: '100.00', tip: '0.00' },
    })
  }
  expect((await networkPayments())[0]?.refunds).toHaveLength(1)
  expect(await ledgerOf(jobId)).toEqual({ cash: 2999, receivable: 0, revenue: -2999 })
  await refundUnheard(999)
  expect((await refresh(jobId)).body.refundedInDashboard.visit).toBe('109.99')
  expect((await refresh(jobId, customer)).status).toBe(403)
  expect((await refresh('00000000-0000-4000-8000-000000000000')).status).toBe(404)
})

test('a refund asks the network first: one that would exceed is refused, and nothing moves', async () => {
  const jobId = await paidVisit(customer)
  await refundUnheard(10_000)
  expect(await refund(jobId, 100, { refundedAmount: '0.00' })).toMatchObject({
    status: 409,
    body: {
      message:
        '$100.00 of this payment has been refunded in the meantime. Please check what is left.',
      details: { reason: 'refunded_meanwhile', refundedAmount: '100.00' },
    },
  })
  expect(await refund(jobId, 100)).toMatchObject({
    status: 409,
    body: { message: 'At most $29.99 of this payment can be refunded.' },
  })
  expect(await db().select().from(paymentAdjustments)).toEqual([])
  expect((await refund(jobId, '29.99', { refundedAmount: '100.00' })).body.state).toBe('refunded')
})

test('a network out of reach is reported as unanswered, and a late refund never adds to the dashboard’s', async () => {
  const jobId = await paidVisit(customer)
  await refundUnheard(10_000)
  setFaults(() => {
    throw new Error('down')
  })
  expect((await refresh(jobId)).body).toMatchObject({
    answered: false,
    payment: { refundedAmount: '0.00' },
  })
  expect((await refund(jobId, 100)).status).toBe(200)
  setFaults()
  travel(1)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ state: 'paid', refundedCents: 10_000 })
  expect((await networkPayments())[0]?.refunds).toHaveLength(1)
})

test('a refund the network refuses because of its dashboard is no failed refund', async () => {
  const jobId = await paidVisit(customer)
  let isMade = false
  setFaults(async (verb, moment) => {
    if (verb !== 'refund' || moment !== 'before' || isMade) return
    isMade = true
    await refundUnheard(5000)
  })
  expect((await refund(jobId, 100)).body).toMatchObject({
    refundedAmount: '100.00',
    problems: [{}],
  })
  expect(await worded(jobId)).toMatchObject({
    note: 'Customer Complaint: -$100.00; $50.00 was refunded in the card dashboard',
  })
  expect((await networkPayments())[0]?.refunds.map(({ cents }) => cents)).toEqual([5000, 5000])
  expect(await ledgerOf(jobId)).toEqual({ cash: 2999, receivable: 0, revenue: -2999 })
})

test('only the office refunds, only completed payments, and never nothing', async () => {
  const jobId = await bookVisit(customer)
  const technician = await app.as('technician')
  for (const person of [customer, technician])
    expect(
      (
        await person.call('POST /api/payments/{jobId}/refund', {
          params: { jobId },
          body: { amount: 1, reason: 'other' },
        })
      ).status,
    ).toBe(403)
  expect((await refund(jobId, 1)).status).toBe(409)
  await processPayment(customer, { jobId })
  for (const amount of [0, -1, '1.999', 'all'])
    expect((await refund(jobId, amount)).status).toBe(400)
  expect((await refund(jobId, 1, { reason: ' ' })).status).toBe(400)
  expect((await refund('00000000-0000-4000-8000-000000000000', 1)).status).toBe(404)
})
