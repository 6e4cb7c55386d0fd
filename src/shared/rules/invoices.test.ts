import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from './calendar.ts'
import {
  daysOverdue,
  describeTerms,
  dueDate,
  invoiceNumber,
  invoiceReminder,
  invoiceState,
  maxTermsDays,
  reminderLastsDays,
} from './invoices.ts'

test.each([
  [2026, 1, '2026-0001'],
  [2026, 42, '2026-0042'],
  [2027, 10_000, '2027-10000'],
])('in %i, invoice %i is %s', (year, nth, number) => {
  expect(invoiceNumber(year, nth)).toBe(number)
})

test.each([
  [0, 'Due on receipt'],
  [1, 'Due within 1 day'],
  [30, 'Due within 30 days'],
])('terms of %i days are described as %s', (days, words) => {
  expect(describeTerms(days)).toBe(words)
})

test.each([
  [{ isVoid: true, openCents: 100 }, '2026-11-24', 'void'],
  [{ isVoid: true, openCents: 0 }, '2026-11-30', 'void'],
  [{ isVoid: false, openCents: 1 }, '2026-11-24', 'open'],
  [{ isVoid: false, openCents: 1 }, '2026-11-25', 'overdue'],
  [{ isVoid: false, openCents: 0 }, '2026-11-30', 'paid'],
  [{ isVoid: false, openCents: -1 }, '2026-11-30', 'paid'],
])('an invoice due on November 24 with %o is on %s %s', (part, today, state) => {
  expect(invoiceState({ ...part, dueOn: '2026-11-24' }, today)).toBe(state)
})

test.each([
  ['a month of 31 days', '2026-01-31', 30, '2026-03-02'],
  ['a leap day', '2028-01-30', 30, '2028-02-29'],
  ['the end of a year', '2026-12-02', 30, '2027-01-01'],
  ['the change to summer time', '2026-03-07', 1, '2026-03-08'],
  ['the change to winter time', '2026-10-31', 1, '2026-11-01'],
  ['no days at all', '2026-02-28', 0, '2026-02-28'],
])('across %s, an invoice of %s with %i days is due on %s', (_what, issuedOn, days, dueOn) => {
  expect(dueDate(issuedOn, days)).toBe(dueOn)
})

const day = fc.integer({ min: 0, max: 36_525 }).map((days) => addDays('2000-01-01', days))
const terms = fc.integer({ min: 0, max: maxTermsDays })
const cents = fc.integer({ min: 0, max: 1_000_000 })
const days = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 5 })

describe('for any invoice', () => {
  test('it is due the given number of calendar days later, across months and clock changes', () => {
    fc.assert(
      fc.property(day, terms, (issuedOn, termsDays) => {
        const dueOn = dueDate(issuedOn, termsDays)
        expect(daysBetween(issuedOn, dueOn)).toBe(termsDays)
        expect(dueOn >= issuedOn).toBe(true)
      }),
    )
  })

  test('it has one state, and is overdue from the day after its due date until paid', () => {
    fc.assert(
      fc.property(
        day,
        cents,
        fc.boolean(),
        fc.integer({ min: -99, max: 99 }),
        (dueOn, openCents, isVoid, late) => {
          const today = addDays(dueOn, late)
          const state = invoiceState({ isVoid, openCents, dueOn }, today)
          expect(state === 'void').toBe(isVoid)
          expect(state === 'overdue').toBe(!isVoid && openCents > 0 && late > 0)
          expect(state === 'paid').toBe(!isVoid && openCents === 0)
          expect(daysOverdue(dueOn, today)).toBe(Math.max(0, late))
        },
      ),
    )
  })

  test('a reminder is sent on its day or within a week, never early, and before the next one', () => {
    fc.assert(
      fc.property(
        day,
        terms,
        fc.integer({ min: 0, max: 30 }),
        days,
        (issuedOn, termsDays, before, after) => {
          const dueOn = dueDate(issuedOn, termsDays)
          const had: number[] = []
          for (let late = -termsDays; late <= 80; late++) {
            const reminder = invoiceReminder({ issuedOn, dueOn }, addDays(dueOn, late), {
              before,
              after,
            })
            if (reminder === null) continue
            expect(late - reminder).toBeGreaterThanOrEqual(0)
            expect(late - reminder).toBeLessThan(reminderLastsDays)
            if (had.at(-1) !== reminder) had.push(reminder)
          }
          const wanted = after.toSorted((a, b) => a - b)
          expect(had).toEqual(before > 0 && before < termsDays ? [-before, ...wanted] : wanted)
        },
      ),
    )
  })
})

test.each([
  ['on its day', '2026-12-20', -3],
  ['until it is due', '2026-12-23', -3],
  ['the day after it was due', '2026-12-24', 1],
  ['the newest of those that were missed', '2027-01-07', 15],
  ['none a week after the last', '2027-01-21', null],
])('an invoice due on December 23 has, %s, the reminder of %s: %s', (_what, today, days_) => {
  const invoice = { issuedOn: '2026-11-23', dueOn: '2026-12-23' }
  expect(invoiceReminder(invoice, today, { before: 3, after: [1, 8, 15, 22] })).toBe(days_)
})
