import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentHolds, paymentRefunds } from '#server/database/tables/payment-records.ts'
import { providerEvents } from '#server/database/tables/card-network.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { type SentEvent, testNetwork } from './test-network.ts'
import {
  bookVisit,
  ledgerOf,
  networkPayments,
  paidVisit,
  preAuthorize,
  processPayment,
  setFaults,
  worded,
} from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
})

type Told = Omit<SentEvent, 'id' | 'paymentId'>
type Case = {
  name: string
  /** Events at the network before any webhook; returns the visit. */
  happens: () => Promise<string>
  /** The webhooks that follow, in their own order. */
  events: readonly Told[]
  /** The expected outcome in any order. */
  outcome: object
}

const onlyPayment = async (): Promise<string> => (await networkPayments())[0]?.id ?? ''
const travel = (hours: number) => travelTo(new Date(now().getTime() + hours * 3_600_000))

const dispute = (state: 'open' | 'won' | 'lost'): Told => ({
  type: state === 'open' ? 'dispute.created' : 'dispute.state.updated',
  dispute: { id: 'dispute_1', cents: 12_999, state },
})
const refundInDashboard = async () => testNetwork.refundInDashboard(await onlyPayment(), 3000)

const cases: readonly Case[] = [
  {
    name: 'approved, captured',
    async happens() {
      const jobId = await bookVisit(customer)
      await preAuthorize(customer, { jobId })
      await testNetwork.network.capture({ paymentId: await onlyPayment() })
      return jobId
    },
    events: [{ says: 'APPROVED' }, { says: 'COMPLETED' }],
    outcome: {
      state: 'paid',
      holds: ['captured'],
      problems: [],
      ledger: { cash: 12_999, receivable: -12_999, revenue: 0 },
      customer: ['$129.99 charged to your card'],
      office: [],
    },
  },
  {
    name: 'refund created, refund completed',
    async happens() {
      const jobId = await paidVisit(customer, 'refund_pends')
      await refundInDashboard()
      travel(25)
      return jobId
    },
    events: [
      { type: 'refund.created', says: 'PENDING' },
      { type: 'refund.updated', says: 'COMPLETED' },
    ],
    outcome: {
      state: 'paid',
      refunds: [['completed', 3000, 'network']],
      problems: ['$30.00 was refunded in the card dashboard'],
      ledger: { cash: 9999, receivable: 0, revenue: -9999 },
      customer: ['Refund on its way'],
      office: [],
    },
  },
  ...(['won', 'lost'] as const).map((state): Case => {
    const whom = state === 'won' ? 'you' : 'the customer'
    return {
      name: `dispute created, dispute ${state}`,
      happens: () => paidVisit(customer),
      events: [dispute('open'), dispute(state)],
      outcome: {
        state: state === 'won' ? 'paid' : 'refunded',
        refunds: [],
        problems: [`The dispute over $129.99 was decided for ${whom}`],
        ledger:
          state === 'won'
            ? { cash: 12_999, receivable: 0, revenue: -12_999 }
            : { cash: 0, disputed: 0, chargebacks: 12_999, receivable: 0, revenue: -12_999 },
        customer: [],
      },
    }
  }),
  {
    name: 'created, refunded, disputed, of a payment that we do not know yet',
    async happens() {
      const jobId = await bookVisit(customer)
      setFaults((verb, moment) => {
        if (verb === 'pay' && moment === 'after') throw new Error('The answer got lost.')
      })
      expect((await processPayment(customer, { jobId })).status).toBe(503)
      await refundInDashboard()
      return jobId
    },
    events: [
      { type: 'payment.created', says: 'COMPLETED' },
      { type: 'refund.created', says: 'COMPLETED' },
      dispute('open'),
    ],
    outcome: {
      state: 'paid',
      refunds: [['completed', 3000, 'network']],
      problems: [
        '$129.99 is disputed. Answer it in the card provider’s dashboard',
        '$30.00 was refunded in the card dashboard',
      ],
      ledger: { cash: -3000, disputed: 12_999, receivable: -9999, revenue: 0 },
      office: ['A payment is disputed'],
    },
  },
]

/** The state of a visit's payment, and the notifications since `before`. */
async function outcomeOf(jobId: string, before: number[]) {
  const row = await worded(jobId)
  const holds = await db().select().from(paymentHolds).where(eq(paymentHolds.jobId, jobId))
  const refunds = await db().select().from(paymentRefunds).where(eq(paymentRefunds.jobId, jobId))
  const { body } = await admin.call('GET /api/payments/{jobId}', { params: { jobId } })
  const [forCustomer, forOffice] = await bells()
  return {
    state: row.state,
    cents: [row.heldCents, row.capturedCents, row.refundedCents],
    holds: holds.map(({ status }) => status),
    refunds: refunds.map(({ status, cents, origin }) => [status, cents, origin]),
    problems: body.problems.map(({ text }: { text: string }) => text).toSorted(),
    ledger: await ledgerOf(jobId),
    customer: forCustomer?.slice(0, forCustomer.length - (before[0] ?? 0)).toSorted(),
    office: forOffice?.slice(0, forOffice.length - (before[1] ?? 0)).toSorted(),
  }
}

const bells = () =>
  Promise.all(
    [customer, admin].map(async ({ user }) =>
      (await notificationsShownTo(user)).map(({ title }) => title),
    ),
  )

const post = async (event: SentEvent) =>
  app.call('POST /api/payments/webhook', await testNetwork.webhook(event))

/** Entries recorded in one sweep are matched in the next. */
const atRest = async () => {
  await sweepPayments()
  await sweepPayments()
  await runDueTasks()
}

const orders = {
  'in its order': <T>(events: readonly T[]) => events,
  'the other way round': <T>(events: readonly T[]) => events.toReversed(),
  'each twice': <T>(events: readonly T[]) => [...events.toReversed(), ...events],
}

for (const [order, inOrder] of Object.entries(orders))
  test.each(cases)(`$name: delivered ${order}, with the same result`, async (one) => {
    const { happens, events, outcome } = one
    const jobId = await happens()
    await testNetwork.loseWebhooks()
    const before = (await bells()).map(({ length }) => length)
    const paymentId = await onlyPayment()
    const sent = events.map((event, n): SentEvent => ({
      ...event,
      id: `told-of-payment-${n}`,
      paymentId,
    }))
    for (const event of inOrder(sent)) {
      expect((await post(event)).status).toBe(204)
      await runDueTasks()
    }
    setFaults()
    travel(1)
    await atRest()
    const reached = await outcomeOf(jobId, before)
    expect(reached).toMatchObject(outcome)
    const known = await db().select().from(providerEvents)
    expect(known.filter(({ eventId }) => eventId.startsWith('told-'))).toHaveLength(events.length)
    expect(known.every((row) => row.jobId === jobId)).toBe(true)

    // The office replays all of them in both orders: nothing changes.
    for (const { id } of [...sent, ...sent.toReversed()]) {
      const replayed = await admin.call('POST /api/admin/card-network/events/{id}/replay', {
        params: { id },
      })
      expect(replayed.status).toBe(200)
      await atRest()
    }
    expect(await outcomeOf(jobId, before)).toEqual(reached)
  })
