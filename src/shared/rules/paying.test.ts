import { expect, test } from 'vitest'
import { describeMoney } from './cost-words.ts'
import type { JobStatus } from './jobs.ts'
import { howTheyPay, howToPay, otherWaysToPay, paymentRequest } from './paying.ts'
import { defaultSettings } from './settings.ts'
import type { PaymentState } from './payments.ts'

const cost = { held: '0.00', paid: '0.00', refunded: '0.00', due: '129.99', excess: '0.00' }

test.each<[JobStatus, PaymentState, boolean, 'card' | 'online' | null, 'directly' | null]>([
  ['scheduled', 'none', false, 'card', null],
  ['assigned', 'failed', false, 'card', null],
  ['scheduled', 'none', true, null, null],
  ['scheduled', 'held', false, null, null],
  ['in_progress', 'none', false, null, null],
  ['completed', 'balance_due', false, 'online', 'directly'],
  ['completed', 'none', false, 'online', 'directly'],
  ['completed', 'settling', false, null, null],
  ['completed', 'paid', false, null, null],
  ['cancelled', 'none', false, null, null],
])(
  'a visit that is %s and %s (request: %s) asks for %s, without cards for %s',
  (status, paymentState, needsConfirmation, on, off) => {
    const visit = { status, paymentState, needsConfirmation, cost }
    expect(paymentRequest(visit, { cardPayments: true })).toBe(on)
    expect(paymentRequest(visit, { cardPayments: false })).toBe(off)
    const free = { ...visit, cost: { due: '0.00' } }
    expect(paymentRequest(free, { cardPayments: true })).toBeNull()
  },
)

test.each<[JobStatus, string, string]>([
  ['scheduled', 'No card yet', 'You pay after the visit'],
  ['in_progress', 'No card yet', 'You pay after the visit'],
  ['completed', 'No card yet', 'Balance due'],
  ['cancelled', 'Nothing was charged', 'Nothing was charged'],
])(
  'a visit that is %s and has no card reads "%s", without card payments "%s"',
  (status, on, off) => {
    const job = { status, paymentState: 'none', cost } as const
    const words = (cardPayments: boolean) => describeMoney(job, { cardPayments }, String, String)
    expect([words(true), words(false)]).toEqual([on, off])
  },
)

test.each<[JobStatus, string, string, string]>([
  ['scheduled', '', '', 'You pay after the visit. Quick Oil tells you how.'],
  [
    'assigned',
    '(512) 363-0142',
    '',
    'You pay after the visit. Quick Oil tells you how. For questions, please call us at (512) 363-0142.',
  ],
  [
    'completed',
    '',
    'hello@quick-oil.test',
    'You pay Quick Oil directly. To agree how, please write to hello@quick-oil.test.',
  ],
  [
    'completed',
    '',
    '',
    'You pay Quick Oil directly. To agree how, please write to us on our contact page.',
  ],
])(
  'without cards a visit that is %s, with phone "%s" and e-mail "%s", is paid so',
  (status, supportPhone, supportEmail, words) => {
    const business = { ...defaultSettings, brandName: 'Quick Oil', supportPhone, supportEmail }
    expect(howToPay(status, business)).toBe(words)
  },
)

test('the payment methods the office named are listed instead of cards, or besides', () => {
  const business = { ...defaultSettings, brandName: 'Quick Oil', takesCash: true }
  expect(howToPay('scheduled', business)).toBe('You pay after the visit, in cash.')
  const more = { ...business, takesChecks: true, takesTransfers: true, takesTerminal: true }
  expect(howToPay('completed', more)).toBe(
    'You pay Quick Oil directly, in cash, by check, by card at the visit or by Zelle or bank transfer.',
  )
  expect(otherWaysToPay('assigned', business)).toBe('You can also pay after the visit, in cash.')
  expect(otherWaysToPay('completed', business)).toBe('You can also pay us directly, in cash.')
  expect(otherWaysToPay('completed', defaultSettings)).toBe('')
})

test.each([
  [true, [], ''],
  [true, ['takesCash'], 'They can also pay after the visit, in cash.'],
  [
    true,
    ['takesCash', 'takesChecks', 'takesTransfers'],
    'They can also pay after the visit, in cash, by check or by Zelle or bank transfer.',
  ],
  [false, ['takesTerminal'], 'They pay after the visit, by card at the visit.'],
  [false, [], 'They pay after the visit. Agree with them how.'],
])('a caller pays, with cards %j and %j: %s', (cardPayments, taken, words) => {
  const ways = { takesCash: false, takesChecks: false, takesTerminal: false, takesTransfers: false }
  const business = { ...ways, ...Object.fromEntries(taken.map((way) => [way, true])), cardPayments }
  expect(howTheyPay(business)).toBe(words)
})
