import { withLink } from '#server/features/guests/test-guest.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { CardOutcome } from '#server/adapters/cards/simulator/simulated-cards.ts'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { makeGuestLink } from '#server/features/guests/actions/guest-token.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { describeMovements } from '#shared/rules/receipts.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { testNetwork } from './test-network.ts'
import {
  bookVisit,
  changeAndSettle,
  ledgerOf,
  mailsTo,
  networkPayments,
  preAuthorize,
  worded,
} from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
})

const travel = (hours: number) => travelTo(new Date(now().getTime() + hours * 3_600_000))

const walletToken = (outcome: CardOutcome = 'ok', wallet: Wallet = 'apple_pay') =>
  testNetwork.mintToken({ outcome, brand: 'Visa', last4: '1111', wallet })

type Pay = { jobId: string; outcome?: CardOutcome; amount?: string; wallet?: Wallet } & Record<
  string,
  unknown
>

async function send(call: 'pre-authorize' | 'process', { outcome, ...more }: Pay, by = customer) {
  const { wallet = 'apple_pay' } = more
  const body = { amount: '129.99', sourceId: await walletToken(outcome, wallet), wallet, ...more }
  return by.call(`POST /api/payments/${call}`, { body })
}
const hold = (pay: Pay) => send('pre-authorize', pay)
const charge = (pay: Pay) => send('process', pay)

const dueOf = async (jobId: string) =>
  (await customer.call('GET /api/payments/due/{jobId}', { params: { jobId } })).body

const wordsOf = async (jobId: string): Promise<string[]> => {
  const admin = await app.as('admin')
  const { body } = await admin.call('GET /api/payments/{jobId}/movements', { params: { jobId } })
  return describeMovements(body as Receipt['movements']).map(({ label }) => label)
}

test('a wallet is held at once, nothing is stored, and its name appears beside its card', async () => {
  const jobId = await bookVisit(customer)
  const held = await hold({ jobId })
  expect(held).toMatchObject({ status: 200, body: { state: 'held' } })
  expect(await db().$count(paymentCards)).toBe(0)
  const card = { brand: 'Visa', last4: '1111', wallet: 'apple_pay' }
  expect(await dueOf(jobId)).toMatchObject({ state: 'held', heldAmount: '129.99', card })
  const admin = await app.as('admin')
  const payment = await admin.call('GET /api/payments/{jobId}', { params: { jobId } })
  expect(payment.body).toMatchObject({ card })
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  expect(await wordsOf(jobId)).toContain('Charged to Apple Pay · Visa ending in 1111')
  const receipt = await customer.call('GET /api/jobs/{id}/receipt', { params: { id: jobId } })
  expect(JSON.stringify(receipt.body)).toContain('"wallet":"apple_pay"')
  const { text } = await admin.call('GET /api/payments/export')
  expect(text).toContain('Apple Pay · Visa ending in 1111')
  // Nothing is stored that a tip could be charged to.
  expect(await dueOf(jobId)).toMatchObject({ state: 'paid', card: null })
})

test('the recorded consent names the wallet', async () => {
  const jobId = await bookVisit(customer)
  await hold({ jobId, wallet: 'google_pay' })
  const [account] = await db()
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.jobId, jobId))
  expect(account).toMatchObject({ consentVersion: expect.stringMatching(/; wallet /) })
  expect(account?.consentAt).not.toBeNull()
})

test('a visit too far ahead for a hold takes no wallet, and the error explains what to do', async () => {
  const jobId = await bookVisit(customer, { inHours: 8 * 24 })
  const refused = await hold({ jobId, wallet: 'google_pay' })
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: expect.stringMatching(/^Google Pay cannot reserve .* Please enter a card/),
      details: { reason: 'wallet_too_early' },
    },
  })
  expect(await networkPayments()).toEqual([])
  expect(await dueOf(jobId)).toMatchObject({ state: 'none', savesCard: true })
  travel(48)
  expect(await hold({ jobId })).toMatchObject({ body: { state: 'held' } })
})

test("a wallet's card cannot be saved or combined with another", async () => {
  const jobId = await bookVisit(customer)
  expect(await hold({ jobId, saveForLater: true })).toMatchObject({
    status: 400,
    body: { message: 'A card from a wallet cannot be saved' },
  })
  const cardId = crypto.randomUUID()
  expect((await hold({ jobId, sourceId: undefined, cardId })).status).toBe(400)
  expect((await hold({ jobId, wallet: 'moon_pay' as Wallet })).status).toBe(400)
  // Without its wallet named, the network refuses to store the token.
  expect(await hold({ jobId, wallet: undefined })).toMatchObject({
    status: 400,
    body: { details: { reason: 'unusable' } },
  })
  const sourceId = await walletToken()
  expect((await customer.call('POST /api/payments/cards', { body: { sourceId } })).status).toBe(400)
  expect(await db().$count(paymentCards)).toBe(0)
  expect(await networkPayments()).toEqual([])
})

test('extras raise the hold if it can be raised', async () => {
  const jobId = await bookVisit(customer)
  await hold({ jobId })
  await changeAndSettle(jobId, { status: 'completed', extrasCents: 1001 })
  expect(await networkPayments()).toMatchObject([{ status: 'completed', cents: 14_000 }])
  expect(await ledgerOf(jobId)).toEqual({ cash: 14_000, receivable: 0, revenue: -14_000 })
})

test('otherwise the rest is paid by link, also with a wallet', async () => {
  const jobId = await bookVisit(customer)
  await hold({ jobId, outcome: 'no_raise' })
  const completed = await changeAndSettle(jobId, {
    status: 'completed',
    completedAt: now(),
    extrasCents: 1001,
  })
  expect(completed).toMatchObject({ state: 'balance_due', note: 'balance $10.01' })
  // Nothing failed: a balance is requested, and the mail contains nothing else.
  const [mail = ''] = (await mailsTo(customer)).filter((one) => one.includes('#pay'))
  expect(mail).toContain('$10.01')
  expect(mail).not.toContain('could not charge')
  for (let tries = 0; tries < 3; tries++) {
    travel(25)
    await sweepPayments()
  }
  // There is no stored card to try again.
  expect(await networkPayments()).toMatchObject([{ status: 'completed', cents: 12_999 }])
  expect(await charge({ jobId })).toMatchObject({
    status: 409,
    body: { details: { amount: '10.01' } },
  })
  const paid = await charge({ jobId, amount: '10.01', wallet: 'google_pay' })
  expect(paid).toMatchObject({ status: 200, body: { state: 'paid' } })
  const words = await wordsOf(jobId)
  expect(words).toContain('Charged to Apple Pay · Visa ending in 1111')
  expect(words).toContain('Charged to Google Pay · Visa ending in 1111')
})

test('an expired hold cannot be renewed: the customer is notified, and another wallet works', async () => {
  const jobId = await bookVisit(customer, { inHours: 6 * 24 })
  await hold({ jobId })
  await changeAndSettle(jobId, { startsAt: new Date(now().getTime() + 10 * 86_400_000) })
  travel(7 * 24 + 1)
  await sweepPayments()
  await runDueTasks()
  expect(await worded(jobId)).toMatchObject({
    state: 'failed',
    note: 'hold expired, no card stored',
  })
  const news = await customer.call('GET /api/notifications')
  expect(news.body).toMatchObject([{ type: 'payment_failed', path: `/pre-authorize/${jobId}` }])
  expect(await hold({ jobId })).toMatchObject({ body: { state: 'held' } })
})

test('a lost answer is requested again with the same key: one payment', async () => {
  const jobId = await bookVisit(customer)
  expect((await hold({ jobId, outcome: 'timeout' })).body).toMatchObject({ state: 'held' })
  expect(await testNetwork.paymentIds()).toHaveLength(1)
  expect(await dueOf(jobId)).toMatchObject({ card: { wallet: 'apple_pay' } })
})

test('a declined wallet shows an error, another one works, and two presses are one hold', async () => {
  const jobId = await bookVisit(customer)
  expect(await hold({ jobId, outcome: 'insufficient_funds' })).toMatchObject({
    status: 400,
    body: { details: { reason: 'insufficient_funds' } },
  })
  expect(await dueOf(jobId)).toMatchObject({ state: 'failed', card: null })
  const sourceId = await walletToken()
  const answers = await Promise.all([hold({ jobId, sourceId }), hold({ jobId, sourceId })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await networkPayments()).toMatchObject([{ status: 'approved' }])
})

test('a card stored before a wallet is not used anymore', async () => {
  const jobId = await bookVisit(customer, { inHours: 10 * 24 })
  await preAuthorize(customer, { jobId, outcome: 'insufficient_funds' })
  travel(9 * 24)
  await sweepPayments()
  expect(await dueOf(jobId)).toMatchObject({ state: 'failed' })
  await testNetwork.setStoredCards('ok')
  expect(await hold({ jobId, outcome: 'no_raise' })).toMatchObject({ body: { state: 'held' } })
  const completed = await changeAndSettle(jobId, { status: 'completed', extrasCents: 1001 })
  expect(completed).toMatchObject({ state: 'balance_due' })
})

test('guests hold and pay with a wallet by their link', async () => {
  const jobId = await bookVisit(customer)
  const token = await makeGuestLink(jobId, { ticket: 'ticket', network: 'here' })
  const send = async (call: 'pre-authorize' | 'process', amount: string, outcome?: CardOutcome) => {
    const sourceId = await walletToken(outcome)
    const body = { jobId, amount, sourceId, wallet: 'apple_pay' }
    return withLink(app, token).call(`POST /api/payments/${call}`, { body })
  }
  expect((await send('pre-authorize', '129.99', 'no_raise')).body).toMatchObject({ state: 'held' })
  await changeAndSettle(jobId, { status: 'completed', completedAt: now(), extrasCents: 1001 })
  expect((await send('process', '10.01')).body).toMatchObject({ state: 'paid' })
})

test('a tip also comes from a wallet, because no card is stored', async () => {
  await changeSettings({ tipsEnabled: true })
  const technician = await app.as('technician')
  const id = await bookVisit(customer)
  await hold({ jobId: id })
  const technicianId = technician.user.id
  await changeAndSettle(id, { status: 'completed', technicianId, completedAt: now() })
  const tip = (body: object) =>
    customer.call('POST /api/jobs/{id}/tip', { params: { id }, body: { amount: '5.00', ...body } })
  expect(await tip({})).toMatchObject({ status: 409, body: { details: { reason: 'card_needed' } } })
  const wallet = 'google_pay'
  expect((await tip({ wallet, sourceId: await walletToken('ok', wallet) })).status).toBe(200)
  expect(await wordsOf(id)).toContain('Tip charged to Google Pay · Visa ending in 1111')
})
