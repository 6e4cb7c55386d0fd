import { expect, test } from 'vitest'
import { agingColumn, dayAfter, linesOfVisit, periodBefore, spread } from './statements.ts'

const visit = {
  isBilled: false,
  billedCents: 0,
  amountCents: 100,
  unpaidCents: 100,
  statementPaidCents: 0,
}
test.each([
  ['a new visit', {}, [['visit', 100]]],
  [
    'paid at the door',
    { unpaidCents: 0 },
    [
      ['visit', 100],
      ['payment', -100],
    ],
  ],
  [
    'overpaid at the door',
    { unpaidCents: -20 },
    [
      ['visit', 100],
      ['payment', -100],
    ],
  ],
  ['free', { amountCents: 0, unpaidCents: 0 }, [['visit', 0]]],
  ['billed, unchanged', { isBilled: true, billedCents: 100 }, []],
  [
    'billed and paid',
    { isBilled: true, billedCents: 100, unpaidCents: 0, statementPaidCents: 100 },
    [],
  ],
  [
    'cheaper since',
    { isBilled: true, billedCents: 100, amountCents: 80, unpaidCents: 80 },
    [['credit', -20]],
  ],
  [
    'cheaper after it was paid',
    {
      isBilled: true,
      billedCents: 100,
      amountCents: 80,
      unpaidCents: -20,
      statementPaidCents: 100,
    },
    [['credit', -20]],
  ],
  [
    'paid otherwise since',
    { isBilled: true, billedCents: 100, unpaidCents: 0 },
    [['credit', -100]],
  ],
  [
    'dearer since',
    { isBilled: true, billedCents: 100, amountCents: 130, unpaidCents: 130 },
    [['charge', 30]],
  ],
] as const)('lines of a visit: %s', (_, facts, lines) => {
  const found = linesOfVisit({ ...visit, ...facts }).map(({ kind, cents }) => [kind, cents])
  expect(found).toEqual(lines)
})

test.each([
  ['2026-11', '2026-12-01'],
  ['2026-12', '2027-01-01'],
  ['2028-02', '2028-03-01'],
])('the day after %s is %s', (period, day) => expect(dayAfter(period)).toBe(day))

test.each([
  ['2026-12-01', '2026-11'],
  ['2027-01-31', '2026-12'],
  ['2026-03-31', '2026-02'],
])('on %s the month to close is %s', (day, period) => expect(periodBefore(day)).toBe(period))

test('a payment covers the oldest dues first', () => {
  expect(spread(150, [100, 0, 80, 20])).toEqual([100, 0, 50, 0])
  expect(spread(10, [-5, 4])).toEqual([0, 4])
})

test.each([
  [0, 'current'],
  [1, '1'],
  [30, '1'],
  [31, '31'],
  [60, '31'],
  [90, '61'],
  [91, '91'],
] as const)('%i days late is in column %s', (late, column) => {
  const today = new Date(Date.UTC(2026, 0, 1 + late)).toISOString().slice(0, 10)
  expect(agingColumn('2026-01-01', today)).toBe(column)
})
