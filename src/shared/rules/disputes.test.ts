import { expect, test } from 'vitest'
import { disputeStates, isLaterDispute } from './disputes.ts'

test('a dispute moves on, never back, and a decision is final', () => {
  const moves = disputeStates.flatMap((from) =>
    disputeStates.filter((to) => isLaterDispute(from, to)).map((to) => `${from} → ${to}`),
  )
  expect(moves).toEqual([
    'inquiry → closed',
    'inquiry → open',
    'inquiry → won',
    'inquiry → lost',
    'closed → open',
    'closed → won',
    'closed → lost',
    'open → won',
    'open → lost',
  ])
  for (const state of disputeStates) expect(isLaterDispute(undefined, state)).toBe(true)
})
