import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { testNetwork } from './test-network.ts'
import { bookVisit, changeAndSettle, preAuthorize, setFaults } from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
})

/** A customer whose visit was cancelled, with the card of it still on file. */
async function leaveWithCard() {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  await changeAndSettle(jobId, { status: 'cancelled' })
  const [card] = await db().select().from(paymentCards)
  if (!card) throw new Error('No card was saved')
  await customer.call('DELETE /api/auth/user', { body: { confirm: 'DELETE' } })
  expect(await db().$count(paymentCards)).toBe(0)
  return { cardId: card.networkCardId, customerId: card.networkCustomerId }
}

let keys = 0
const charge = (source: { cardId: string; customerId: string }) =>
  testNetwork.network.pay({
    key: `deleted-${++keys}`,
    attempt: 1,
    source,
    cents: 100,
    capture: true,
    buyerPresent: false,
    reference: 'FQ-1',
  })

test('erased customers have no card on file at the network', async () => {
  const card = await leaveWithCard()
  await runDueTasks()
  expect((await charge(card)).outcome).toBe('declined')
})

test.each(['before', 'after'] as const)(
  'a network that fails %s the call is retried until it answers',
  async (moment) => {
    const card = await leaveWithCard()
    let calls = 0
    setFaults((verb, at) => {
      if (verb !== 'deleteCard' || at !== moment) return
      calls += 1
      throw new Error('down')
    })
    await runDueTasks({ tolerateFailures: true })
    expect(calls).toBe(1)
    setFaults()
    await runDueTasks({ includeDeferred: true, tolerateFailures: true })
    expect((await charge(card)).outcome).toBe('declined')
  },
)
