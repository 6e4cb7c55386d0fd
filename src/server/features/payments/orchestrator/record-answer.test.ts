import { expect, test } from 'vitest'
import type { CardPayment } from '#server/adapters/cards/port.ts'
import { opened } from './claim-operation.ts'
import { recordAnswer } from './record-answer.ts'
import { account, card, hold, now } from './test-account.ts'

const released = opened({
  kind: 'release',
  cents: 0,
  paymentId: hold.paymentId,
  token: null,
  buyerPresent: false,
})
const claimed = { ...released, attempts: 1 }
const payment = (status: CardPayment['status']): CardPayment => ({
  id: hold.paymentId,
  status,
  cents: hold.cents,
  expiresAt: hold.expiresAt,
  canRaise: true,
  refunds: [],
})
const answered = (status: CardPayment['status']) =>
  recordAnswer(
    account({ holds: [hold], operation: claimed }),
    claimed,
    { outcome: 'ok', value: { payments: [payment(status)] } },
    now,
  )

test('a release after which the hold is still there is tried again with its key', () => {
  const { account: after, closed } = answered('approved')
  expect(closed).toBeUndefined()
  expect(after.operation).toMatchObject({ id: claimed.id, leaseUntil: null })
  expect(after.holds).toEqual([hold])
})

test('a release that worked ends the hold', () => {
  const { account: after, closed } = answered('canceled')
  expect(closed).toMatchObject({ id: claimed.id, result: 'done' })
  expect(after.operation).toBeNull()
  expect(after.holds).toMatchObject([{ status: 'released' }])
})

test('the answer to another operation changes nothing', () => {
  const before = account({ card, operation: claimed })
  const other = { ...claimed, id: 'another' }
  const answer = { outcome: 'ok', value: { payments: [payment('canceled')] } } as const
  expect(recordAnswer(before, other, answer, now)).toMatchObject({ account: before, entries: [] })
})
