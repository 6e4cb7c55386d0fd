import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { signatureHeader, signEvent } from '#server/adapters/cards/simulator/signature.ts'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { paymentAdjustments } from '#server/database/tables/payment-adjustments.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { jobEvents } from '#server/database/tables/job-events.ts'
import { paymentDiscrepancies } from '#server/database/tables/payment-discrepancies.ts'
import { sentMessages } from '#server/database/tables/sent-messages.ts'
import { providerEvents } from '#server/database/tables/provider-events.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { adjustReasons } from '#shared/rules/payments.ts'
import { adjustmentLabels } from '#shared/rules/cost-words.ts'
import { inEnglish, phraseOf } from '#shared/texts/t.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { orchestratePayment } from './actions/orchestrate-payment.ts'
import { resumePayments, sweepPayments } from './actions/resume-payments.ts'
import { paymentOf } from './queries.ts'
import { simulatorKey } from './simulator-bank.ts'
import {
  bookVisit,
  changeJob,
  ledgerOf,
  changeAndSettle,
  networkPayments,
  preAuthorize,
  processPayment,
  setFaults,
  simulator,
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

const mailsTo = async ({ user }: TestPerson) =>
  (
    await db()
      .select()
      .from(sentMessages)
      .where(eq(sentMessages.recipient, user.email ?? ''))
      .orderBy(sentMessages.createdAt)
  ).map(({ subject, body }) => `${subject}\n${body}`)

async function paidVisit(outcome?: 'refund_fails' | 'refund_pends'): Promise<string> {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId, ...(outcome && { outcome }) })
  await changeAndSettle(jobId, { status: 'completed' })
  return jobId
}

const refund = (jobId: string, amount: string | number, more: object = {}) =>
  admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId },
    body: { amount, reason: 'customer_complaint', ...more },
  })

test('after the charge nothing is adjusted; less is refunded, in parts and whole', async () => {
  const jobId = await paidVisit()
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
  const jobId = await paidVisit()
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

test('the same refund while the first is under way is that one', async () => {
  const jobId = await paidVisit()
  setFaults((verb) => {
    if (verb === 'refund') throw new Error('down')
  })
  for (let n = 0; n < 3; n++) expect((await refund(jobId, 50)).status).toBe(200)
  setFaults()
  travel(1)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ state: 'paid', refundedCents: 5000 })
})

test('the same refund within a minute is that one, by whoever, unless they saw the first', async () => {
  const jobId = await paidVisit()
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

test('a refund over several captures is one message, with amount and reason', async () => {
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

test('what its customer watched is not told again, what came later is', async () => {
  const jobId = await bookVisit(customer)
  await processPayment(customer, { jobId })
  await runDueTasks()
  expect((await customer.call('GET /api/notifications')).body).toEqual([])
  await changeAndSettle(jobId, { status: 'cancelled' })
  expect((await customer.call('GET /api/notifications')).body).toMatchObject([
    { title: 'Refund on its way', message: expect.stringContaining('Your visit was cancelled') },
  ])
})

test('money that goes back before the visit leads to the visit, and to its receipt once there is one', async () => {
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
  'an extra of the office after a visit with %s is billed and told',
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

test('only the office refunds, only what is completed, and never nothing', async () => {
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

test('an adjustment stays between 0 and 10,000, and a large one is asked about', async () => {
  const jobId = await bookVisit(customer)
  for (const amount of ['10000.01', 12_999, -1, 'much'])
    expect(await adjust(jobId, amount)).toMatchObject({
      status: 400,
      body: { message: 'Enter an amount between $0.00 and $10,000.00' },
    })
  expect((await adjust(jobId, 1000)).status).toBe(200)
  const asked = await adjust(jobId, '1000.01')
  expect(asked).toMatchObject({ status: 409, body: { details: { reason: 'confirm' } } })
  expect(asked.body.message).toContain('$129.99')
  const large = { amount: 10_000, reason: 'other', confirmed: true }
  const done = await admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: large,
  })
  expect(done.body).toMatchObject({ amount: '10000.00' })
  await changeSettings({ adjustConfirmAboveCents: 2000 })
  expect((await adjust(jobId, 300)).status).toBe(200)
  expect((await adjust(jobId, 400)).status).toBe(409)
})

test.each(adjustReasons)(
  'the reason %s is kept, and read by whoever it concerns',
  async (reason) => {
    const jobId = await bookVisit(customer)
    await preAuthorize(customer, { jobId })
    await admin.call('PATCH /api/payments/{jobId}/adjust', {
      params: { jobId },
      body: { amount: 140, reason },
    })
    expect(await db().select().from(paymentAdjustments)).toMatchObject([{ reason }])
    const [history] = await db()
      .select()
      .from(jobEvents)
      .where(eq(jobEvents.kind, 'payment_adjusted'))
    expect(history?.data).toMatchObject({ reason, toCents: 14_000 })
    const words = inEnglish(phraseOf(adjustmentLabels[reason]))
    expect((await customer.call('GET /api/notifications')).body[0].message).toContain(words)
    await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
    const receipt = await customer.call('GET /api/jobs/{id}/receipt', { params: { id: jobId } })
    expect(receipt.text).toContain(reason)
    expect((await mailsTo(customer)).some((text) => text.includes(words))).toBe(true)
  },
)

test.each(['customer', 'guest'] as const)(
  'a lower price is mailed to a %s with both amounts and the reason, which later mails repeat',
  async (who) => {
    const reader = who === 'guest' ? await app.as(await makeUser()) : customer
    const jobId = await bookVisit(reader)
    await preAuthorize(reader, { jobId })
    expect((await adjust(jobId, 100)).status).toBe(200)
    await runDueTasks()
    const [told, ...others] = await mailsTo(reader)
    expect(others).toEqual([])
    expect(told).toContain('costs $100.00 now, instead of $129.99.')
    expect(told).toContain('Reason: Goodwill.')
    const technician = await app.as('technician')
    await db()
      .update(jobs)
      .set({ status: 'in_progress', technicianId: technician.user.id })
      .where(eq(jobs.id, jobId))
    const done = await technician.call('PATCH /api/jobs/{id}/status', {
      params: { id: jobId },
      body: { status: 'completed' },
    })
    expect(done.status).toBe(200)
    await runDueTasks()
    const later = (await mailsTo(reader)).slice(1)
    expect(later.map((text) => text.split('\n')[0])).toEqual([
      expect.stringContaining('service completed'),
      expect.stringContaining('$100.00 charged to your card'),
    ])
    for (const text of later)
      expect(text).toContain('$100.00 instead of $129.99 (Goodwill: -$29.99)')
  },
)

test('a bill says why it is another amount than the services, told after the change it comes from', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  await adjust(jobId, 0)
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  expect(await paymentOf(jobId)).toMatchObject({ state: 'voided' })
  expect((await adjust(jobId, 20)).status).toBe(200)
  await runDueTasks()
  const [change, bill] = (await mailsTo(customer)).slice(-2)
  expect(change).toContain('costs $20.00 now, instead of $0.00.')
  expect(bill).toContain('$20.00 instead of $129.99 (Goodwill: -$129.99, Goodwill: $20.00)')
})

test('of two adjustments from the same screen the later one is told of the first', async () => {
  const jobId = await bookVisit(customer)
  const from = (amount: string, seenAmount: string) =>
    admin.call('PATCH /api/payments/{jobId}/adjust', {
      params: { jobId },
      body: { amount, reason: 'other', seenAmount },
    })
  const tabs = await Promise.all([from('100', '129.99'), from('110', '129.99')])
  const [done, refused] = tabs.toSorted((a, b) => a.status - b.status)
  expect([done?.status, refused?.status]).toEqual([200, 409])
  expect(refused?.body.details).toEqual({
    reason: 'changed_meanwhile',
    amount: done?.body.amount,
  })
  expect((await from(done?.body.amount, '129.99')).status).toBe(200)
  await runDueTasks()
  expect(await mailsTo(customer)).toHaveLength(1)
  await changeJob(jobId, { extrasCents: 1000 })
  expect((await from('90', done?.body.amount)).status).toBe(409)
  expect((await from('90', `${Number(done?.body.amount) + 10}.00`)).body.amount).toBe('90.00')
})

test('an adjustment in the middle of the capture is settled by a refund', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  let adjusted: Promise<{ status: number }> | undefined
  setFaults(async (verb, moment) => {
    if (verb !== 'capture' || moment !== 'after') return
    adjusted = adjust(jobId, 100)
    await expect.poll(() => db().$count(paymentAdjustments)).toBe(1)
  })
  await changeAndSettle(jobId, { status: 'completed' })
  expect((await adjusted)?.status).toBe(200)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ capturedCents: 12_999, refundedCents: 2999 })
})

test.each([
  ['adjusted without a card', async (jobId: string) => adjust(jobId, 100), []],
  [
    'held',
    async (jobId: string) => preAuthorize(customer, { jobId }),
    ['$129.99 reserved on your card is released.'],
  ],
  [
    'paid',
    async (jobId: string) => processPayment(customer, { jobId }),
    ['The $129.99 that you paid is refunded.'],
  ],
] as const)(
  'the mail about a cancelled visit that was %s says only that',
  async (_, pay, words) => {
    const jobId = await bookVisit(customer)
    await pay(jobId)
    await customer.call('POST /api/jobs/{id}/cancel', { params: { id: jobId }, body: {} })
    await runDueTasks()
    const mail = (await mailsTo(customer)).find((one) => one.includes('is cancelled.')) ?? ''
    expect(mail.match(/^.*(released|refunded).*$/gm) ?? []).toEqual(words)
  },
)

test('a cancelled visit is not adjusted, an unknown one not found', async () => {
  const jobId = await bookVisit(customer)
  await changeAndSettle(jobId, { status: 'cancelled' })
  expect((await adjust(jobId, 1)).status).toBe(409)
  expect((await preAuthorize(customer, { jobId })).status).toBe(409)
  expect((await processPayment(customer, { jobId })).status).toBe(409)
  expect((await adjust('00000000-0000-4000-8000-000000000000', 1)).status).toBe(404)
})

test('webhooks: badly signed refused, foreign ignored, replays and old ones harmless', async () => {
  const jobId = await paidVisit()
  const [payment] = await networkPayments()
  const post = async (event: object, key?: Buffer) => {
    const body = JSON.stringify(event)
    const signature = signEvent(key ?? (await simulatorKey()), body)
    return app.call('POST /api/payments/webhook', {
      body,
      headers: { [signatureHeader]: signature },
    })
  }
  const event = (id: string, paymentId: string | undefined) => ({
    event_id: id,
    type: 'payment.updated',
    data: { payment_id: paymentId },
  })
  expect((await post(event('a', payment?.id), Buffer.from('another key'))).status).toBe(403)
  expect((await post(event('b', 'somebody elses'))).status).toBe(204)
  for (let n = 0; n < 3; n++) expect((await post(event('c', payment?.id))).status).toBe(204)
  const before = await paymentOf(jobId)
  await runDueTasks()
  expect(await paymentOf(jobId)).toEqual(before)
  const events = await db().select().from(providerEvents)
  expect(events.filter((row) => ['a', 'b', 'c'].includes(row.eventId))).toMatchObject([
    { eventId: 'b', jobId: null },
    { eventId: 'c', jobId },
  ])
})

test('a refund in the dashboard is recorded and never charged again', async () => {
  const jobId = await paidVisit()
  const [payment] = await networkPayments()
  await simulator.refundInDashboard(payment?.id ?? '', 3000)
  await runDueTasks()
  expect(await worded(jobId)).toMatchObject({
    state: 'paid',
    refundedCents: 3000,
    note: 'Refunded by the office: -$30.00; $30.00 was refunded in the card dashboard',
  })
  travel(48)
  await sweepPayments()
  expect(await networkPayments()).toHaveLength(1)
  expect(await ledgerOf(jobId)).toEqual({ cash: 9999, receivable: 0, revenue: -9999 })
})

test('a refund that fails is told, shown to the admin and not repeated', async () => {
  const jobId = await paidVisit('refund_fails')
  expect((await refund(jobId, 29.99)).body).toMatchObject({ refundedAmount: '29.99' })
  travel(26)
  await sweepPayments()
  expect(await worded(jobId)).toMatchObject({
    state: 'refunding',
    refundedCents: 0,
    note: 'Goodwill: -$29.99; A refund of $29.99 failed. Please refund it another way',
  })
  travel(48)
  await sweepPayments()
  expect((await networkPayments())[0]?.refunds).toHaveLength(1)
  expect(await ledgerOf(jobId)).toEqual({ cash: 12_999, receivable: -2999, revenue: -10_000 })
  const titles = async (person: TestPerson) =>
    (await person.call('GET /api/notifications')).body.map(({ title }: { title: string }) => title)
  expect(await titles(customer)).toEqual([
    'Your refund is delayed',
    'Refund on its way',
    '$129.99 charged to your card',
  ])
  expect(await titles(admin)).toEqual(['A refund failed'])
  expect((await refund(jobId, 1)).status).toBe(409)
})

test.each([
  ['given_back', { state: 'paid', refundedAmount: '29.99', amount: '100.00' }, 10_000],
  ['kept', { state: 'paid', refundedAmount: '0.00', amount: '129.99' }, 12_999],
] as const)('what could not be refunded is resolved as %s', async (outcome, payment, cash) => {
  const jobId = await paidVisit('refund_fails')
  await refund(jobId, 29.99)
  travel(26)
  await sweepPayments()
  const { body: shown } = await admin.call('GET /api/payments/{jobId}', { params: { jobId } })
  expect(shown.problems).toMatchObject([{ stuckAmount: '29.99' }])
  const resolve = (body: object, who = admin) =>
    who.call('POST /api/payments/{jobId}/discrepancies/{discrepancyId}/resolve', {
      params: { jobId, discrepancyId: shown.problems[0].id },
      body,
    })
  expect((await resolve({ note: 'Cash', outcome }, customer)).status).toBe(403)
  expect((await resolve({ note: ' ', outcome })).status).toBe(400)
  expect((await resolve({ note: 'What about the money?' })).status).toBe(400)
  const resolved = await resolve({ note: 'Handed over in cash', outcome })
  expect(resolved.body).toMatchObject({ ...payment, problems: [] })
  expect((await resolve({ note: 'Again', outcome })).status).toBe(409)
  expect(await ledgerOf(jobId)).toEqual({ cash, receivable: 0, revenue: -cash })
  expect(await db().select().from(paymentDiscrepancies)).toMatchObject([
    { resolvedBy: admin.user.id, resolution: 'Handed over in cash', outcome },
  ])
  const [heard] = (await customer.call('GET /api/notifications')).body
  expect(heard.title).toBe('About your refund')
  expect(heard.message).toContain('$29.99')
  travel(24)
  await sweepPayments()
  expect((await networkPayments())[0]?.refunds).toHaveLength(1)
})

test('a network that is down at completion is asked again until it answers', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  let calls = 0
  setFaults(() => {
    calls += 1
    throw new Error('down')
  })
  expect(await changeAndSettle(jobId, { status: 'completed' })).toMatchObject({
    state: 'settling',
    note: 'waiting for the card network',
  })
  await sweepPayments()
  expect(calls).toBe(2)
  setFaults()
  travel(1)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ state: 'paid', capturedCents: 12_999 })
  expect(await networkPayments()).toHaveLength(1)
})

test('a network that is down while a customer pays answers 503, and the try is finished later', async () => {
  const jobId = await bookVisit(customer)
  setFaults(() => {
    throw new Error('down')
  })
  expect((await processPayment(customer, { jobId })).status).toBe(503)
  setFaults()
  expect((await processPayment(customer, { jobId })).status).toBe(409)
  expect(await paymentOf(jobId)).toMatchObject({ state: 'paid', capturedCents: 12_999 })
})

test.each(['before', 'after'] as const)(
  'a process that dies %s any call charges exactly once after its start',
  async (moment) => {
    for (const verb of ['saveCard', 'pay', 'changeAmount', 'capture', 'refund', 'release']) {
      const jobId = await bookVisit(customer, { inHours: 1 })
      const dies = crash(verb, moment)
      const whole = async () => {
        if (!(await dies.survives(preAuthorize(customer, { jobId })))) return
        const extra = { status: 'completed', extrasCents: 1 } as const
        await changeJob(jobId, verb === 'release' ? { status: 'cancelled' } : extra)
        if (!(await dies.survives(orchestratePayment(jobId)))) return
        await dies.survives(refund(jobId, 80))
      }
      await whole()
      setFaults()
      await resumePayments()
      // Goes on from wherever it stopped; what is done already is not done again.
      await preAuthorize(customer, { jobId })
      if (verb !== 'release') await changeJob(jobId, { status: 'completed', extrasCents: 1 })
      await runDueTasks()
      // What is owed by now: a refund that was decided on before the end is not decided on again.
      const { amountCents } = await costNow(jobId)
      if (amountCents > 5000) await refund(jobId, '80.00')
      await runDueTasks()
      const due = verb === 'release' ? 0 : 5000
      const revenue = due === 0 ? 0 : -due
      expect({ verb, crashed: dies.crashed(), ...(await ledgerOf(jobId)) }).toEqual({
        verb,
        crashed: true,
        cash: due,
        receivable: 0,
        revenue,
      })
    }
    const all = await networkPayments()
    const net = all.reduce(
      (sum, payment) =>
        payment.refunds.reduce(
          (left, refund) => left - refund.cents,
          sum + (payment.status === 'completed' ? payment.cents : 0),
        ),
      0,
    )
    expect(net).toBe(5 * 5000)
    expect(all.filter((payment) => payment.status === 'approved')).toEqual([])
  },
)

async function costNow(jobId: string) {
  const { body } = await admin.call('GET /api/payments/{jobId}', { params: { jobId } })
  return { amountCents: centsFromDecimal(body.amount) ?? 0 }
}

/** Ends everything at one moment of one call: what was running never comes back. */
function crash(verb: string, moment: 'before' | 'after') {
  let died = false
  let die = () => {}
  const death = new Promise<'died'>((resolve) => (die = () => resolve('died')))
  setFaults((called, at) => {
    if (died || called !== verb || at !== moment) return
    died = true
    die()
    return new Promise<void>(() => {})
  })
  return {
    crashed: () => died,
    survives: async (run: Promise<unknown>) => (await Promise.race([run, death])) !== 'died',
  }
}

test('the list pages from the newest on and filters by status', async () => {
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push(await bookVisit(customer))
  await processPayment(customer, { jobId: ids[2] ?? '' })
  const first = await admin.call('GET /api/payments', { query: { limit: '2' } })
  const cursor = String(first.headers['x-next-cursor'])
  const second = await admin.call('GET /api/payments', { query: { limit: '2', cursor } })
  expect(first.headers['x-total-count']).toBe('5')
  const listed = [...first.body, ...second.body].map((payment: { jobId: string }) => payment.jobId)
  expect(listed).toEqual(ids.toReversed().slice(0, 4))
  const completed = await admin.call('GET /api/payments', { query: { status: 'completed' } })
  expect(completed.body).toMatchObject([{ jobId: ids[2], capturedAmount: '129.99' }])
  expect((await customer.call('GET /api/payments')).status).toBe(403)
})

test('the export carries every payment and no formula', async () => {
  const evil = await app.as(
    await makeUser({ role: 'customer', firstName: '=cmd|calc', lastName: 'A,"B"' }),
  )
  await bookVisit(evil)
  const answer = await admin.call('GET /api/payments/export')
  expect(answer.headers['content-disposition']).toMatch(/payment-data-\d{4}-\d\d-\d\d\.csv/)
  const [header, row] = answer.text.split('\r\n')
  expect(header?.slice(1)).toBe(
    'Customer,Job,Amount (USD),Held (USD),Captured (USD),Refunded (USD),Status,Notes,Created,State,Job id',
  )
  expect(row).toMatch(
    /^"'=cmd\|calc A,""B""",FQ-\d+,129\.99,0\.00,0\.00,0\.00,pending,,[^,]+,none,/,
  )
})

test('the export is what is listed: found by the same search and status, in the same order', async () => {
  const [ada, bea] = [
    await app.as(await makeUser({ role: 'customer', firstName: 'Ada' })),
    await app.as(await makeUser({ role: 'customer', firstName: 'Bea' })),
  ]
  for (const who of [ada, bea, ada]) await bookVisit(who)
  const paid = await bookVisit(ada)
  await processPayment(ada, { jobId: paid })
  const exported = async (query: Record<string, string>) => {
    const { text } = await admin.call('GET /api/payments/export', { query })
    return text
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1])
      .filter(Boolean)
  }
  for (const query of [
    {},
    { search: 'ada' },
    { status: 'completed' },
    { search: 'ada', status: 'pending', sort: 'job' },
  ] as Record<string, string>[]) {
    const { body } = await admin.call('GET /api/payments', { query })
    const listed = body.map((payment: { jobNumber: string }) => payment.jobNumber)
    expect(await exported(query)).toEqual(listed)
  }
  expect(await exported({ status: 'completed' })).toHaveLength(1)
})

test('the card form is served from our own origin and takes practice cards only', async () => {
  const config = await app.call('GET /api/payments/config')
  expect(config.body).toMatchObject({ provider: 'simulator', environment: 'sandbox' })
  const script = await app.call(`GET ${config.body.scriptUrl}`)
  expect(script.headers['content-type']).toContain('text/javascript')
  expect((await app.call('GET /simulator/card-frame')).text).not.toMatch(/<script>|onclick|style=/)
  const mint = (body: object) => app.call('POST /simulator/tokens', { body })
  const minted = await mint({ outcome: 'ok', brand: 'Visa', last4: '1111' })
  expect(minted.body.token).toMatch(/^cnon:sim_/)
  for (const body of [
    { outcome: 'ok', brand: 'Visa', last4: '4242' },
    { outcome: 'ok', brand: 'Visa', last4: '4111111111111111' },
    { outcome: 'ok', brand: 'Visa', last4: '1111', number: '4111111111111111' },
  ])
    expect((await mint(body)).status).toBe(400)
})
