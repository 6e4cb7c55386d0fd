import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slotAt } from './test-slots.ts'
import { addDays, addMonths, daysBetween } from './calendar.ts'
import {
  afterPeriod,
  expectedByMonth,
  nextDue,
  planCents,
  planOffCents,
  rankTimes,
  renewalOf,
  plausibleReadings,
  type Schedule,
} from './plans.ts'

const months = (everyMonths: number) => ({ everyMonths, everyMiles: null })
const since = (anchorOn: string, passed = 0, notBefore = '2020-01-01'): Schedule => ({
  anchorOn,
  passed,
  notBefore,
})

describe('due dates', () => {
  test.each([
    ['a month on', '2026-01-31', 1, 0, '2026-02-28'],
    ['no drift after a short month', '2026-01-31', 1, 1, '2026-03-31'],
    ['a leap day', '2027-08-31', 6, 0, '2028-02-29'],
    ['across the clock change', '2026-02-08', 1, 0, '2026-03-08'],
    ['half a year', '2026-05-15', 6, 0, '2026-11-15'],
    ['after two skipped ones', '2026-01-15', 3, 2, '2026-10-15'],
    ['the date itself', '2026-11-20', 6, -1, '2026-11-20'],
  ])('%s', (_name, anchorOn, every, passed, dueOn) => {
    expect(nextDue(since(anchorOn, passed), months(every), []).dueOn).toBe(dueOn)
  })

  test('an overdue car is due once, when they join, and the plan counts from there', () => {
    const late = nextDue(since('2024-01-10', 0, '2026-11-23'), months(6), [])
    expect(late).toMatchObject({
      dueOn: '2026-11-23',
      schedule: { anchorOn: '2026-11-23', passed: -1 },
    })
    const skipped = afterPeriod(late.schedule, { dueOn: late.dueOn, servicedOn: null })
    expect(nextDue(skipped, months(6), []).dueOn).toBe('2027-05-23')
  })

  test('a service counts from its own date', () => {
    const done = afterPeriod(since('2026-05-15'), { dueOn: '2026-11-15', servicedOn: '2026-11-20' })
    expect(nextDue(done, months(6), []).dueOn).toBe('2027-05-20')
  })

  const odometer = [
    { date: '2026-01-01', miles: 10_000 },
    { date: '2026-04-11', miles: 15_000 },
  ]
  const either = { everyMonths: 12, everyMiles: 7500 }
  test.each([
    ['miles first', odometer, '2026-05-31', true],
    ['without readings the months count', [], '2027-01-01', false],
    [
      'a car that hardly moves',
      [odometer[0]!, { date: '2026-04-11', miles: 10_010 }],
      '2027-01-01',
      false,
    ],
    [
      'a typing error is ignored',
      [...odometer, { date: '2026-04-20', miles: 1500 }],
      '2026-05-31',
      true,
    ],
    [
      'so is one that is too high',
      [{ date: '2026-01-15', miles: 99_000 }, ...odometer],
      '2026-05-31',
      true,
    ],
  ])('%s', (_name, readings, dueOn, byMiles) => {
    expect(nextDue(since('2026-01-01'), either, readings)).toMatchObject({ dueOn, byMiles })
  })

  const day = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2024-01-01', days))
  const readings = fc.array(fc.record({ date: day, miles: fc.integer({ min: 0, max: 300_000 }) }), {
    maxLength: 12,
  })

  test('periods never fall due twice within four weeks, whatever the odometer, skips and dates', () => {
    fc.assert(
      fc.property(
        day,
        day,
        readings,
        fc.integer({ min: 1, max: 36 }),
        fc.option(fc.integer({ min: 500, max: 20_000 })),
        fc.array(fc.option(fc.integer({ min: 0, max: 60 })), { maxLength: 12 }),
        (anchorOn, notBefore, miles, everyMonths, everyMiles, ends) => {
          let schedule = since(anchorOn, 0, notBefore)
          let last: string | null = null
          for (const late of ends) {
            const due = nextDue(schedule, { everyMonths, everyMiles }, miles)
            expect(due.dueOn >= schedule.notBefore).toBe(true)
            if (last !== null) expect(daysBetween(last, due.dueOn)).toBeGreaterThanOrEqual(28)
            const servicedOn = late === null ? null : addDays(due.dueOn, late)
            last = servicedOn ?? due.dueOn
            schedule = afterPeriod(due.schedule, { dueOn: due.dueOn, servicedOn })
          }
        },
      ),
    )
  })

  test('skipped periods by months stay on the day of the month', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 20 }),
        (anchorOn, every, skips) => {
          let schedule = since(anchorOn, 0, anchorOn)
          for (let skip = 0; skip < skips; skip++) {
            const { dueOn, schedule: at } = nextDue(schedule, months(every), [])
            schedule = afterPeriod(at, { dueOn, servicedOn: null })
          }
          expect(nextDue(schedule, months(every), []).dueOn).toBe(
            addMonths(anchorOn, (skips + 1) * every),
          )
        },
      ),
    )
  })

  test('plausible readings never decrease', () => {
    fc.assert(
      fc.property(readings, (all) => {
        const miles = plausibleReadings(all).map((one) => one.miles)
        expect(miles).toEqual(miles.toSorted((a, b) => a - b))
      }),
    )
  })
})

describe('prices', () => {
  const usual = { keptCents: null, percent: null, firstVisits: 0, firstPercent: 0 }
  test.each([
    ['no discount', usual, 1, 9000],
    ['ten percent', { ...usual, percent: 10 }, 1, 8100],
    ['kept', { ...usual, keptCents: 7500 }, 1, 7500],
    ['kept, but the package got cheaper', { ...usual, keptCents: 9500 }, 1, 9000],
    ['the trial visit', { ...usual, keptCents: 7500, firstVisits: 1, firstPercent: 50 }, 1, 4500],
    ['after the trial', { ...usual, keptCents: 7500, firstVisits: 1, firstPercent: 50 }, 2, 7500],
  ])('%s', (_name, price, visit, cents) => {
    expect(planCents(price, 9000, visit)).toBe(cents)
  })

  test('sales tax shrinks with the price', () => {
    expect(
      planOffCents({ ...usual, keptCents: 8000 }, { linesCents: 10_000, priceCents: 10_825 }, 1),
    ).toBe(2165)
    expect(planOffCents({ ...usual, keptCents: 8000 }, { linesCents: 0, priceCents: 0 }, 1)).toBe(0)
  })

  test('a discount is never negative, and never more than the price', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.option(fc.integer({ min: 1, max: 1_000_000 })),
        (linesCents, tax, keptCents) => {
          const priceCents = linesCents + Math.round(tax / 10)
          const off = planOffCents({ ...usual, keptCents }, { linesCents, priceCents }, 1)
          expect(off).toBeGreaterThanOrEqual(0)
          expect(off).toBeLessThanOrEqual(priceCents)
        },
      ),
    )
  })
})

test('expected visits fall into this month and the next two, overdue ones into this', () => {
  const members = [
    { dueOn: '2026-11-01', everyMonths: 1, everyMiles: null, cents: 5000 },
    { dueOn: '2027-01-20', everyMonths: 6, everyMiles: null, cents: 9000 },
    { dueOn: '2027-02-01', everyMonths: 6, everyMiles: null, cents: 9000 },
  ]
  expect(expectedByMonth(members, '2026-11-23')).toEqual([
    { month: '2026-11-01', visits: 1, cents: 5000 },
    { month: '2026-12-01', visits: 1, cents: 5000 },
    { month: '2027-01-01', visits: 2, cents: 14_000 },
  ])
})

test('the usual time nearest the due date comes first, unless a technician is nearby', () => {
  const [eight, noon] = [slotAt(1), slotAt(3)]
  const usual = { dueOn: '2026-12-07', slot: eight }
  const times = [
    { date: '2026-12-07', slot: noon },
    { date: '2026-12-09', slot: eight },
    { date: '2026-12-08', slot: eight },
  ]
  expect(rankTimes(times, usual)[0]).toEqual({ date: '2026-12-08', slot: eight })
  const near = { date: '2026-12-09', slot: eight, drive: 'near', best: true } as const
  expect(rankTimes([...times, near], usual)[0]).toEqual(near)
  expect(rankTimes([], usual)).toEqual([])
})

test.each([
  ['no term', null, '2026-11-23', null, null],
  [
    'months ahead',
    12,
    '2026-11-23',
    null,
    { renewsOn: '2027-05-31', notice: false, isOver: false },
  ],
  [
    'a month ahead',
    12,
    '2027-05-01',
    null,
    { renewsOn: '2027-05-31', notice: true, isOver: false },
  ],
  [
    'once',
    12,
    '2027-05-01',
    '2027-05-31',
    { renewsOn: '2027-05-31', notice: false, isOver: false },
  ],
  [
    'short terms have none',
    6,
    '2026-11-20',
    null,
    { renewsOn: '2026-11-30', notice: false, isOver: false },
  ],
  ['over', 12, '2027-05-31', null, { renewsOn: '2027-05-31', notice: false, isOver: true }],
])('renewals: %s', (_name, termMonths, today, remindedFor, expected) => {
  expect(renewalOf({ termMonths, termFrom: '2026-05-31', remindedFor }, today)).toEqual(expected)
})
