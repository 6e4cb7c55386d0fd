import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryRows } from '#server/database/database.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { visitCost } from '#shared/rules/visit-cost.ts'
import { isToReturn, toReturnColumn, unpaidColumn } from './costs.ts'

useTestDatabase()

const cents = fc.nat(20_000)
const account = fc
  .record({
    amount: cents,
    captured: cents,
    refunded: cents,
    lost: cents,
    recorded: cents,
    recovered: cents,
  })
  .map(({ refunded, recovered, ...one }) => ({
    ...one,
    refunded: Math.min(refunded, one.captured),
    recovered: Math.min(recovered, one.lost, one.recorded),
  }))

test('unpaid and returnable amounts in lists equal those on the visit', async () => {
  const accounts = fc.sample(account, 2000)
  const rows = await queryRows<{ unpaid: number; toReturn: number; isToReturn: boolean }>(
    {
      name: 'test-costs',
      text: `select ${unpaidColumn} as unpaid, ${toReturnColumn} as to_return, ${isToReturn} as is_to_return
        from (select nth, (one->>'amount')::int as amount_cents, (one->>'captured')::int as captured_cents,
            (one->>'refunded')::int as refunded_cents, (one->>'lost')::int as lost_cents,
            (one->>'recorded')::int as recorded_cents, (one->>'recovered')::int as recovered_cents
          from jsonb_array_elements($1::jsonb) with ordinality as a (one, nth)) m order by nth`,
    },
    [JSON.stringify(accounts)],
  )
  const shown = accounts.map((one) =>
    visitCost({
      status: 'completed',
      packageCents: one.amount,
      addonsCents: 0,
      extrasCents: 0,
      taxableCents: 0,
      taxRateBp: null,
      adjustmentCents: 0,
      heldCents: 0,
      capturedCents: one.captured,
      refundedCents: one.refunded,
      lostCents: one.lost,
      recordedCents: one.recorded,
      recoveredCents: one.recovered,
      moved: [],
      cancelledAt: null,
    }),
  )
  expect(
    rows.map((row) => ({
      due: Math.max(0, row.unpaid),
      toReturn: row.isToReturn ? row.toReturn : 0,
    })),
  ).toEqual(
    shown.map(({ dueCents, toReturnCents, recordedCents }) => ({
      due: dueCents,
      toReturn: recordedCents > 0 ? toReturnCents : 0,
    })),
  )
  // The parts add up to the payments kept.
  for (const [nth, { paidCents }] of shown.entries()) {
    const { captured, refunded, lost, recorded } = accounts[nth] as (typeof accounts)[number]
    expect(paidCents).toBe(captured - refunded - lost + recorded)
  }
})
