import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  correctionNeedsApproval,
  type ExtraApproval,
  limitBeside,
  needsApproval,
  unapprovedCents,
} from './extras.ts'

type Extra = { totalCents: number; approval: ExtraApproval; offered: boolean }
const aboveCents = 10_000
const charged = (totalCents: number): Extra => ({
  totalCents,
  approval: 'not_needed',
  offered: false,
})
const waiting = (totalCents: number): Extra => ({
  totalCents,
  approval: 'waiting',
  offered: false,
})

test.each([
  [10_000, [], false],
  [10_001, [], true],
  [5000, [charged(5000)], false],
  [5001, [charged(5000)], true],
  [100, [waiting(15_000)], true],
  [100, [{ totalCents: 15_000, approval: 'approved' }], false],
  [100, [{ totalCents: 15_000, approval: 'declined' }], false],
  [0, [waiting(15_000)], false],
] as const)('%d cents beside %j: asks %s', (cents, others, asks) => {
  expect(needsApproval(cents, { others, aboveCents })).toBe(asks)
})

test('lowering a price asks for no approval', () => {
  const others = [waiting(15_000)]
  const before = charged(2000)
  expect(correctionNeedsApproval(1000, { before, others, aboveCents })).toBe(false)
  expect(correctionNeedsApproval(2001, { before, others, aboveCents })).toBe(true)
})

test.each([
  ['approved', { approval: 'approved', offered: false }],
  ['declined', { approval: 'declined', offered: false }],
  ['offered', { approval: 'waiting', offered: true }],
] as const)('a line that was %s asks again, even at a lower price', (_, state) => {
  const before: Extra = { totalCents: 2000, ...state }
  expect(correctionNeedsApproval(100, { before, others: [], aboveCents })).toBe(true)
})

type Step =
  | { do: 'add'; cents: number }
  | { do: 'correct'; at: number; cents: number }
  | { do: 'remove' | 'approve' | 'decline'; at: number }
const cents = fc.integer({ min: 0, max: 12_000 })
const at = fc.nat(9)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('add'), cents }),
  fc.record({ do: fc.constant('correct'), at, cents }),
  fc.record({ do: fc.constantFrom('remove', 'approve', 'decline'), at }),
)

function after(extras: Extra[], done: Step): Extra[] {
  if (done.do === 'add') {
    const asks = needsApproval(done.cents, { others: extras, aboveCents })
    return [...extras, asks ? waiting(done.cents) : charged(done.cents)]
  }
  const before = extras[done.at]
  if (!before) return extras
  const others = extras.filter((one) => one !== before)
  const put = (one: Extra) => extras.map((known) => (known === before ? one : known))
  if (done.do === 'remove') return others
  if (done.do === 'correct') {
    const asks = correctionNeedsApproval(done.cents, { before, others, aboveCents })
    return put(asks ? waiting(done.cents) : charged(done.cents))
  }
  if (before.approval !== 'waiting') return extras
  return put({ ...before, approval: done.do === 'approve' ? 'approved' : 'declined' })
}

test('however extras are split, corrected and removed, no more than the limit is charged without approval', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let extras: Extra[] = []
      for (const one of steps) {
        extras = after(extras, one)
        const unasked = extras.filter(({ approval }) => approval === 'not_needed')
        expect(unapprovedCents(unasked)).toBeLessThanOrEqual(aboveCents)
      }
    }),
  )
})

test('nothing is charged without an answer once its customer was asked, unless it is corrected', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), step, (steps, last) => {
      const asked = steps.reduce(after, []).filter(({ approval }) => approval === 'waiting')
      const now = after(steps.reduce(after, []), last)
      if (last.do === 'correct') return
      for (const { totalCents } of asked) {
        const charges = now.filter((one) => one.totalCents === totalCents)
        if (charges.length === 1) expect(charges[0]?.approval).not.toBe('not_needed')
      }
    }),
  )
})

test('no split gets a sum above the limit through', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 2, maxLength: 12 })
  fc.assert(
    fc.property(
      parts.filter((all) => all.reduce((sum, part) => sum + part) > aboveCents),
      (all) => {
        const extras = all.reduce<Extra[]>(
          (known, part) => after(known, { do: 'add', cents: part }),
          [],
        )
        expect(extras.some(({ approval }) => approval === 'waiting')).toBe(true)
      },
    ),
  )
})

test('add-ons added by a technician count like extras, booked ones do not', () => {
  const addon = { cents: fc.nat(12_000), addedByTechnician: fc.boolean() }
  fc.assert(
    fc.property(fc.array(fc.record(addon)), fc.nat(12_000), (addons, cents) => {
      const added = addons.filter(({ addedByTechnician }) => addedByTechnician)
      const others = added.map((one) => charged(one.cents))
      expect(
        needsApproval(cents, { others: [], aboveCents: limitBeside(addons, aboveCents) }),
      ).toBe(needsApproval(cents, { others, aboveCents }))
    }),
  )
})
