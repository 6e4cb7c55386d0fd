import { beforeEach, expect, test } from 'vitest'
import type { CardMovement } from '../port.ts'
import { createSimulator } from '../simulator.ts'
import { memoryBank } from './test-bank.ts'
import type { CardOutcome } from './simulated-cards.ts'

const hourMs = 3_600_000
const start = new Date('2026-11-02T15:00:00Z')
let time = start.getTime()
let keys = 0
const makeSimulator = () =>
  createSimulator({
    bank: memoryBank().bank,
    now: () => new Date(time),
    webhookKey: async () => Buffer.from('key'),
  })
let simulator = makeSimulator()
beforeEach(() => {
  time = start.getTime()
  simulator = makeSimulator()
})

const nextKey = () => ({ key: `key-${++keys}`, attempt: 1 })
const hours = (count: number) => new Date(start.getTime() + count * hourMs)

async function pay(cents: number, capture: boolean, outcome: CardOutcome = 'ok') {
  const token = await simulator.mintToken({ outcome, brand: 'Visa', last4: '1111' })
  const call = { ...nextKey(), source: { token }, cents, capture, buyerPresent: true }
  const wanted = { ...call, reference: 'FQ-1001' }
  const first = await simulator.pay(wanted)
  const answer = first.outcome === 'unknown' ? await simulator.pay(wanted) : first
  if (answer.outcome !== 'ok') throw new Error(answer.outcome)
  return answer.value
}

async function listed(from: Date, to: Date) {
  const pages: CardMovement[][] = []
  let cursor: string | undefined
  do {
    const answer = await simulator.listMovements({ from, to, cursor })
    if (answer.outcome !== 'ok') throw new Error(answer.outcome)
    pages.push([...answer.value.movements])
    cursor = answer.value.next ?? undefined
  } while (cursor)
  return pages
}

test('a payment is listed at its capture time, not its hold time', async () => {
  const { id } = await pay(12_999, false)
  expect(await listed(hours(0), hours(24))).toEqual([[]])
  time += 30 * hourMs
  await simulator.capture({ paymentId: id })
  await simulator.capture({ paymentId: id })
  expect(await listed(hours(0), hours(24))).toEqual([[]])
  expect(await listed(hours(24), hours(48))).toEqual([
    [
      {
        kind: 'captured',
        id,
        paymentId: id,
        cents: 12_999,
        status: 'completed',
        at: hours(30),
        reference: 'FQ-1001',
      },
    ],
  ])
})

test('the first instant is included and the last is excluded', async () => {
  const { id } = await pay(100, true)
  expect((await listed(hours(0), hours(1))).flat()).toMatchObject([{ id }])
  expect((await listed(hours(-1), hours(0))).flat()).toEqual([])
})

test('a call that worked but lost its answer is listed once', async () => {
  const { id } = await pay(100, true, 'timeout')
  const held = await pay(200, false, 'timeout')
  await simulator.capture({ paymentId: held.id })
  await simulator.capture({ paymentId: held.id })
  expect((await listed(hours(0), hours(1))).flat().map((one) => one.id)).toEqual(
    expect.arrayContaining([id, held.id]),
  )
  expect((await listed(hours(0), hours(1))).flat()).toHaveLength(2)
})

test('refunds are listed by their own time, whether made here or in the dashboard, and failures stay listed', async () => {
  const { id } = await pay(1000, true, 'refund_fails')
  time += 24 * hourMs
  await simulator.refund({ ...nextKey(), paymentId: id, cents: 300, reason: 'test' })
  time += 1000
  await simulator.refundInDashboard(id, 200)
  const refunds = async () => (await listed(hours(24), hours(48))).flat()
  expect(await refunds()).toMatchObject([
    { kind: 'refunded', paymentId: id, cents: 300, status: 'pending', at: hours(24) },
    { kind: 'refunded', paymentId: id, cents: 200, status: 'pending' },
  ])
  time += 25 * hourMs
  expect((await refunds()).map(({ status }) => status)).toEqual(['failed', 'failed'])
})

test('holds, releases and declines at capture move nothing', async () => {
  await pay(100, false)
  await simulator.release({ paymentId: (await pay(200, false)).id })
  await simulator.capture({ paymentId: (await pay(300, false, 'capture_declined')).id })
  expect(await listed(hours(0), hours(1))).toEqual([[]])
})

test('a long list comes in pages with each movement once', async () => {
  for (let i = 0; i < 230; i++) {
    time += 1000 * (i % 2)
    await pay(100 + i, true)
  }
  const pages = await listed(hours(0), hours(1))
  expect(pages.map((page) => page.length)).toEqual([100, 100, 30])
  const cents = pages.flat().map((one) => one.cents)
  expect(new Set(cents).size).toBe(230)
})
