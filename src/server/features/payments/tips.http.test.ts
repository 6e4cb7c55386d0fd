import { withLink } from '#server/features/guests/test-guest.ts'
import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { makeGuestLink } from '#server/features/guests/actions/guest-token.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { businessToday } from '#server/base/business-time.ts'
import type { Payment } from '#shared/contract/payments.ts'
import { eraseCards } from './actions/erase-cards.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { testNetwork } from './test-network.ts'
import {
  bookVisit,
  changeAndSettle,
  ledgerOf,
  mailsTo,
  networkPayments,
  preAuthorize,
  processPayment,
  setFaults,
  tokenOf,
} from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
let admin: TestPerson
let technician: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
  technician = await app.as('technician')
  await changeSettings({ tipsEnabled: true })
})

const travel = (hours: number) => travelTo(new Date(now().getTime() + hours * 3_600_000))

/** A $129.99 visit paid by card and completed by the technician. */
async function doneVisit(owner = customer): Promise<string> {
  const jobId = await bookVisit(owner)
  await preAuthorize(owner, { jobId })
  const technicianId = technician.user.id
  await changeAndSettle(jobId, { status: 'completed', technicianId, completedAt: now() })
  return jobId
}

type Tip = { amount: unknown; sourceId?: string }
const tip = (id: string, body: Tip, { by = customer, key = '' } = {}) =>
  by.call('POST /api/jobs/{id}/tip', {
    params: { id },
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })

const paymentOf = async (jobId: string): Promise<Payment> =>
  (await admin.call('GET /api/payments/{jobId}', { params: { jobId } })).body as Payment

const refundTip = (jobId: string, amount: string, more: object = {}) =>
  admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId },
    body: { amount, reason: 'customer_complaint', of: 'tip', ...more },
  })

test("a tip is charged to the visit's card, separate from its cost, and owed to the technician", async () => {
  const jobId = await doneVisit()
  const answer = await tip(jobId, { amount: '26.00' })
  expect(answer).toMatchObject({ status: 200, body: { success: true, tip: '26.00' } })
  expect(answer.body.message).toMatch(/^Thank you! Your tip of \$26\.00 goes to /)
  const cents = (await networkPayments()).map(({ cents: moved, status }) => [moved, status])
  expect(cents).toEqual([
    [12_999, 'completed'],
    [2600, 'completed'],
  ])
  expect(await ledgerOf(jobId)).toEqual({
    cash: 15_599,
    receivable: 0,
    revenue: -12_999,
    tips_payable: -2600,
  })
  const job = (await customer.call('GET /api/jobs/{id}', { params: { id: jobId } })).body
  expect(job.cost).toMatchObject({ amount: '129.99', paid: '129.99', due: '0.00', tip: '26.00' })
  expect(job.paymentState).toBe('paid')
  expect(await paymentOf(jobId)).toMatchObject({
    amount: '129.99',
    capturedAmount: '129.99',
    tip: { amount: '26.00', refundedAmount: '0.00', refundableAmount: '26.00' },
  })
})

test('customer, technician and office are each notified once', async () => {
  const jobId = await doneVisit()
  await tip(jobId, { amount: 26 })
  await tip(jobId, { amount: 26 })
  await runDueTasks()
  const mails = (await mailsTo(customer)).filter((mail) => mail.includes('thank you for the tip'))
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('We charged the tip of $26.00 to your card.')
  const bells = (await technician.call('GET /api/notifications')).body as { title: string }[]
  expect(bells.filter(({ title }) => title === 'You got a tip')).toHaveLength(1)
  const entries = (await admin.call('GET /api/admin/audit')).body as { event: string }[]
  expect(entries.filter(({ event }) => event === 'tip_given')).toHaveLength(1)
})

test('the review mail mentions the tip only if tips are enabled', async () => {
  const done = async (inHours: number) => {
    const jobId = await bookVisit(customer, { inHours, technicianId: technician.user.id })
    await preAuthorize(customer, { jobId })
    for (const status of ['in_progress', 'completed'])
      await admin.call('PATCH /api/jobs/{id}/status', { params: { id: jobId }, body: { status } })
    await runDueTasks()
    const mails = await mailsTo(customer)
    return { jobId, mail: mails.findLast((mail) => mail.includes('service completed')) }
  }
  // Held, and stored for a visit further ahead.
  for (const inHours of [30, 400])
    expect((await done(inHours)).mail).toContain('If you like, you can leave ')
  await changeSettings({ tipsEnabled: false })
  const { jobId, mail } = await done(30)
  expect(mail).not.toContain('If you like')
  expect(await tip(jobId, { amount: '20.00' })).toMatchObject({ status: 409 })
  expect(await paymentOf(jobId)).not.toHaveProperty('tip')
})

test('two presses at once, a repeat, and a repeat by key are one tip; a different one is refused', async () => {
  const jobId = await doneVisit()
  const both = await Promise.all([tip(jobId, { amount: '20' }), tip(jobId, { amount: '20.00' })])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await tip(jobId, { amount: '20.00' }, { key: 'once' })).status).toBe(200)
  expect((await tip(jobId, { amount: '20.00' }, { key: 'once' })).status).toBe(200)
  expect(await tip(jobId, { amount: '25.00' })).toMatchObject({
    status: 409,
    body: { details: { reason: 'tip_given', amount: '20.00' } },
  })
  expect(await networkPayments()).toHaveLength(2)
})

test('of two concurrent tips of different amounts one is charged', async () => {
  const jobId = await doneVisit()
  const both = await Promise.all([tip(jobId, { amount: '20' }), tip(jobId, { amount: '25' })])
  expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409'])
  expect(await networkPayments()).toHaveLength(2)
})

test('an amount is dollars from $1.00, at most the price and $500.00', async () => {
  const jobId = await doneVisit()
  const wrong = ['1e3', '-0.01', '0.001', 'NaN', '1234567890', '', '0', '0.99', '500.01', null, {}]
  for (const amount of wrong)
    expect.soft((await tip(jobId, { amount })).status, JSON.stringify(amount)).toBe(400)
  for (const amount of [-0.01, 0.001, 1_234_567_890])
    expect.soft((await tip(jobId, { amount })).status, String(amount)).toBe(400)
  expect(await tip(jobId, { amount: '130.00' })).toMatchObject({
    status: 400,
    body: { message: 'A tip for this visit is from $1.00 to $129.99.' },
  })
  expect(await networkPayments()).toHaveLength(1)
  expect((await tip(jobId, { amount: '129.99' })).status).toBe(200)
})

test('a decline has its reason, and another card works', async () => {
  const jobId = await doneVisit()
  await testNetwork.setStoredCards('insufficient_funds')
  expect(await tip(jobId, { amount: '20.00' })).toMatchObject({
    status: 400,
    body: {
      message: 'There is not enough money on this card. Please try another card.',
      details: { reason: 'insufficient_funds' },
    },
  })
  const refused = await tip(jobId, { amount: '20.00', sourceId: await tokenOf('declined') })
  expect(refused.body.message).toBe('Your bank declined this card. Please try another card.')
  // The visit stays paid and its card stored.
  expect(await paymentOf(jobId)).toMatchObject({ state: 'paid', capturedAmount: '129.99' })
  const sourceId = await tokenOf('ok')
  expect((await tip(jobId, { amount: '20.00', sourceId })).status).toBe(200)
  expect(await ledgerOf(jobId)).toMatchObject({ tips_payable: -2000, revenue: -12_999 })
})

test('without a stored card one is requested', async () => {
  const jobId = await bookVisit(customer)
  const technicianId = technician.user.id
  await changeAndSettle(jobId, { status: 'completed', technicianId, completedAt: now() })
  expect(await tip(jobId, { amount: '20.00' })).toMatchObject({ status: 409 })
  await processPayment(customer, { jobId })
  expect(await tip(jobId, { amount: '20.00' })).toMatchObject({
    status: 409,
    body: { details: { reason: 'card_needed' } },
  })
  expect((await tip(jobId, { amount: '20.00', sourceId: await tokenOf('ok') })).status).toBe(200)
})

test('a customer tips for their own visit that is completed and paid by card, for a month', async () => {
  const jobId = await doneVisit()
  const stranger = await app.as('customer')
  expect((await tip(jobId, { amount: '20.00' }, { by: stranger })).status).toBe(404)
  expect((await tip(jobId, { amount: '20.00' }, { by: technician })).status).toBe(403)
  expect((await tip(jobId, { amount: '20.00' }, { by: admin })).status).toBe(403)
  const ahead = await bookVisit(customer)
  await preAuthorize(customer, { jobId: ahead })
  expect((await tip(ahead, { amount: '20.00' })).status).toBe(409)
  await changeAndSettle(ahead, { status: 'cancelled', cancelledAt: now() })
  expect((await tip(ahead, { amount: '20.00' })).status).toBe(409)
  travel(30 * 24)
  // Their session has expired by then.
  const back = await app.as(customer.user)
  expect(await tip(jobId, { amount: '20.00' }, { by: back })).toMatchObject({
    status: 409,
    body: { message: 'A tip can be given up to 30 days after the visit.' },
  })
})

test('a lost answer is charged once', async () => {
  const jobId = await doneVisit()
  let lost = 0
  setFaults((verb, moment) => {
    if (verb === 'pay' && moment === 'after' && lost++ === 0) throw new Error('lost')
  })
  const first = await tip(jobId, { amount: '20.00' })
  expect([200, 503]).toContain(first.status)
  setFaults()
  travel(1)
  await sweepPayments()
  expect((await tip(jobId, { amount: '20.00' })).status).toBe(200)
  expect(await networkPayments()).toHaveLength(2)
  expect(await ledgerOf(jobId)).toMatchObject({ tips_payable: -2000 })
})

test('while the network is unreachable no tip is confirmed, and the visit stays paid', async () => {
  const jobId = await doneVisit()
  setFaults((verb) => {
    if (verb === 'pay') throw new Error('down')
  })
  expect((await tip(jobId, { amount: '20.00' })).status).toBe(503)
  expect(await paymentOf(jobId)).toMatchObject({ state: 'paid' })
  // Its card is not removed while the operation is open.
  const refusal = { details: { reason: 'payment_running' } }
  await expect(eraseCards(customer.user.id)).rejects.toMatchObject(refusal)
  setFaults()
  travel(1)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ tip: { amount: '20.00' } })
})

test("the office refunds a tip in parts and whole, and the visit's price stays", async () => {
  const jobId = await doneVisit()
  expect((await refundTip(jobId, '5.00')).status).toBe(409)
  await tip(jobId, { amount: '20.00' })
  const answers = await Promise.all([refundTip(jobId, '5.00'), refundTip(jobId, '5.00')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await paymentOf(jobId)).toMatchObject({
    state: 'paid',
    amount: '129.99',
    refundedAmount: '0.00',
    tip: { amount: '15.00', refundedAmount: '5.00', refundableAmount: '15.00' },
  })
  expect((await refundTip(jobId, '15.01', { refundedAmount: '5.00' })).status).toBe(409)
  expect((await refundTip(jobId, '15.00', { refundedAmount: '5.00' })).status).toBe(200)
  expect(await ledgerOf(jobId)).toEqual({
    cash: 12_999,
    receivable: 0,
    revenue: -12_999,
    tips_payable: 0,
  })
  // Not asked for again.
  expect((await tip(jobId, { amount: '10.00' })).status).toBe(409)
  await runDueTasks()
  const mails = (await mailsTo(customer)).filter((mail) => mail.includes('of your tip back'))
  expect(mails).toHaveLength(2)
  expect(mails[0]).toContain('Reason: Customer Complaint')
  const job = (await customer.call('GET /api/jobs/{id}', { params: { id: jobId } })).body
  expect(job.cost).toMatchObject({ amount: '129.99', adjustments: [], tip: '0.00' })
})

test('a refund of the visit leaves the tip, which the dashboard can refund', async () => {
  const jobId = await doneVisit()
  await tip(jobId, { amount: '20.00' })
  await admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId },
    body: { amount: '129.99', reason: 'other' },
  })
  expect(await paymentOf(jobId)).toMatchObject({ state: 'refunded', tip: { amount: '20.00' } })
  const given = (await networkPayments()).find(({ cents }) => cents === 2000)
  await testNetwork.refundInDashboard(given?.id ?? '', 500)
  await runDueTasks()
  expect(await paymentOf(jobId)).toMatchObject({
    amount: '0.00',
    tip: { amount: '15.00', refundedAmount: '5.00' },
  })
  expect(await ledgerOf(jobId)).toEqual({
    cash: 1500,
    receivable: 0,
    revenue: 0,
    tips_payable: -1500,
  })
})

test('a failed refund of the tip is resolved by the office, returned or kept', async () => {
  for (const outcome of ['given_back', 'kept'] as const) {
    const jobId = await doneVisit()
    await tip(jobId, { amount: '20.00', sourceId: await tokenOf('refund_fails') })
    expect((await refundTip(jobId, '20.00')).status).toBe(200)
    travel(25)
    await sweepPayments()
    const { problems } = await paymentOf(jobId)
    expect(problems).toMatchObject([{ stuckAmount: '20.00' }])
    const params = { jobId, discrepancyId: problems[0]?.id ?? '' }
    const resolve = 'POST /api/payments/{jobId}/discrepancies/{discrepancyId}/resolve'
    const answer = await admin.call(resolve, { params, body: { note: 'Called them', outcome } })
    expect(answer.status).toBe(200)
    const left = outcome === 'kept' ? 2000 : 0
    expect(await ledgerOf(jobId)).toMatchObject({ revenue: -12_999, tips_payable: 0 - left })
    expect(await paymentOf(jobId)).toMatchObject({
      amount: '129.99',
      state: 'paid',
      problems: [],
      tip: { amount: outcome === 'kept' ? '20.00' : '0.00', refundableAmount: '0.00' },
    })
  }
})

test('revenue excludes tips, and technician and office see them per technician', async () => {
  const jobId = await doneVisit()
  await tip(jobId, { amount: '20.00' })
  const stats = (await admin.call('GET /api/dashboard/stats')).body
  expect(stats.revenueByDay.at(-1).amount).toBe('129.99')
  const me = (await technician.call('GET /api/technicians/me')).body
  expect(me.tips).toEqual({ today: '20.00', week: '20.00', month: '20.00' })
  const today = businessToday()
  const work = await admin.call('GET /api/admin/technicians/{id}/work', {
    params: { id: technician.user.id },
    query: { from: today, to: today },
  })
  expect(work.body.total).toMatchObject({ cash: '129.99', tips: '20.00' })
  const summary = (await admin.call('GET /api/payments/summary')).body
  expect(summary).toMatchObject({ captured: '129.99', owed: '0.00', tips: '20.00' })
  const { text } = await admin.call('GET /api/payments/export')
  const [header = '', line = ''] = text.split('\r\n')
  expect(header).toMatch(/,Tip \(USD\)$/)
  expect(line).toMatch(/,20\.00$/)
})

test('the receipt lists the tip separately and adds up', async () => {
  const jobId = await doneVisit()
  await tip(jobId, { amount: '20.00' })
  await refundTip(jobId, '5.00')
  const receipt = (await customer.call('GET /api/jobs/{id}/receipt', { params: { id: jobId } }))
    .body
  expect(receipt.cost).toMatchObject({ amount: '129.99', paid: '129.99', tip: '15.00' })
  const moved = receipt.movements.map((one: { kind: string; amount: string }) => [
    one.kind,
    one.amount,
  ])
  expect(moved).toEqual([
    ['reserved', '129.99'],
    ['used', '129.99'],
    ['captured', '129.99'],
    ['tip', '20.00'],
    ['tip-refunded', '-5.00'],
  ])
  expect(receipt.movements[3].card).toEqual({ brand: 'Visa', last4: '1111' })
})

test('a guest tips by their link', async () => {
  const jobId = await doneVisit()
  const token = await makeGuestLink(jobId, { ticket: 'ticket', network: 'here' })
  const tip = { params: { id: jobId }, body: { amount: '20.00' } }
  const give = (link: string) => withLink(app, link).call('POST /api/jobs/{id}/tip', tip)
  expect((await give(token)).body).toMatchObject({ tip: '20.00' })
  expect((await give(`${token}x`)).status).toBe(404)
  const [visit] = (await withLink(app, token).call('GET /api/jobs/customer')).body
  expect(visit.cost.tip).toBe('20.00')
})

test('a lost dispute about a tip takes nothing off what is paid for the visit', async () => {
  const jobId = await doneVisit()
  await tip(jobId, { amount: '20.00' })
  const paid = async () => {
    const visit = await customer.call('GET /api/jobs/{id}', { params: { id: jobId } })
    const { id } = customer.user
    const { body } = await admin.call('GET /api/admin/customers/{id}', { params: { id } })
    return [visit.body.cost.paid, body.totalSpent]
  }
  const before = await paid()
  await testNetwork.dispute((await networkPayments())[1]?.id ?? '', 2000, 'lost')
  await runDueTasks()
  expect((await paymentOf(jobId)).disputes).toMatchObject([{ state: 'lost', amount: '20.00' }])
  expect(await paid()).toEqual(before)
})
