import { withLink } from '#server/features/guests/test-guest.ts'
import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { makeGuestLink } from '#server/features/guests/actions/guest-token.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import type { PaymentState, PaymentStatus } from '#shared/rules/payments.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { testNetwork } from './test-network.ts'
import {
  bookVisit,
  changeAndSettle,
  mailsTo,
  preAuthorize,
  processPayment,
  setFaults,
} from './test-visits.ts'

// Every payment state, and the screens and messages for each of its four readers.

const app = useTestApp()
let customer: TestPerson
let technician: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  technician = await app.as('technician')
  admin = await app.as('admin')
})

const visit = (inHours = 30) => bookVisit(customer, { inHours, technicianId: technician.user.id })
const month = 30 * 24
const complete = (jobId: string, extrasCents = 0) =>
  changeAndSettle(jobId, { status: 'completed', completedAt: now(), extrasCents })
const refund = (jobId: string, amount: string) =>
  admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId },
    body: { amount, reason: 'customer_complaint' },
  })
const networkIsDown = () =>
  setFaults(() => {
    throw new Error('down')
  })
async function later(hours: number) {
  travelTo(new Date(now().getTime() + hours * 3_600_000))
  await sweepPayments()
  await runDueTasks()
}

type State = {
  name: string
  arrange: (jobId: string) => Promise<unknown>
  inHours?: number
  state: PaymentState
  status: PaymentStatus
  /** Amounts due and held. */
  due: string
  held?: string
  /** The office's note, and where the visit waits for someone. */
  note?: string
  waits?: 'failed' | 'unpaid' | 'payment_problems'
  /** The newest message to customer and guest, and its link. */
  told?: { title: string; mail: string; path: string }
  /** The message to the office. */
  officeTold?: string
}

const states: State[] = [
  { name: 'no card yet', arrange: async () => {}, state: 'none', status: 'pending', due: '129.99' },
  {
    name: 'a card for a visit far ahead',
    inHours: month,
    arrange: (jobId) => preAuthorize(customer, { jobId }),
    state: 'card_saved',
    status: 'pending',
    due: '129.99',
  },
  {
    name: 'the network does not answer while the card is held',
    arrange: async (jobId) => {
      networkIsDown()
      await preAuthorize(customer, { jobId })
    },
    state: 'authorizing',
    status: 'pending',
    due: '129.99',
    note: 'waiting for the card network',
  },
  {
    name: 'held',
    arrange: (jobId) => preAuthorize(customer, { jobId }),
    state: 'held',
    status: 'authorized',
    due: '129.99',
    held: '129.99',
  },
  {
    name: 'the hold of a stored card is declined before the visit',
    inHours: month,
    arrange: async (jobId) => {
      await preAuthorize(customer, { jobId })
      await testNetwork.setStoredCards('insufficient_funds')
      await later(month - 24)
    },
    state: 'failed',
    status: 'failed',
    due: '129.99',
    note: 'There is not enough money on this card. Please try another card.',
    waits: 'failed',
    told: { title: 'Please check your card', mail: 'could not hold', path: '/pre-authorize/' },
  },
  {
    name: 'a hold ran out, and the network does not answer',
    inHours: 6 * 24,
    arrange: async (jobId) => {
      await preAuthorize(customer, { jobId })
      networkIsDown()
      await later(8 * 24)
    },
    state: 'expired',
    status: 'pending',
    due: '129.99',
    note: 'hold expired; waiting for the card network',
  },
  {
    name: 'done, and the network does not answer',
    arrange: async (jobId) => {
      await preAuthorize(customer, { jobId })
      networkIsDown()
      await complete(jobId)
    },
    state: 'settling',
    status: 'pending',
    due: '129.99',
    held: '129.99',
    note: 'waiting for the card network',
  },
  {
    name: 'extras above the hold that the card does not pay',
    arrange: async (jobId) => {
      await preAuthorize(customer, { jobId, outcome: 'no_raise' })
      await testNetwork.setStoredCards('insufficient_funds')
      await complete(jobId, 1001)
    },
    state: 'balance_due',
    status: 'pending',
    due: '10.01',
    note: 'balance $10.01',
    waits: 'unpaid',
    told: { title: 'Payment needed', mail: 'could not charge $10.01', path: '/payment/' },
  },
  {
    name: 'done without a card',
    arrange: complete,
    state: 'balance_due',
    status: 'pending',
    due: '129.99',
    note: 'balance $129.99',
    waits: 'unpaid',
    told: { title: 'Payment needed', mail: 'Please pay $129.99 online', path: '/payment/' },
  },
  {
    name: 'paid',
    arrange: async (jobId) => {
      await preAuthorize(customer, { jobId })
      await complete(jobId)
    },
    state: 'paid',
    status: 'completed',
    due: '0.00',
    told: { title: '$129.99 charged to your card', mail: 'We charged', path: '/receipt/' },
  },
  {
    name: 'part of it refunded',
    arrange: async (jobId) => {
      await preAuthorize(customer, { jobId })
      await complete(jobId)
      await refund(jobId, '29.99')
      await runDueTasks()
    },
    state: 'paid',
    status: 'completed',
    due: '0.00',
    note: 'Customer Complaint: -$29.99',
    told: { title: 'Refund on its way', mail: 'We sent $29.99 back', path: '/receipt/' },
  },
  {
    name: 'a refund that the bank did not take',
    arrange: async (jobId) => {
      await preAuthorize(customer, { jobId, outcome: 'refund_fails' })
      await complete(jobId)
      await refund(jobId, '29.99')
      await later(26)
    },
    state: 'refunding',
    status: 'completed',
    due: '0.00',
    note: 'Customer Complaint: -$29.99; A refund of $29.99 failed. Please refund it another way',
    waits: 'payment_problems',
    told: { title: 'Your refund is delayed', mail: 'declined the refund', path: '/orders?' },
    officeTold: 'A refund failed',
  },
  {
    name: 'all of it refunded',
    arrange: async (jobId) => {
      await preAuthorize(customer, { jobId })
      await complete(jobId)
      await refund(jobId, '129.99')
      await runDueTasks()
    },
    state: 'refunded',
    status: 'refunded',
    due: '0.00',
    note: 'Customer Complaint: -$129.99',
    told: { title: 'Refund on its way', mail: 'We sent $129.99 back', path: '/receipt/' },
  },
  {
    name: 'cancelled while held, and the network does not answer',
    arrange: async (jobId) => {
      await preAuthorize(customer, { jobId })
      networkIsDown()
      await changeAndSettle(jobId, { status: 'cancelled', cancelledAt: now() })
    },
    state: 'voiding',
    status: 'refunded',
    due: '0.00',
    held: '129.99',
    note: 'releasing the hold, nothing is charged; waiting for the card network',
  },
  {
    name: 'cancelled, the hold released',
    arrange: async (jobId) => {
      await preAuthorize(customer, { jobId })
      await customer.call('POST /api/jobs/{id}/cancel', {
        params: { id: jobId },
        body: { reason: 'Sold the car' },
      })
      await runDueTasks()
    },
    state: 'voided',
    status: 'refunded',
    due: '0.00',
    note: 'hold released, not charged',
    told: { title: 'Visit cancelled', mail: 'reserved on your card is released', path: '/orders?' },
  },
  {
    name: 'paid before the visit, which is cancelled',
    arrange: async (jobId) => {
      await processPayment(customer, { jobId })
      await customer.call('POST /api/jobs/{id}/cancel', {
        params: { id: jobId },
        body: { reason: 'Sold the car' },
      })
      await runDueTasks()
    },
    state: 'refunded',
    status: 'refunded',
    due: '0.00',
    told: { title: 'Refund on its way', mail: 'We sent $129.99 back', path: '/receipt/' },
  },
]

test.each(states)('$name', async ({ arrange, inHours, state, status, due, held, ...told }) => {
  const jobId = await visit(inHours)
  await arrange(jobId)
  const params = { jobId }
  const heldAmount = held ?? null
  const shown = { state, status, amount: due, heldAmount }

  const own = await customer.call('GET /api/payments/due/{jobId}', { params })
  expect(own.body).toMatchObject(shown)
  const token = await makeGuestLink(jobId, { ticket: 'ticket', network: 'here' })
  const guest = await withLink(app, token).call('GET /api/payments/due/{jobId}', { params })
  expect(guest.body).toMatchObject(shown)

  const job = await technician.call('GET /api/jobs/{id}', { params: { id: jobId } })
  // From a day after its time they see no more of it than of any other.
  if (job.status === 200)
    expect(job.body).toMatchObject({ paymentState: state, paymentStatus: status, heldAmount })

  const payment = await admin.call('GET /api/payments/{jobId}', { params })
  const notes = told.note ?? ''
  expect(payment.body).toMatchObject({ state, status, heldAmount: held ?? '0.00', notes })
  const attention = await admin.call('GET /api/admin/attention')
  const money = attention.body.filter(({ kind }: { kind: string }) =>
    ['failed', 'unpaid', 'payment_problems'].includes(kind),
  )
  expect(money).toMatchObject(told.waits ? [{ kind: told.waits, entries: [{ id: jobId }] }] : [])

  const [newest] = await newsOf(customer)
  const mails = await mailsTo(customer)
  if (told.told) {
    expect(newest).toMatchObject({
      title: told.told.title,
      path: expect.stringContaining(told.told.path),
    })
    expect(newest?.path).toContain(jobId)
    expect(mails.filter((mail) => mail.includes(told.told?.mail ?? ''))).toHaveLength(1)
  } else expect([newest, mails]).toEqual([undefined, []])
  const office = (await newsOf(admin)).map(({ title }) => title)
  expect(office).toEqual(told.officeTold ? [told.officeTold] : [])
})

const newsOf = async (person: TestPerson): Promise<Notification[]> =>
  (await person.call('GET /api/notifications')).body
