import { randomUUID } from 'node:crypto'
import { eq, isNotNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { cardAdditions, paymentCards } from '#server/database/tables/payment-cards.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { CardOutcome } from '#server/adapters/cards/simulator/simulated-cards.ts'
import type { SavedCard } from '#shared/contract/cards.ts'
import { maxSavedCards } from '#shared/rules/saved-cards.ts'
import { eraseCards } from './actions/erase-cards.ts'
import { deleteRemovedCards } from './actions/delete-removed-cards.ts'
import { mergeCards } from './actions/merge-cards.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { paymentOf } from './queries.ts'
import { testNetwork } from './test-network.ts'
import { bookVisit, changeAndSettle, networkPayments, setFaults } from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
})

const travel = (hours: number) => travelTo(new Date(now().getTime() + hours * 3_600_000))

const cardsOf = async (person = customer): Promise<SavedCard[]> =>
  (await person.call('GET /api/payments/cards')).body as SavedCard[]

type Shown = { outcome?: CardOutcome; brand?: string; last4?: string; expires?: string }
const tokenFor = ({ outcome = 'ok', brand = 'Visa', last4 = '1111', ...rest }: Shown = {}) =>
  testNetwork.mintToken({ outcome, brand, last4, ...rest })

const add = async (shown: Shown = {}, more: object = {}, person = customer) =>
  person.call('POST /api/payments/cards', { body: { sourceId: await tokenFor(shown), ...more } })

async function keep(shown: Shown = {}, more: object = {}): Promise<SavedCard> {
  const { status, body } = await add(shown, more)
  expect(status).toBe(200)
  return body as SavedCard
}

const hold = (jobId: string, more: object, person = customer) =>
  person.call('POST /api/payments/pre-authorize', { body: { jobId, amount: '129.99', ...more } })

const oneOf = (id: string) => ({ params: { id } })

test('a card is added once, even if its token is repeated, and shows when it expires', async () => {
  const expires = now().toISOString().slice(0, 7)
  const sourceId = await tokenFor({ expires })
  const body = { sourceId }
  const first = await customer.call('POST /api/payments/cards', { body })
  const again = await customer.call('POST /api/payments/cards', { body })
  expect(again.body).toEqual(first.body)
  expect(await cardsOf()).toEqual([
    {
      id: (first.body as SavedCard).id,
      brand: 'Visa',
      last4: '1111',
      expires,
      expired: false,
      isDefault: true,
      visits: [],
    },
  ])
  travel(32 * 24)
  const later = await app.as(customer.user)
  expect((await cardsOf(later))[0]?.expired).toBe(true)
})

test('the same card added again replaces the old one, and stays the default', async () => {
  await keep({ last4: '4444', brand: 'Mastercard' })
  const old = await keep({}, { isDefault: true })
  const again = await keep({ expires: '2030-01' })
  expect(again).toMatchObject({ last4: '1111', expires: '2030-01', isDefault: true })
  expect((await cardsOf()).map(({ id }) => id)).not.toContain(old.id)
  expect(await cardsOf()).toHaveLength(2)
})

test('the default is the first card, then the chosen one, then the previous one if that is removed', async () => {
  const first = await keep({ last4: '0001' })
  const second = await keep({ last4: '0002' })
  const third = await keep({ last4: '0003' })
  const order = async () => (await cardsOf()).map(({ last4 }) => last4)
  expect(await order()).toEqual(['0001', '0002', '0003'])
  for (const { id } of [second, third])
    await customer.call('PATCH /api/payments/cards/{id}', {
      ...oneOf(id),
      body: { isDefault: true },
    })
  expect(await order()).toEqual(['0003', '0002', '0001'])
  expect((await customer.call('DELETE /api/payments/cards/{id}', oneOf(third.id))).status).toBe(200)
  expect(await order()).toEqual(['0002', '0001'])
  expect(first.isDefault).toBe(true)
})

test("no one can see, use, prefer or remove another person's cards", async () => {
  const card = await keep()
  const other = await app.as('customer')
  const admin = await app.as('admin')
  const own = await bookVisit(other)
  const jobId = await bookVisit(customer)
  expect(await cardsOf(other)).toEqual([])
  expect((await hold(own, { cardId: card.id }, other)).status).toBe(404)
  expect((await hold(jobId, { cardId: card.id }, other)).status).toBe(404)
  // The office enters cards that customers read out; their saved cards are theirs to choose.
  expect((await hold(jobId, { cardId: card.id }, admin)).status).toBe(404)
  for (const call of ['PATCH', 'DELETE'] as const) {
    const asked = { ...oneOf(card.id), ...(call === 'PATCH' && { body: { isDefault: true } }) }
    expect((await other.call(`${call} /api/payments/cards/{id}`, asked)).status).toBe(404)
  }
  expect(await cardsOf()).toHaveLength(1)
  expect(await networkPayments()).toEqual([])
})

test('a saved card is held without entering it again, and consent is recorded for that visit', async () => {
  const card = await keep()
  const jobId = await bookVisit(customer)
  const answer = await hold(jobId, { cardId: card.id })
  expect(answer).toMatchObject({ status: 200, body: { state: 'held' } })
  expect((await hold(jobId, { cardId: card.id })).body).toMatchObject({ state: 'held' })
  expect(await networkPayments()).toHaveLength(1)
  const [account] = await db()
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.jobId, jobId))
  expect(account).toMatchObject({ cardId: card.id, consentVersion: '2026-11-28' })
  expect(account?.consentAt).not.toBeNull()
  expect((await cardsOf())[0]?.visits).toMatchObject([{ jobId }])
  await changeAndSettle(jobId, { status: 'completed' })
  expect((await cardsOf())[0]?.visits).toEqual([])
})

test('for a visit further ahead, a saved card is held later, once', async () => {
  const card = await keep()
  const jobId = await bookVisit(customer, { inHours: 24 * 20 })
  expect((await hold(jobId, { cardId: card.id })).body).toMatchObject({ state: 'card_saved' })
  expect(await networkPayments()).toEqual([])
  travel(24 * 20 - 47)
  await sweepPayments()
  await sweepPayments()
  expect((await networkPayments()).map(({ cents, status }) => [cents, status])).toEqual([
    [12_999, 'approved'],
  ])
})

test('a card given for a visit is saved only if its owner asks for it', async () => {
  const jobId = await bookVisit(customer)
  await hold(jobId, { sourceId: await tokenFor(), saveForLater: true })
  expect(await cardsOf()).toMatchObject([{ last4: '1111', isDefault: true, visits: [{ jobId }] }])

  const other = await app.as('customer')
  const plain = await bookVisit(other)
  await hold(plain, { sourceId: await tokenFor() }, other)
  expect(await cardsOf(other)).toEqual([])
  const admin = await app.as('admin')
  const entered = await bookVisit(other)
  await hold(entered, { sourceId: await tokenFor(), saveForLater: true }, admin)
  expect(await cardsOf(other)).toEqual([])
})

test('a saved card pays the amount due, and a decline does not remove it', async () => {
  const bad = await keep({ outcome: 'insufficient_funds', last4: '9995' })
  const good = await keep()
  const jobId = await bookVisit(customer)
  await changeAndSettle(jobId, { status: 'completed' })
  const pay = (cardId: string) =>
    customer.call('POST /api/payments/process', { body: { jobId, cardId, amount: '129.99' } })
  expect(await pay(bad.id)).toMatchObject({
    status: 400,
    body: { details: { reason: 'insufficient_funds' } },
  })
  expect(await cardsOf()).toHaveLength(2)
  expect(await pay(good.id)).toMatchObject({ status: 200, body: { state: 'paid' } })
  expect((await pay(good.id)).status).toBe(200)
  expect((await networkPayments()).filter(({ status }) => status === 'completed')).toHaveLength(1)
})

test('a removed card stays with the visit it was given for, and is offered for no other', async () => {
  const card = await keep()
  const given = await bookVisit(customer, { inHours: 24 * 20 })
  await hold(given, { cardId: card.id })
  await customer.call('DELETE /api/payments/cards/{id}', oneOf(card.id))
  expect(await cardsOf()).toEqual([])
  const next = await bookVisit(customer)
  expect((await hold(next, { cardId: card.id })).status).toBe(404)
  const again = await customer.call('DELETE /api/payments/cards/{id}', oneOf(card.id))
  expect(again.status).toBe(404)
  travel(24 * 20 - 47)
  await sweepPayments()
  await deleteRemovedCards()
  expect((await paymentOf(given)).state).toBe('held')
  expect(await db().$count(paymentCards, isNotNull(paymentCards.networkDeletedAt))).toBe(0)
  await changeAndSettle(given, { status: 'completed' })
  expect((await paymentOf(given)).state).toBe('paid')
})

test('a removed card that no visit needs is removed at the network, once', async () => {
  const [gone, stays] = [await keep(), await keep({ last4: '0002' })]
  const jobId = await bookVisit(customer)
  await hold(jobId, { cardId: gone.id })
  await changeAndSettle(jobId, { status: 'completed' })
  await customer.call('DELETE /api/payments/cards/{id}', oneOf(gone.id))
  const calls: string[] = []
  setFaults((verb, moment) => void (moment === 'before' && calls.push(verb)))
  await deleteRemovedCards()
  await deleteRemovedCards()
  await runDueTasks()
  expect(calls).toEqual(['deleteCard'])
  const stored = await db().select().from(paymentCards)
  const charge = (id: string) => {
    const { networkCardId: cardId = '', networkCustomerId: customerId = '' } =
      stored.find((card) => card.id === id) ?? {}
    const key = randomUUID()
    const call = { key, attempt: 1, cents: 100, capture: true, buyerPresent: true }
    return testNetwork.network.pay({ ...call, source: { cardId, customerId }, reference: 'FQ-1' })
  }
  expect((await charge(gone.id)).outcome).toBe('declined')
  expect((await charge(stays.id)).outcome).toBe('ok')
  // A removed card can no longer be used, for example for a tip.
  const { body: due } = await customer.call('GET /api/payments/due/{jobId}', { params: { jobId } })
  expect(due).toMatchObject({ state: 'paid', card: null })
})

test('a card declined for its visit is not saved; the next valid one is, as the default', async () => {
  const jobId = await bookVisit(customer)
  const declined = await hold(jobId, {
    sourceId: await tokenFor({ outcome: 'insufficient_funds', last4: '9995' }),
    saveForLater: true,
  })
  expect(declined.status).toBe(400)
  expect(await cardsOf()).toEqual([])
  await hold(jobId, { sourceId: await tokenFor(), saveForLater: true })
  expect(await cardsOf()).toMatchObject([{ last4: '1111', isDefault: true, visits: [{ jobId }] }])
})

test('a removed card cannot pay a tip; its owner must enter one', async () => {
  await changeSettings({ tipsEnabled: true })
  const card = await keep()
  const jobId = await bookVisit(customer)
  await hold(jobId, { cardId: card.id })
  const technicianId = (await app.as('technician')).user.id
  await changeAndSettle(jobId, { status: 'completed', technicianId, completedAt: now() })
  await customer.call('DELETE /api/payments/cards/{id}', oneOf(card.id))
  const { body: due } = await customer.call('GET /api/payments/due/{jobId}', { params: { jobId } })
  expect(due).toMatchObject({ card: null })
  const tip = (more: object) =>
    customer.call('POST /api/jobs/{id}/tip', { ...oneOf(jobId), body: { amount: '7.00', ...more } })
  expect(await tip({})).toMatchObject({ status: 409, body: { details: { reason: 'card_needed' } } })
  expect((await tip({ sourceId: await tokenFor() })).status).toBe(200)
})

test('a card added again still lists its visits, and is found by its old id', async () => {
  const old = await keep()
  const [first, second] = [await bookVisit(customer), await bookVisit(customer)]
  await hold(first, { cardId: old.id })
  const again = await keep()
  expect(await cardsOf()).toMatchObject([{ id: again.id, visits: [{ jobId: first }] }])
  // As sent by a tab opened before.
  expect((await hold(second, { cardId: old.id })).body).toMatchObject({ state: 'held' })
  expect((await cardsOf())[0]?.visits).toHaveLength(2)
})

test('an expired card is not saved, and replaces none', async () => {
  const good = await keep({ expires: '2099-01' })
  expect(await add({ expires: '2020-01' })).toMatchObject({
    status: 400,
    body: { details: { reason: 'expired' } },
  })
  expect(await cardsOf()).toMatchObject([{ id: good.id, expired: false }])
})

test('exactly one card is required', async () => {
  const card = await keep()
  const jobId = await bookVisit(customer)
  expect((await hold(jobId, {})).status).toBe(400)
  expect((await hold(jobId, { cardId: card.id, sourceId: await tokenFor() })).status).toBe(400)
  expect((await hold(jobId, { cardId: randomUUID() })).status).toBe(404)
})

test('a card refused by the network is not saved, and the reason shown', async () => {
  expect(await add({ outcome: 'cvv' })).toMatchObject({
    status: 400,
    body: { details: { reason: 'cvv' } },
  })
  expect(await cardsOf()).toEqual([])
})

test('after a lost answer the card appears a minute later, once', async () => {
  setFaults((_verb, moment) => {
    if (moment === 'after') throw new Error('lost')
  })
  expect((await add()).status).toBe(503)
  setFaults()
  expect(await cardsOf()).toEqual([])
  await runDueTasks({ includeDeferred: true })
  expect(await cardsOf()).toHaveLength(1)
  await runDueTasks({ includeDeferred: true })
  expect(await cardsOf()).toHaveLength(1)
  const [addition] = await db().select().from(cardAdditions)
  expect(addition).toMatchObject({ status: 'done', token: null })
})

test('after hours without an answer the token is given up', async () => {
  setFaults(async () => {
    throw new Error('no answer')
  })
  expect((await add()).status).toBe(503)
  await runDueTasks({ includeDeferred: true, tolerateFailures: true })
  const [addition] = await db().select().from(cardAdditions)
  expect(addition).toMatchObject({ status: 'declined', token: null })
  expect(await cardsOf()).toEqual([])
})

test('the number of saved cards is limited', async () => {
  for (let card = 1; card <= maxSavedCards; card++) await keep({ last4: String(1000 + card) })
  expect((await add({ last4: '9999' })).status).toBe(409)
  expect(await cardsOf()).toHaveLength(maxSavedCards)
})

test('erasing a customer removes their cards, and merging transfers them', async () => {
  await keep()
  const other = await app.as('customer')
  await add({ last4: '0002' }, { isDefault: true }, other)
  await mergeCards(other.user.id, customer.user.id)
  expect((await cardsOf()).map(({ last4 }) => last4)).toEqual(['1111', '0002'])
  expect(await cardsOf(other)).toEqual([])
  await eraseCards(customer.user.id)
  expect(await cardsOf()).toEqual([])
  expect(await db().$count(cardAdditions)).toBe(0)
})

test('a double click with a saved card makes one hold', async () => {
  const card = await keep()
  const jobId = await bookVisit(customer)
  const answers = await Promise.all([1, 2].map(() => hold(jobId, { cardId: card.id })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await networkPayments()).toHaveLength(1)
})
