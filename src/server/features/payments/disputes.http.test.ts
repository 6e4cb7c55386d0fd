import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { readDay } from '#server/features/daily-close/test-days.ts'
import { textOfPdf } from '#server/features/receipts/test-pdf.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { DisputeState } from '#shared/rules/disputes.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { findDisputes } from './actions/find-disputes.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { testNetwork } from './test-network.ts'
import {
  bookVisit,
  changeAndSettle,
  ledgerOf,
  networkPayments,
  paidVisit,
  preAuthorize,
  processPayment,
  setFaults,
  worded,
} from './test-visits.ts'

const at = new Date('2026-11-18T16:00:00Z')
const day = '2026-11-18'
const app = useTestApp({ at })
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
})

const onlyPayment = async () => (await networkPayments())[0]?.id ?? ''
async function dispute(state: DisputeState, cents = 12_999): Promise<void> {
  await testNetwork.dispute(await onlyPayment(), cents, state)
  await runDueTasks()
}
const refund = (jobId: string, amount: string) =>
  admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId },
    body: { amount, reason: 'customer_complaint' },
  })
const paymentSeen = async (jobId: string) =>
  (await admin.call('GET /api/payments/{jobId}', { params: { jobId } })).body
const visitSeen = async (jobId: string) =>
  (await customer.call('GET /api/jobs/{id}', { params: { id: jobId } })).body

test('an open dispute holds its money back: no refund, and the books, the close and the visit show it', async () => {
  const jobId = await paidVisit(customer)
  await dispute('open')
  expect(await ledgerOf(jobId)).toMatchObject({ cash: 0, disputed: 12_999, revenue: -12_999 })
  expect((await readDay(admin, day)).total).toMatchObject({
    captured: '129.99',
    refunded: '0.00',
    heldBack: '129.99',
    chargedBack: '0.00',
    net: '0.00',
  })
  expect((await admin.call('GET /api/dashboard/stats')).body.todayRevenue).toBe('0.00')
  expect(await refund(jobId, '10.00')).toMatchObject({
    status: 409,
    body: {
      message:
        '$129.99 of this payment is disputed. A refund now could pay the customer twice, so wait for the bank’s decision.',
      details: { reason: 'disputed', refundableAmount: '0.00' },
    },
  })
  expect(await paymentSeen(jobId)).toMatchObject({
    state: 'paid',
    refundableAmount: '0.00',
    disputes: [{ amount: '129.99', state: 'open' }],
    notes: expect.stringContaining('$129.99 held back for a dispute'),
  })
  expect((await visitSeen(jobId)).cost).toMatchObject({
    disputed: '129.99',
    paid: '129.99',
    due: '0.00',
  })
  expect((await admin.call('GET /api/payments/summary')).body).toMatchObject({ disputed: '129.99' })
})

test('a lost dispute has its own account, is shown to its customer, and is neither refunded nor charged again', async () => {
  const jobId = await paidVisit(customer)
  await dispute('open')
  travelTo(new Date('2026-11-20T16:00:00Z'))
  await dispute('lost')
  expect(await ledgerOf(jobId)).toMatchObject({
    cash: 0,
    disputed: 0,
    chargebacks: 12_999,
    receivable: 0,
    revenue: -12_999,
  })
  expect((await readDay(admin, '2026-11-20')).total).toMatchObject({
    heldBack: '-129.99',
    chargedBack: '129.99',
    net: '0.00',
  })
  expect(await refund(jobId, '10.00')).toMatchObject({
    status: 409,
    body: { details: { reason: 'charged_back' } },
  })
  expect(await worded(jobId)).toMatchObject({ state: 'refunded', refundedCents: 0 })
  expect((await visitSeen(jobId)).cost).toMatchObject({
    chargedBack: '129.99',
    paid: '0.00',
    due: '0.00',
    excess: '0.00',
  })
  const receipt = await customer.call('GET /api/jobs/{id}/receipt', { params: { id: jobId } })
  expect(
    receipt.body.movements.map(({ kind, amount }: { kind: string; amount: string }) => [
      kind,
      amount,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['captured', '129.99'],
      ['dispute-lost', '-129.99'],
    ]),
  )
  expect((await admin.call('GET /api/payments/summary')).body).toMatchObject({
    chargedBack: '129.99',
    owed: '0.00',
  })
  const id = customer.user.id
  const page = await admin.call('GET /api/admin/customers/{id}', { params: { id } })
  expect(page.body).toMatchObject({ totalSpent: '0.00', chargedBack: '129.99' })
  const [listed] = (await admin.call('GET /api/admin/customers')).body
  expect(listed).toMatchObject({ id, totalSpent: '0.00' })
  const csv = (await admin.call('GET /api/payments/export')).text
  expect(csv).toContain('Lost in disputes (USD)')
  expect(csv).toMatch(/,0\.00,129\.99\r?\n/)
})

test('disputed money is in one line of the close and of the receipt, and the lines add up', async () => {
  const jobId = await paidVisit(customer)
  const seen = async () => {
    const { total, technicians } = await readDay(admin, day)
    const { movements, cost } = (
      await customer.call('GET /api/jobs/{id}/receipt', { params: { id: jobId } })
    ).body
    const sum = movements
      .filter(({ kind }: { kind: string }) => !['reserved', 'used'].includes(kind))
      .reduce((cents: number, { amount }: { amount: string }) => cents + Number(amount) * 100, 0)
    expect(Math.round(sum)).toBe(Math.round(Number(cost.paid) * 100))
    const { heldBack, chargedBack, net } = total
    expect(technicians).toMatchObject([{ heldBack, chargedBack, net }])
    return { heldBack, chargedBack, net, paid: cost.paid }
  }
  await dispute('open', 5000)
  expect(await seen()).toEqual({
    heldBack: '50.00',
    chargedBack: '0.00',
    net: '79.99',
    paid: '129.99',
  })
  await dispute('lost', 5000)
  expect(await seen()).toEqual({
    heldBack: '0.00',
    chargedBack: '50.00',
    net: '79.99',
    paid: '79.99',
  })
})

test('the list of payments is filtered by disputes that are not won', async () => {
  const jobId = await paidVisit(customer)
  const disputed = async () =>
    (await admin.call('GET /api/payments', { query: { status: 'disputed' } })).body.map(
      (payment: { jobId: string }) => payment.jobId,
    )
  expect(await disputed()).toEqual([])
  await dispute('open')
  expect(await disputed()).toEqual([jobId])
  const query = { status: 'disputed' }
  expect((await admin.call('GET /api/payments/summary', { query })).body).toMatchObject({
    disputed: '129.99',
  })
  await dispute('won')
  expect(await disputed()).toEqual([])
})

test('a won dispute brings the money back, and refunds work again', async () => {
  const jobId = await paidVisit(customer)
  await dispute('open')
  travelTo(new Date('2026-11-20T16:00:00Z'))
  await dispute('won')
  expect(await ledgerOf(jobId)).toMatchObject({ cash: 12_999, disputed: 0 })
  expect((await readDay(admin, '2026-11-20')).total).toMatchObject({
    heldBack: '-129.99',
    net: '129.99',
  })
  expect((await visitSeen(jobId)).cost.disputed).toBeUndefined()
  expect((await refund(jobId, '10.00')).body).toMatchObject({ refundedAmount: '10.00' })
})

test.each<[DisputeState[], Record<string, number>]>([
  [['won', 'open', 'open'], { cash: 12_999 }],
  [['lost', 'open'], { cash: 0, disputed: 0, chargebacks: 12_999 }],
  [['open', 'lost', 'won', 'open'], { cash: 0, disputed: 0, chargebacks: 12_999 }],
  [['open', 'open', 'won', 'lost'], { cash: 12_999, disputed: 0 }],
  [['inquiry'], { cash: 12_999 }],
  [['inquiry', 'open', 'inquiry'], { cash: 0, disputed: 12_999 }],
  [['inquiry', 'won'], { cash: 12_999 }],
  [['inquiry', 'closed', 'inquiry'], { cash: 12_999 }],
  [['closed', 'open', 'closed'], { cash: 0, disputed: 12_999 }],
])('events %j move the money once', async (states, books) => {
  const jobId = await paidVisit(customer)
  for (const state of states) await dispute(state)
  expect(await ledgerOf(jobId)).toMatchObject(books)
})

test('events of one dispute that arrive at once move the money once', async () => {
  const jobId = await paidVisit(customer)
  const paymentId = await onlyPayment()
  const states: DisputeState[] = ['inquiry', 'open', 'lost', 'open', 'lost', 'inquiry']
  const sent = states.map(async (state, index) => {
    const dispute = { id: 'dispute_1', cents: 12_999, state }
    const event = {
      id: `event_${index}`,
      paymentId,
      type: 'dispute.state.updated',
      dispute,
    } as const
    return app.call('POST /api/payments/webhook', await testNetwork.webhook(event))
  })
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(states.map(() => 204))
  await runDueTasks()
  expect(await ledgerOf(jobId)).toMatchObject({ cash: 0, disputed: 0, chargebacks: 12_999 })
})

test('a dispute whose webhooks were lost is found in the network’s list, in each of its states once', async () => {
  const jobId = await paidVisit(customer)
  const paymentId = await onlyPayment()
  const hearsNothing = async (state: DisputeState) => {
    await testNetwork.dispute(paymentId, 12_999, state)
    await testNetwork.dispute('somebody elses', 500, state)
    await testNetwork.loseWebhooks()
    await runDueTasks()
  }
  await hearsNothing('open')
  expect(await ledgerOf(jobId)).toMatchObject({ cash: 12_999 })
  setFaults((verb) => {
    if (verb === 'listDisputes') throw new Error('The network is down')
  })
  await expect(findDisputes()).rejects.toThrow('The network is down')
  setFaults(undefined)
  expect(await ledgerOf(jobId)).toMatchObject({ cash: 12_999 })
  for (let n = 0; n < 2; n++) await findDisputes()
  await runDueTasks()
  expect(await ledgerOf(jobId)).toMatchObject({ cash: 0, disputed: 12_999 })
  await hearsNothing('lost')
  await Promise.all([findDisputes(), findDisputes()])
  await runDueTasks()
  expect(await ledgerOf(jobId)).toMatchObject({ cash: 0, disputed: 0, chargebacks: 12_999 })
  const events = (await admin.call('GET /api/admin/card-network/events')).body
  expect(
    events
      .filter(({ type }: { type: string }) => type === 'dispute.listed')
      .map(({ job }: { job: { id: string } | null }) => job?.id),
  ).toEqual([jobId, jobId])
  expect((await notificationsShownTo(admin.user)).map(({ title }) => title)).toEqual([
    'A dispute was decided for the customer',
    'A payment is disputed',
  ])
})

test.each<[DisputeState, DisputeState]>([
  ['lost', 'won'],
  ['won', 'lost'],
])(
  'a dispute that was %s and is listed as %s is shown to the office once, though its webhook was lost',
  async (first, then) => {
    const jobId = await paidVisit(customer)
    const office = admin.user
    await dispute(first)
    await testNetwork.dispute(await onlyPayment(), 12_999, then)
    await testNetwork.loseWebhooks()
    const before = await ledgerOf(jobId)
    for (const days of [0, 1, 2]) {
      travelTo(new Date(at.getTime() + days * 86_400_000))
      await Promise.all([findDisputes(), findDisputes()])
      await runDueTasks()
    }
    admin = await app.as('admin')
    const texts = (await paymentSeen(jobId)).problems.map(({ text }: { text: string }) => text)
    const again = `The card network now reports the dispute over $129.99 as ${then}`
    expect(texts.filter((text: string) => text.startsWith(again))).toHaveLength(1)
    expect(await ledgerOf(jobId)).toEqual(before)
    const rung = await notificationsShownTo(office)
    expect(rung.filter(({ message }) => message.includes(`as ${then}, after it was`))).toEqual([
      expect.objectContaining({ title: 'A decided dispute was decided again' }),
    ])
    const events = (await admin.call('GET /api/admin/card-network/events')).body
    expect(events.filter(({ type }: { type: string }) => type === 'dispute.listed')).toHaveLength(1)
  },
)

test('a dispute found before its charge is recorded is applied once the charge is', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  const paymentId = await onlyPayment()
  await testNetwork.network.capture({ paymentId })
  await testNetwork.dispute(paymentId, 12_999, 'open')
  await testNetwork.loseWebhooks()
  await findDisputes()
  await runDueTasks()
  await sweepPayments()
  expect(await ledgerOf(jobId)).toMatchObject({ cash: 0, disputed: 12_999 })
})

test('an inquiry holds nothing back, and refunding it is possible', async () => {
  const jobId = await paidVisit(customer)
  await dispute('inquiry')
  expect((await refund(jobId, '129.99')).body).toMatchObject({ refundedAmount: '129.99' })
})

test('the undisputed part of a payment can still be refunded', async () => {
  const jobId = await paidVisit(customer)
  await dispute('open', 5000)
  expect((await refund(jobId, '80.00')).body.details).toMatchObject({
    reason: 'disputed',
    refundableAmount: '79.99',
  })
  expect((await refund(jobId, '79.99')).body).toMatchObject({
    refundedAmount: '79.99',
    refundableAmount: '0.00',
  })
})

test('a dispute without an amount is about the whole payment', async () => {
  const jobId = await paidVisit(customer)
  await dispute('open', 0)
  expect(await ledgerOf(jobId)).toMatchObject({ disputed: 12_999 })
})

test('a visit cancelled during a dispute is refunded once the dispute is won, and never when it is lost', async () => {
  for (const [state, refundedCents] of [
    ['won', 12_999],
    ['lost', 0],
  ] as const) {
    const jobId = await bookVisit(customer)
    await processPayment(customer, { jobId })
    const paymentId = (await networkPayments()).at(-1)?.id ?? ''
    await testNetwork.dispute(paymentId, 12_999, 'open')
    await runDueTasks()
    expect(await changeAndSettle(jobId, { status: 'cancelled', cancelledAt: now() })).toMatchObject(
      {
        state: 'refunding',
        refundedCents: 0,
      },
    )
    await testNetwork.dispute(paymentId, 12_999, state)
    await runDueTasks()
    expect(await worded(jobId)).toMatchObject({ state: 'refunded', refundedCents })
  }
})

test('the office is notified of each state once, and the customer of none', async () => {
  const jobId = await paidVisit(customer)
  for (const state of ['open', 'open', 'lost', 'lost'] as const) await dispute(state)
  await testNetwork.dispute('somebody elses', 500, 'open')
  await runDueTasks()
  expect((await notificationsShownTo(admin.user)).map(({ title }) => title)).toEqual([
    'A dispute was decided for the customer',
    'A payment is disputed',
  ])
  const problems = (await paymentSeen(jobId)).problems.map(({ text }: { text: string }) => text)
  expect(problems).toEqual(['The dispute over $129.99 was decided for the customer'])
  const titles = (await notificationsShownTo(customer.user)).map(({ title }) => title)
  expect(titles.filter((title) => /dispute/i.test(title))).toEqual([])
})

test('a closed inquiry is over, but not a won dispute', async () => {
  const jobId = await paidVisit(customer)
  for (const state of ['inquiry', 'closed'] as const) await dispute(state)
  const { disputes, problems } = await paymentSeen(jobId)
  expect(disputes).toMatchObject([{ state: 'closed' }])
  expect(problems).toMatchObject([{ text: 'The bank’s question about $129.99 is closed' }])
  expect((await notificationsShownTo(admin.user))[0]?.title).toBe(
    'A bank’s question about a payment is closed',
  )
})

test.each<[DisputeState, DisputeState]>([
  ['lost', 'won'],
  ['won', 'lost'],
])(
  'a dispute that is %s and then reported as %s is shown to the office once',
  async (first, then) => {
    const jobId = await paidVisit(customer)
    for (const state of [first, then, then]) await dispute(state)
    const texts = (await paymentSeen(jobId)).problems.map(({ text }: { text: string }) => text)
    const amount = `The card network now reports the dispute over $129.99 as ${then}`
    expect(texts.filter((text: string) => text.startsWith(amount))).toHaveLength(1)
  },
)

test('the evidence is one PDF with receipt, agreement, arrival, history and photos', async () => {
  await changeSettings({ cancelFeeCents: 2500, cancelFeeWithinHours: 24 })
  const technician = await app.as('technician')
  const jobId = await bookVisit(customer, { technicianId: technician.user.id })
  const evidence = (who = admin) =>
    who.call('GET /api/payments/{jobId}/evidence.pdf', { params: { jobId } })
  expect((await evidence()).status).toBe(409)
  await preAuthorize(customer, { jobId })
  const params = { params: { id: jobId } }
  const announce = (event: string) =>
    technician.call('POST /api/jobs/{id}/activate-communication', { ...params, body: { event } })
  await announce('on_my_way')
  await technician.call('PUT /api/jobs/{id}/position', {
    ...params,
    body: { latitude: 30.2747, longitude: -97.7404 },
  })
  await announce('arrived')
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  await dispute('open')
  const text = textOfPdf((await evidence()).bytes)
  for (const part of [
    'Disputed',
    '$129.99',
    'Terms agreed',
    '30.27470, -97.74040',
    'History',
    'Arrived',
  ])
    expect(text).toContain(part)
  expect((await evidence(customer)).status).toBe(403)
})
