import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  correctionNeedsApproval,
  type ExtraApproval,
  extrasAfterCorrection,
  extrasAfterRemoval,
  isAnswered,
  limitBeside,
  needsApproval,
  unapprovedCents,
  withoutNeedlessRequests,
} from './extras.ts'

type Extra = { totalCents: number; approval: ExtraApproval }
const aboveCents = 10_000
const charged = (totalCents: number): Extra => ({ totalCents, approval: 'not_needed' })
const waiting = (totalCents: number): Extra => ({ totalCents, approval: 'waiting' })

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
  const extra = extras[done.at]
  if (!extra) return extras
  const put = (one: Extra) => extras.map((known) => (known === extra ? one : known))
  if (done.do === 'remove') return extrasAfterRemoval(extras, { removed: extra, aboveCents })
  if (done.do === 'correct') {
    if (isAnswered(extra)) return extras
    return extrasAfterCorrection(extras, { before: extra, totalCents: done.cents, aboveCents })
  }
  if (extra.approval !== 'waiting') return extras
  const answered = put({ ...extra, approval: done.do === 'approve' ? 'approved' : 'declined' })
  return withoutNeedlessRequests(answered, aboveCents)
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

test('nothing keeps waiting once all unapproved extras are within the limit', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), step, (steps, last) => {
      const before = steps.reduce(after, [])
      const now = after(before, last)
      const lower = unapprovedCents(now) < unapprovedCents(before)
      if (!lower) return
      if (unapprovedCents(now) > aboveCents) return
      expect(now.filter(({ approval }) => approval === 'waiting')).toEqual([])
    }),
  )
})

test('removing an extra leaves the others as if it had never been added', () => {
  const prices = fc.array(fc.integer({ min: 1, max: 12_000 }), { minLength: 1, maxLength: 8 })
  const add = (known: Extra[], cents: number) => after(known, { do: 'add', cents })
  fc.assert(
    fc.property(prices, fc.nat(7), (all, at) => {
      const others = all.filter((_, i) => i !== at % all.length)
      const removed = after(all.reduce(add, []), { do: 'remove', at: at % all.length })
      expect(removed).toEqual(others.reduce(add, []))
    }),
  )
})

test('cheap extras beside an expensive one stop waiting once another cheap one is gone', () => {
  const add = (known: Extra[], cents: number) => after(known, { do: 'add', cents })
  const extras = [4000, 4500, 3000, 25_000].reduce(add, [])
  expect(extras).toEqual([charged(4000), charged(4500), waiting(3000), waiting(25_000)])
  expect(after(extras, { do: 'remove', at: 0 })).toEqual([
    charged(4500),
    charged(3000),
    waiting(25_000),
  ])
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
