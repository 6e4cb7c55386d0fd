import { expect, test } from 'vitest'
import { nextStepOf } from './next-step.ts'

const today = '2026-11-24'
const visit: Parameters<typeof nextStepOf>[0] = {
  status: 'assigned',
  needsConfirmation: false,
  technicianId: 'sam',
  scheduledDate: today,
  paymentState: 'held',
  feeDecision: null,
  cost: { due: '129.99' },
}
const waiting = { feeDecision: {}, status: 'cancelled', paymentState: 'held' } as const
const unassigned = { status: 'scheduled', technicianId: null } as const

test.each([
  ['a fee to decide on', waiting, 'decide_fee'],
  ['a request', { ...unassigned, needsConfirmation: true }, 'confirm'],
  [
    'a request whose day is over',
    { needsConfirmation: true, scheduledDate: '2026-11-23' },
    'confirm',
  ],
  ['nobody assigned', unassigned, 'assign'],
  ['nobody assigned and no card', { ...unassigned, paymentState: 'none' }, 'assign'],
  ['nobody came', { scheduledDate: '2026-11-23' }, 'late'],
  ['nobody was assigned in time', { ...unassigned, scheduledDate: '2026-11-23' }, 'late'],
  ['no card', { paymentState: 'none' }, 'card'],
  ['a hold that failed', { paymentState: 'failed' }, 'card'],
  ['nothing to pay', { paymentState: 'none', cost: { due: '0.00' } }, 'ready'],
  ['all is ready', {}, 'ready'],
  ['the work goes on', { status: 'in_progress' }, 'at_work'],
  ['done, not paid', { status: 'completed', paymentState: 'balance_due' }, 'bill'],
  ['a fee not paid', { status: 'cancelled', paymentState: 'balance_due' }, 'bill'],
  ['being charged', { status: 'completed', paymentState: 'settling' }, 'settled'],
  ['paid', { status: 'completed', paymentState: 'paid', cost: { due: '0.00' } }, 'settled'],
  ['cancelled', { status: 'cancelled', paymentState: 'voided', cost: { due: '0.00' } }, 'settled'],
] as const)('of a visit with %j comes next …', (_, part, step) => {
  expect(nextStepOf({ ...visit, ...part }, today, { cardPayments: true })).toBe(step)
})

test.each([
  ['completed', 'unpaid'],
  ['assigned', 'ready'],
] as const)('without card payments a %s visit without a card is %s', (status, step) => {
  const without = { ...visit, status, paymentState: 'none' } as const
  expect(nextStepOf(without, today, { cardPayments: false })).toBe(step)
})
