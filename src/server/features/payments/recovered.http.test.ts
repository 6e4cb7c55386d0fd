import { beforeEach, expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { now, travelTo } from '#server/base/clock.ts'
import { readDay } from '#server/features/daily-close/test-days.ts'
import { textOfPdf } from '#server/features/receipts/test-pdf.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { recordableCents, recordedAccounts } from '#shared/rules/recorded-payments.ts'
import { formatCents } from '#shared/texts/format.ts'
import { statusesOf } from './test-fees.ts'
import { testNetwork } from './test-network.ts'
import {
  bookVisit,
  changeAndSettle,
  ledgerOf,
  mailsTo,
  networkPayments,
  paidVisit,
  processPayment,
  worded,
} from './test-visits.ts'

const app = useTestApp({ at: new Date('2026-11-18T16:00:00Z') })
const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
})

const centsOf = (amount = '0.00') => Math.round(Number(amount) * 100)
const record = (jobId: string, cents: number, more: object = {}) =>
  admin.call(`POST /api/payments/${jobId}/record`, {
    body: {
      amount: decimalFromCents(cents),
      method: 'cash',
      receivedOn: businessToday(),
      confirmed: true,
      ...more,
    },
  })
const takeBack = async (jobId: string, nth: number) => {
  const { recorded } = (await admin.call(`GET /api/payments/${jobId}`)).body
  return admin.call(`DELETE /api/payments/${jobId}/record/${recorded[nth].id}`, {
    body: { reason: 'It bounced' },
  })
}
let disputes = 0
async function lose(cents: number, of: 'visit' | 'tip' = 'visit'): Promise<void> {
  const [visit, tip] = await networkPayments()
  const payment = of === 'tip' ? tip : visit
  disputes += 1
  for (const state of ['open', 'lost'] as const) {
    const dispute = { id: `dispute_${disputes}`, cents, state }
    const event = {
      id: `event_${disputes}_${state}`,
      paymentId: payment?.id ?? '',
      type: 'dispute.state.updated',
      dispute,
    } as const
    await app.call('POST /api/payments/webhook', await testNetwork.webhook(event))
    await runDueTasks()
  }
}
const refund = (jobId: string, cents: number) =>
  admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId },
    body: { amount: decimalFromCents(cents), reason: 'customer_complaint' },
  })

/** A paid $129.99 visit with a tip of $26.00. */
async function tippedVisit(): Promise<string> {
  await changeSettings({ tipsEnabled: true })
  const jobId = await paidVisit(customer)
  const technicianId = (await app.as('technician')).user.id
  await changeAndSettle(jobId, { technicianId, completedAt: now() })
  const tip = await customer.call(`POST /api/jobs/${jobId}/tip`, { body: { amount: '26.00' } })
  expect(tip.status).toBe(200)
  return jobId
}

/** The only visit's figures on every screen, file and book; cents. */
async function seenOf(jobId: string) {
  const row = await worded(jobId)
  const books = await ledgerOf(jobId)
  const ofBooks = (account: string) => books[account] ?? 0
  const { cost, movements } = (await customer.call(`GET /api/jobs/${jobId}/receipt`)).body
  const sums = (await admin.call('GET /api/payments/summary')).body
  const payment = (await admin.call(`GET /api/payments/${jobId}`)).body
  const spent = (await admin.call(`GET /api/admin/customers/${customer.user.id}`)).body
  const closes = await Promise.all(days.map((day) => readDay(admin, day)))
  const overDays = (name: 'cash' | 'check' | 'tips' | 'chargedBack' | 'net') =>
    closes.reduce((sum, { total }) => sum + centsOf(total[name]), 0)
  const csv = (await admin.call('GET /api/payments/export')).text.split('\r\n')
  const [columns = [], cells = []] = csv.map((line: string) =>
    line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/),
  )
  const inCsv = (column: string) => centsOf(cells[columns.indexOf(column)])
  const paid = centsOf(cost.paid)
  const lost = centsOf(cost.chargedBack)
  const recovered = centsOf(cost.recovered)
  const recorded = centsOf(payment.recordedAmount)
  const tip = centsOf(cost.tip)
  const tipPaid = tip - centsOf(cost.tipMissing)
  // The books.
  const direct = Object.values(recordedAccounts).reduce((sum, one) => sum + ofBooks(one), 0)
  expect(ofBooks('cash')).toBe(row.capturedCents - row.refundedCents + tip - lost)
  expect(ofBooks('tips_payable')).toBe(0 - tip)
  expect(direct).toBe(recorded)
  expect(ofBooks('chargebacks')).toBe(lost - recovered)
  expect(ofBooks('cash') + direct).toBe(paid + tipPaid)
  expect(ofBooks('receivable')).toBe(centsOf(cost.due) - centsOf(cost.excess))
  // The screens and files.
  expect(centsOf(sums.recorded)).toBe(recorded)
  expect(centsOf(sums.chargedBack)).toBe(lost)
  expect(centsOf(sums.recovered)).toBe(recovered)
  expect(centsOf(sums.owed)).toBe(centsOf(cost.due))
  expect(centsOf(spent.totalSpent)).toBe(paid)
  expect(centsOf(spent.chargedBack)).toBe(lost - recovered)
  expect([
    inCsv('Paid directly (USD)'),
    inCsv('Lost in disputes (USD)'),
    inCsv('Paid since (USD)'),
  ]).toEqual([recorded, lost, recovered])
  const shown = movements.filter(
    ({ kind }: { kind: string }) => !['reserved', 'used'].includes(kind),
  )
  expect(
    shown.reduce((sum: number, { amount }: { amount: string }) => sum + centsOf(amount), 0),
  ).toBe(paid + tipPaid)
  const paper = textOfPdf((await customer.call(`GET /api/jobs/${jobId}/receipt.pdf`)).bytes)
  expect(paper).toContain(`Paid\n${formatCents(paid + tipPaid)}`)
  const isDirect = movements.some(({ method }: { method: string | null }) => method !== null)
  expect(paper).toContain(isDirect ? '\nPayment\n' : '\nOn the card\n')
  // The dialog proposes all that may be recorded.
  expect(recordableCents(cost)).toBe(Math.max(0, centsOf(cost.amount) - paid) + tip - tipPaid)
  expect(
    movements.filter(({ kind, method }: { kind: string; method: string | null }) =>
      ['recorded', 'taken-back', 'given-back'].includes(kind) ? method === null : method !== null,
    ),
  ).toEqual([])
  // The closes.
  expect(overDays('chargedBack')).toBe(lost)
  expect(overDays('cash') + overDays('check')).toBe(recorded)
  expect(overDays('net') + overDays('tips')).toBe(paid + tipPaid)
  return { paid, tipPaid, due: centsOf(cost.due), lost, recovered, state: row.state }
}

/** Cents; of a payment taken back, its place in the list. */
type Step = [
  'lost' | 'tip lost' | 'recorded' | 'check' | 'refunded' | 'given back' | 'taken back',
  number,
]
type Seen = {
  paid: number
  tipPaid?: number
  due: number
  lost: number
  recovered: number
  state: string
}

const take = async (jobId: string, [what, value]: Step): Promise<{ status: number }> => {
  if (what === 'lost') return lose(value).then(() => ({ status: 200 }))
  if (what === 'tip lost') return lose(value, 'tip').then(() => ({ status: 200 }))
  if (what === 'taken back') return takeBack(jobId, value)
  if (what === 'refunded') return refund(jobId, value)
  const more = { check: { method: 'check' }, 'given back': { givenBack: 'As agreed' } }
  return record(jobId, value, what === 'recorded' ? {} : more[what])
}

test.each<[Step[], Seen]>([
  [
    [
      ['lost', 12_999],
      ['recorded', 12_999],
    ],
    { paid: 12_999, due: 0, lost: 12_999, recovered: 12_999, state: 'paid' },
  ],
  [
    [
      ['lost', 12_999],
      ['recorded', 5000],
      ['check', 7999],
    ],
    { paid: 12_999, due: 0, lost: 12_999, recovered: 12_999, state: 'paid' },
  ],
  [
    [
      ['lost', 12_999],
      ['recorded', 12_999],
      ['taken back', 0],
    ],
    { paid: 0, due: 0, lost: 12_999, recovered: 0, state: 'refunded' },
  ],
  [
    [
      ['lost', 12_999],
      ['recorded', 5000],
      ['check', 7999],
      ['taken back', 0],
      ['recorded', 1],
    ],
    { paid: 8000, due: 0, lost: 12_999, recovered: 8000, state: 'paid' },
  ],
  [
    [
      ['lost', 5000],
      ['check', 2500],
    ],
    { paid: 10_499, due: 0, lost: 5000, recovered: 2500, state: 'paid' },
  ],
  // The bank returns all of a payment of which the office had refunded a part.
  [
    [
      ['refunded', 8000],
      ['lost', 12_999],
      ['recorded', 12_999],
    ],
    { paid: 4999, due: 0, lost: 12_999, recovered: 12_999, state: 'paid' },
  ],
  [
    [
      ['lost', 5000],
      ['refunded', 2999],
      ['recorded', 2001],
    ],
    { paid: 7001, due: 0, lost: 5000, recovered: 2001, state: 'paid' },
  ],
  [
    [
      ['lost', 12_999],
      ['recorded', 12_999],
      ['given back', 3000],
    ],
    { paid: 9999, due: 0, lost: 12_999, recovered: 12_999, state: 'paid' },
  ],
  [
    [
      ['lost', 12_999],
      ['recorded', 12_999],
      ['given back', 12_999],
    ],
    { paid: 0, due: 0, lost: 12_999, recovered: 12_999, state: 'refunded' },
  ],
  [
    [
      ['lost', 12_999],
      ['recorded', 12_999],
      ['given back', 3000],
      ['taken back', 1],
    ],
    { paid: 12_999, due: 0, lost: 12_999, recovered: 12_999, state: 'paid' },
  ],
  [
    [
      ['lost', 2000],
      ['recorded', 2000],
      ['lost', 3000],
      ['recorded', 1000],
    ],
    { paid: 10_999, due: 0, lost: 5000, recovered: 3000, state: 'paid' },
  ],
])('after %j every amount agrees to the cent', (steps, seen) =>
  everyAmountAgrees(paidVisit(customer), steps, { tipPaid: 0, ...seen }),
)

test.each<[Step[], Seen]>([
  [
    [['tip lost', 2600]],
    { paid: 12_999, tipPaid: 0, due: 0, lost: 2600, recovered: 0, state: 'paid' },
  ],
  [
    [
      ['tip lost', 2600],
      ['recorded', 2600],
    ],
    { paid: 12_999, tipPaid: 2600, due: 0, lost: 2600, recovered: 2600, state: 'paid' },
  ],
  [
    [
      ['tip lost', 1500],
      ['check', 500],
      ['recorded', 600],
      ['taken back', 0],
    ],
    { paid: 12_999, tipPaid: 1700, due: 0, lost: 1500, recovered: 600, state: 'paid' },
  ],
  // A payment for both pays the visit first.
  [
    [
      ['lost', 12_999],
      ['tip lost', 2600],
      ['recorded', 13_000],
      ['check', 2599],
    ],
    { paid: 12_999, tipPaid: 2600, due: 0, lost: 15_599, recovered: 15_599, state: 'paid' },
  ],
  [
    [
      ['lost', 12_999],
      ['tip lost', 2600],
      ['recorded', 5000],
    ],
    { paid: 5000, tipPaid: 0, due: 0, lost: 15_599, recovered: 5000, state: 'paid' },
  ],
  [
    [
      ['lost', 5000],
      ['tip lost', 2600],
      ['recorded', 6000],
      ['taken back', 0],
      ['check', 7600],
    ],
    { paid: 12_999, tipPaid: 2600, due: 0, lost: 7600, recovered: 7600, state: 'paid' },
  ],
  // Money given back lowers the price, not the tip.
  [
    [
      ['lost', 12_999],
      ['tip lost', 2600],
      ['recorded', 15_599],
      ['given back', 12_999],
    ],
    { paid: 0, tipPaid: 2600, due: 0, lost: 15_599, recovered: 15_599, state: 'refunded' },
  ],
  [
    [
      ['refunded', 2999],
      ['tip lost', 2600],
      ['recorded', 2600],
    ],
    { paid: 10_000, tipPaid: 2600, due: 0, lost: 2600, recovered: 2600, state: 'paid' },
  ],
])('of a visit with a tip, after %j every amount agrees to the cent', (steps, seen) =>
  everyAmountAgrees(tippedVisit(), steps, seen),
)

async function everyAmountAgrees(visit: Promise<string>, steps: Step[], seen: Seen): Promise<void> {
  const jobId = await visit
  for (const [nth, step] of steps.entries()) {
    expect((await take(jobId, step)).status).toBe(200)
    await runDueTasks()
    travelTo(new Date(`${days[nth + 1] ?? days[0]}T16:00:00Z`))
    admin = await app.as('admin')
    await seenOf(jobId)
  }
  expect(await seenOf(jobId)).toEqual(seen)
}

test('no more than was lost is recorded, not by several people at once either', async () => {
  const jobId = await paidVisit(customer)
  expect((await record(jobId, 1)).status).toBe(409)
  await lose(5000)
  expect((await record(jobId, 5001)).body).toMatchObject({
    message: 'Only $50.00 is due for this visit.',
    details: { reason: 'more_than_due', due: '50.00' },
  })
  const answers = await Promise.all(Array.from({ length: 6 }, () => record(jobId, 3000)))
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409])
  expect((await record(jobId, 2000)).status).toBe(200)
  expect((await record(jobId, 1)).body.message).toBe('Nothing is due for this visit.')
  expect(await seenOf(jobId)).toMatchObject({ paid: 12_999, recovered: 5000 })
})

test('no more than the lost tip is recorded, and it is not given back as part of the price', async () => {
  const jobId = await tippedVisit()
  expect((await record(jobId, 1)).status).toBe(409)
  await lose(2600, 'tip')
  expect((await record(jobId, 2601)).body.details).toMatchObject({ due: '26.00' })
  const answers = await Promise.all(Array.from({ length: 4 }, () => record(jobId, 2000)))
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409])
  expect((await record(jobId, 600, { method: 'check' })).status).toBe(200)
  expect((await record(jobId, 1)).body.message).toBe('Nothing is due for this visit.')
  expect((await record(jobId, 1, { givenBack: 'Once more' })).status).toBe(409)
  const payment = (await admin.call(`GET /api/payments/${jobId}`)).body
  expect(payment).toMatchObject({ recordedAmount: '26.00', notes: expect.any(String) })
  expect(payment.returnable).toBeUndefined()
  expect(payment.notes).toContain('$26.00 of it paid since')
  expect(await seenOf(jobId)).toMatchObject({ paid: 12_999, tipPaid: 2600, recovered: 2600 })
})

test('a tip in an open dispute is shown as held back', async () => {
  const jobId = await tippedVisit()
  const [, tip] = await networkPayments()
  await testNetwork.dispute(tip?.id ?? '', 2600, 'open')
  await runDueTasks()
  const { cost } = (await customer.call(`GET /api/jobs/${jobId}`)).body
  expect(cost).toMatchObject({ disputed: '26.00', paid: '129.99', tip: '26.00' })
  expect((await admin.call('GET /api/payments/summary')).body).toMatchObject({ disputed: '26.00' })
  expect((await admin.call('GET /api/payments/export')).text).toMatch(/,26\.00,0\.00\r?\n/)
  expect((await readDay(admin, days[0] ?? '')).total.heldBack).toBe('26.00')
})

test('a payment for what was lost is given back by hand, never to the card', async () => {
  const jobId = await paidVisit(customer)
  await lose(12_999)
  await record(jobId, 12_999)
  expect((await admin.call(`GET /api/payments/${jobId}`)).body).toMatchObject({
    refundableAmount: '0.00',
    returnable: '129.99',
  })
  expect(await refund(jobId, 1)).toMatchObject({
    status: 409,
    body: { details: { reason: 'charged_back' } },
  })
})

test('of a cancelled visit whose customer has the money back, nothing is recorded', async () => {
  const jobId = await bookVisit(customer)
  await processPayment(customer, { jobId })
  await lose(12_999)
  await changeAndSettle(jobId, { status: 'cancelled', cancelledAt: now() })
  expect((await record(jobId, 1)).status).toBe(409)
})

test('cash for a charge that was lost before the visit is returned when it is cancelled', async () => {
  const jobId = await bookVisit(customer)
  await processPayment(customer, { jobId })
  await lose(12_999)
  await record(jobId, 12_999)
  await changeAndSettle(jobId, { status: 'cancelled', cancelledAt: now() })
  const { cost } = (await customer.call(`GET /api/jobs/${jobId}`)).body
  expect(cost).toMatchObject({ excess: '129.99', toReturn: '129.99', due: '0.00' })
  // No refund is under way: the network has nothing left to refund.
  expect(await worded(jobId)).toMatchObject({
    state: 'paid',
    note: expect.stringContaining('$129.99 too much was received'),
  })
  expect((await admin.call(`GET /api/admin/customers/${customer.user.id}`)).body.toReturn).toBe(
    '129.99',
  )
  expect((await record(jobId, 12_999, { givenBack: 'Cancelled' })).status).toBe(200)
  expect(await ledgerOf(jobId)).toMatchObject({ cash: 0, cash_drawer: 0, receivable: 0 })
})

test('the customer is notified of the payment, and of taking it back', async () => {
  const jobId = await paidVisit(customer)
  await lose(12_999)
  await record(jobId, 12_999, { method: 'check' })
  await runDueTasks()
  expect((await mailsTo(customer)).at(-1)).toContain('We received $129.99')
  expect((await worded(jobId)).note).toContain(
    '$129.99 returned to the customer by their bank; $129.99 of it paid since',
  )
  await takeBack(jobId, 0)
  await runDueTasks()
  expect((await mailsTo(customer)).at(-1)).toContain('no longer counts as paid')
})
