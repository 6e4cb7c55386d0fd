import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cancelFreeAfterMove,
  cancellationFee,
  describeVisitFees,
  feeOfCancelling,
  feeOfCancellingNow,
  feesFromWire,
  feesOfVisit,
  feesOnWire,
  notDoneFee,
} from './fees.ts'
import { describeFees } from './fee-policy.ts'

const policy = { cancelFeeCents: 2500, cancelFeeWithinHours: 24, notDoneFeeCents: 4000 }
const none = { cancelFeeCents: 0, cancelFeeWithinHours: 24, notDoneFeeCents: 0 }
const raised = { cancelFeeCents: 9900, cancelFeeWithinHours: 96, notDoneFeeCents: 9900 }
const dollars = (cents: number) => `$${cents / 100}`
const startsAt = new Date('2026-11-24T14:00:00Z')
const visit = { needsConfirmation: false, costCents: 12_999 }
const booked = (by: typeof policy) => ({ ...by, cancelFreeUntil: null, startsAt })

describe('cost of cancelling', () => {
  it.each([
    ['a day before', '2026-11-23T14:00:00Z', {}, policy, 0],
    ['a second later', '2026-11-23T14:00:01Z', {}, policy, 2500],
    ['once its time has begun', '2026-11-24T14:30:00Z', {}, policy, 2500],
    ['a visit for less', '2026-11-24T13:00:00Z', { costCents: 1000 }, policy, 1000],
    ['a request', '2026-11-24T13:00:00Z', { needsConfirmation: true }, policy, 0],
    ['without such a fee', '2026-11-24T13:00:00Z', {}, none, 0],
  ])('%s', (_, now, more, by, expected) => {
    const fees = feesOfVisit(booked(by), raised)
    expect(cancellationFee({ ...visit, ...more }, new Date(now), fees)).toBe(expected)
  })
})

it.each([
  ['assigned', '2026-11-24T14:59:59Z', 2500],
  ['assigned', '2026-11-24T15:00:00Z', 0],
  ['scheduled', '2026-11-27T10:00:00Z', 0],
  ['in_progress', '2026-11-24T15:00:00Z', 2500],
] as const)('cancelling a visit that is %s at %s costs %i cents', (status, now, expected) => {
  const fees = feesOfVisit(booked(policy), raised)
  expect(feeOfCancellingNow({ ...visit, status, startsAt }, new Date(now), fees)).toBe(expected)
})

it('a visit not done costs at most its price', () => {
  expect([12_999, 1000, 0].map((cost) => notDoneFee(cost, policy))).toEqual([4000, 1000, 0])
  expect(notDoneFee(12_999, none)).toBe(0)
})

it('fees are described only if there are any', () => {
  expect(describeFees(none, dollars)).toEqual([])
  expect(describeFees(policy, dollars)).toEqual([
    'Cancelling less than 24 hours before the visit costs $25.',
    'If we come and cannot do the service, for example when no one is there, it may cost up to $40.',
  ])
  expect(describeFees({ ...policy, cancelFeeWithinHours: 1, notDoneFeeCents: 0 }, dollars)).toEqual(
    ['Cancelling less than 1 hour before the visit costs $25.'],
  )
})

describe('the fees of a visit', () => {
  it("are those at booking; without stored ones, today's", () => {
    const unknown = { cancelFeeCents: null, cancelFeeWithinHours: null, notDoneFeeCents: null }
    expect(feesOfVisit(booked(policy), raised)).toEqual({
      ...policy,
      cancelFreeUntil: new Date('2026-11-23T14:00:00Z'),
    })
    expect(feesOfVisit({ ...unknown, cancelFreeUntil: null, startsAt }, raised)).toEqual({
      ...raised,
      cancelFreeUntil: new Date('2026-11-20T14:00:00Z'),
    })
  })

  it('survive the wire', () => {
    const fees = feesOfVisit(booked(policy), raised)
    expect(feesFromWire(feesOnWire(fees))).toEqual(fees)
    const onWire = {
      needsConfirmation: false,
      status: 'assigned' as const,
      startsAt: startsAt.toISOString(),
      cost: { amount: '20.00' },
      fees: feesOnWire(fees),
    }
    expect(feeOfCancelling(onWire, startsAt)).toBe('20.00')
    expect(feeOfCancelling(onWire, new Date('2026-11-23T14:00:00Z'))).toBe('0.00')
  })

  it('are described by hours, and by time once a move changed it', () => {
    const formats = { cents: dollars, instant: (at: Date) => at.toISOString().slice(0, 10) }
    const fees = feesOfVisit(booked(policy), raised)
    expect(describeVisitFees(fees, startsAt, formats)).toEqual(describeFees(policy, dollars))
    const moved = { ...fees, cancelFreeUntil: new Date('2026-11-20T14:00:00Z') }
    expect(describeVisitFees(moved, startsAt, formats)).toEqual([
      'Cancelling after 2026-11-20 costs $25.',
      'If we come and cannot do the service, for example when no one is there, it may cost up to $40.',
    ])
    expect(describeVisitFees({ ...moved, ...none }, startsAt, formats)).toEqual([])
  })
})

describe('free cancellation after a move', () => {
  const fees = feesOfVisit(booked(policy), raised)
  const [early, late] = ['2026-11-23T14:00:00Z', '2026-11-23T14:00:01Z']
  const [sooner, later] = ['2026-11-24T10:00:00Z', '2026-12-10T14:00:00Z']
  it.each([
    ['a customer in good time', early, later, {}, '2026-12-09T14:00:00Z'],
    ['a customer in good time, closer', early, sooner, {}, '2026-11-23T10:00:00Z'],
    ['a customer too late', late, later, {}, early],
    ['the office, further away', late, later, { byOffice: true }, '2026-12-09T14:00:00Z'],
    ['the office, closer', early, sooner, { byOffice: true }, early],
    ['a request, however late', late, later, { needsConfirmation: true }, '2026-12-09T14:00:00Z'],
  ])('%s', (_, now, to, more, expected) => {
    const move = { byOffice: false, needsConfirmation: false, ...more }
    const times = { from: startsAt, startsAt: new Date(to), now: new Date(now) }
    expect(cancelFreeAfterMove(fees, { ...move, ...times })).toEqual(new Date(expected))
  })

  it('free time granted by the office stays when the customer picks another time', () => {
    const granted = { ...fees, cancelFreeUntil: new Date('2026-12-09T14:00:00Z') }
    const move = { from: startsAt, now: new Date(early), byOffice: false, needsConfirmation: false }
    const moved = (to: string) =>
      cancelFreeAfterMove(granted, { ...move, startsAt: new Date(to) }).toISOString()
    expect([moved(sooner), moved('2026-12-20T14:00:00Z')]).toEqual([
      '2026-12-09T14:00:00.000Z',
      '2026-12-19T14:00:00.000Z',
    ])
  })

  it("a customer's moves never make a late visit free, and the office's moves never make a free one late", () => {
    const hour = fc.integer({ min: 0, max: 2000 }).map((n) => new Date(n * 3_600_000))
    const moves = fc.array(fc.record({ startsAt: hour, waits: fc.nat(48), byOffice: fc.boolean() }))
    fc.assert(
      fc.property(hour, fc.integer({ min: 1, max: 720 }), moves, (start, hours, list) => {
        const cancelFeeWithinHours = hours
        const first = { ...booked(policy), startsAt: start, cancelFeeWithinHours }
        let [now, from] = [new Date(0), start]
        let one = feesOfVisit(first, raised)
        const fee = () => cancellationFee(visit, now, one)
        for (const { waits, ...move } of list) {
          now = new Date(now.getTime() + waits * 3_600_000)
          const before = fee()
          const cancelFreeUntil = cancelFreeAfterMove(one, {
            ...move,
            from,
            now,
            needsConfirmation: false,
          })
          one = { ...one, cancelFreeUntil }
          from = move.startsAt
          if (move.byOffice) expect(fee()).toBeLessThanOrEqual(before)
          else expect(fee()).toBeGreaterThanOrEqual(before)
        }
      }),
    )
  })
})
