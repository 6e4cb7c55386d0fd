import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardOutcomes } from '#server/adapters/cards/simulator/simulated-cards.ts'
import { salesTaxIn } from '#shared/rules/visit-cost.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import {
  awaitsDecision,
  capturedOf,
  dueOf,
  isOwed,
  netOf,
  purposeOf,
  refundedOf,
  taxCollectedOf,
} from './payment-account.ts'
import type { PaymentNotice } from '../payment-notices.ts'
import { makeWorld, type World } from './test-world.ts'
import { simulatedNetwork, squareNetworks } from './test-world-networks.ts'
import { chargeIntent, holdIntent } from './payment-intents.ts'

type Step = { name: string; run: (world: World) => Promise<unknown> | void }

const index = fc.nat(5)
const cents = fc.integer({ min: 0, max: 20_000 })
const step = <T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  run: (world: World, value: T) => Promise<unknown> | void,
) =>
  arbitrary.map((value): Step => ({
    name: `${name} ${JSON.stringify(value)}`,
    run: (world) => run(world, value),
  }))

const card = fc.oneof(
  { weight: 3, arbitrary: fc.constant('ok' as const) },
  fc.constantFrom(...cardOutcomes),
)

const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: step('pre-authorize', card, (world, outcome) => world.pay(outcome, holdIntent)),
  },
  { weight: 2, arbitrary: step('pay', card, (world, outcome) => world.pay(outcome, chargeIntent)) },
  {
    weight: 3,
    arbitrary: step('pre-authorize a wallet', card, (world, outcome) =>
      world.pay(outcome, holdIntent, 'apple_pay'),
    ),
  },
  {
    weight: 2,
    arbitrary: step('pay with a wallet', card, (world, outcome) =>
      world.pay(outcome, chargeIntent, 'google_pay'),
    ),
  },
  {
    weight: 3,
    arbitrary: step('pre-authorize a kept card', card, (world, outcome) =>
      world.payKept(outcome, holdIntent),
    ),
  },
  {
    weight: 2,
    arbitrary: step('pay with a kept card', card, (world, outcome) =>
      world.payKept(outcome, chargeIntent),
    ),
  },
  { weight: 12, arbitrary: step('call goes on', index, (world, n) => world.letGo(n, 'go')) },
  { weight: 3, arbitrary: step('call fails', index, (world, n) => world.letGo(n, 'fail')) },
  { weight: 2, arbitrary: step('crash at call', index, (world, n) => world.letGo(n, 'never')) },
  {
    weight: 4,
    arbitrary: step('plan', fc.constantFrom('routine', 'person', 'boot'), (world, urgency) =>
      world.plan(urgency),
    ),
  },
  { weight: 2, arbitrary: step('webhook', index, (world, n) => world.deliver(n)) },
  {
    weight: 3,
    arbitrary: step('hours pass', fc.integer({ min: 1, max: 90 }), (world, hours) =>
      world.travel(hours),
    ),
  },
  { weight: 1, arbitrary: step('start', fc.constant(null), changeAndSettle('in_progress')) },
  { weight: 2, arbitrary: step('complete', fc.constant(null), changeAndSettle('completed')) },
  { weight: 1, arbitrary: step('cancel', fc.constant(null), changeAndSettle('cancelled')) },
  { weight: 2, arbitrary: step('cancel with a fee', cents, (world, fee) => world.cancel(fee)) },
  { weight: 2, arbitrary: step('not done', fc.constant(null), (world) => world.endNotDone()) },
  { weight: 3, arbitrary: step('decide on the fee', cents, (world, fee) => world.decide(fee)) },
  { weight: 1, arbitrary: step('extra', cents, addExtra) },
  { weight: 2, arbitrary: step('adjust', cents, (world, to) => world.adjust(to)) },
  {
    weight: 4,
    arbitrary: step(
      'tip',
      fc.tuple(fc.integer({ min: 100, max: 3000 }), fc.option(card)),
      (world, [amount, outcome]) => world.tip(amount, outcome),
    ),
  },
  {
    weight: 1,
    arbitrary: step('refund of the tip', cents, (world, amount) => world.refundTip(amount)),
  },
  {
    weight: 1,
    arbitrary: step('dashboard refund', fc.tuple(index, cents), (world, [n, amount]) =>
      world.refundInDashboard(n, amount),
    ),
  },
)

function changeAndSettle(status: 'in_progress' | 'completed' | 'cancelled') {
  return (world: World) => {
    if (isActiveJob(world.state.account.job.status)) world.setJob({ status })
  }
}

function addExtra(world: World, extrasCents: number) {
  const { job } = world.state.account
  const taxableCents =
    job.taxRateBp === null ? 0 : extrasCents % 2 === 0 ? 9999 : 9999 + extrasCents
  if (isActiveJob(job.status)) world.setJob({ extrasCents, taxableCents })
}

const balance = (world: World, account: string) =>
  world.state.entries.reduce((sum, { debit, credit, cents: moved }) => {
    if (debit === account) return sum + moved
    return credit === account ? sum - moved : sum
  }, 0)

/** Invariants at every moment. */
function checkAlways(world: World): void {
  const { account } = world.state
  expect(account.holds.filter((hold) => hold.status === 'open').length).toBeLessThanOrEqual(1)
  for (const capture of account.captures) {
    expect(capture.refundedCents).toBeGreaterThanOrEqual(0)
    expect(capture.refundedCents).toBeLessThanOrEqual(capture.capturedCents)
  }
  expect(balance(world, 'cash')).toBe(netOf(account) + netOf(account, 'tip'))
  // Tips are owed to the technician: part of neither revenue nor receivable.
  expect(balance(world, 'tips_payable') + netOf(account, 'tip')).toBe(0)
  expect(account.captures.filter(({ purpose }) => purpose === 'tip').length).toBeLessThanOrEqual(1)
  expect(account.tipCents).toBeGreaterThanOrEqual(0)
  expect(account.tipCents).toBeLessThanOrEqual(capturedOf(account, 'tip'))
  expect(balance(world, 'receivable')).toBe(account.billedCents - netOf(account))
  // Sales tax belongs to the state: billed, received, and never revenue.
  expect(balance(world, 'revenue') + account.billedCents - account.billedTaxCents).toBe(0)
  expect(balance(world, 'tax_payable') + account.taxCollectedCents).toBe(0)
  expect(balance(world, 'tax_billed')).toBe(account.taxCollectedCents - account.billedTaxCents)
}

/** Invariants a day after all faults: nothing is open, and both sides agree. */
async function checkAtRest(world: World): Promise<void> {
  const { account } = world.state
  expect(account.operation).toBeNull()
  let providerNet = 0
  let approved = 0
  for (const id of world.paymentIds()) {
    // A card that loses answers loses the first one per question.
    await world.network.readPayment(id)
    const answer = await world.network.readPayment(id)
    if (answer.outcome !== 'ok') throw new Error('A payment of the network is gone.')
    const known = [...account.holds, ...account.captures].some((row) => row.paymentId === id)
    expect(known, 'every payment of the network is known').toBe(true)
    const { status, cents: moved, refunds } = answer.value
    if (status === 'approved') approved += 1
    if (status === 'completed') providerNet += moved
    for (const refund of refunds) if (refund.status !== 'failed') providerNet -= refund.cents
  }
  expect(balance(world, 'cash')).toBe(providerNet)
  expect(netOf(account) + netOf(account, 'tip')).toBe(providerNet)
  const blocked = account.captures.some((row) => row.refundBlocked)
  const waits = awaitsDecision(account, world.now())
  expect(blocked || waits || netOf(account) <= dueOf(account), 'no more is kept than is due').toBe(
    true,
  )
  expect(
    blocked || netOf(account, 'tip') <= account.tipCents,
    'no more tip is kept than given',
  ).toBe(true)
  expect(approved).toBeLessThanOrEqual(isActiveJob(account.job.status) || waits ? 1 : 0)
  expect(account.taxCollectedCents).toBe(taxCollectedOf(account))
  checkTold(world)
  checkAlways(world)
}

/** At rest the customer was notified once of every cent charged or refunded. */
function checkTold(world: World): void {
  const { account, told } = world.state
  const sum = (event: PaymentNotice['event']) =>
    told.reduce((cents, one) => (one.event === event ? cents + one.data.cents : cents), 0)
  expect(sum('payment_charged')).toBe(capturedOf(account))
  const failed = account.refunds.filter(
    ({ status, paymentId }) => status === 'failed' && purposeOf(account, paymentId) === 'visit',
  )
  const lost = sum('payment_refunded') - refundedOf(account)
  expect(lost).toBeGreaterThanOrEqual(0)
  expect(lost).toBeLessThanOrEqual(failed.reduce((cents, one) => cents + one.cents, 0))
}

/** In the end, everything a card could pay is paid. */
function checkSettled(world: World): void {
  const { account } = world.state
  const owed = isOwed(account)
  expect(account.billedCents).toBe(owed ? dueOf(account) : 0)
  expect(account.billedTaxCents).toBe(salesTaxIn(account.billedCents, account.job))
  const blocked = account.captures.some((row) => row.refundBlocked)
  const settles = owed && account.card && account.cardTries < 3 && !blocked
  expect(!settles || netOf(account) === dueOf(account), 'what the card could pay is paid').toBe(
    true,
  )
  const isPaid = owed && netOf(account) === dueOf(account)
  const parts = ['revenue', 'tax_payable', 'tips_payable'].map((name) => balance(world, name))
  if (isPaid) expect(balance(world, 'cash') + parts.reduce((sum, part) => sum + part)).toBe(0)
}

const runs = Number(process.env.ORCHESTRATOR_RUNS ?? 500)
const networks = [
  { name: 'the simulator', open: async () => ({ make: simulatedNetwork, close: async () => {} }) },
  { name: 'Square', open: squareNetworks },
]

test.each(networks)(
  'no order of calls, crashes, lost answers and changes loses or doubles money, over $name',
  async ({ open }) => {
    const { make, close } = await open()
    const search = fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 30, 100, 400),
        fc.option(fc.integer({ min: 0, max: 2000 })),
        fc.array(steps, { minLength: 3, maxLength: 40, size: 'max' }),
        async (startsInHours, taxRateBp, script) => {
          const world = makeWorld(make, { startsInHours, taxRateBp })
          for (const { run } of script) {
            await run(world)
            checkAlways(world)
          }
          await world.restart()
          // A card that loses answers loses one per question, and after many tries the next is an hour away.
          await world.letTimeRun(24)
          await checkAtRest(world)
          await world.letTimeRun(100 * 24)
          await checkAtRest(world)
          checkSettled(world)
        },
      ),
      { numRuns: runs },
    )
    await expect(search).resolves.toBeUndefined()
    await close()
  },
  60_000 + 100 * runs,
)
