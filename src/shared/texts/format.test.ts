import { assert, date, integer, property } from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { standardSlots } from '../rules/slots.ts'
import { describeWeeklyHours } from '../rules/weekly-hours.ts'
import {
  formatAmount,
  formatCents,
  formatChange,
  formatDay,
  formatInstant,
  formatInstantDay,
  formatMonth,
  formatNumber,
  formatRelative,
  formatShare,
  formatSlot,
  formatSlotStart,
  formatTime,
  formatRating,
  formatVisit,
  formatWeekday,
} from './format.ts'
import { loadSpanish } from './spanish.ts'
import { plural, setLanguage } from './t.ts'
import { startsAt } from '../rules/test-slots.ts'

const zoneOfThisProcess = process.env.TZ

afterEach(async () => {
  if (zoneOfThisProcess === undefined) delete process.env.TZ
  else process.env.TZ = zoneOfThisProcess
  await setLanguage('en')
})

describe('a business-local date', () => {
  test('is written as people write it', () => {
    expect(formatDay('2026-11-24')).toBe('Tue, Nov 24')
    expect(formatDay('2026-11-24', { year: true })).toBe('Tue, Nov 24, 2026')
    expect(formatDay('2026-02-01', { long: true })).toBe('Sunday, February 1')
    expect(formatMonth('2026-11-24')).toBe('November 2026')
    expect(formatWeekday('2026-11-24', 'long')).toBe('Tuesday')
    expect(formatWeekday('2026-11-24', 'short')).toBe('Tue')
    expect(formatMonth('2026-11-24', { short: true })).toBe('Nov 2026')
  })

  test('with its slot', () => {
    expect(formatVisit('2026-11-24', '8:00 AM - 9:00 AM')).toBe('Tue, Nov 24, 8:00 AM – 9:00 AM')
    expect(formatSlot('9:30 AM - 10:30 AM')).toBe('9:30 AM – 10:30 AM')
  })

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Sao_Paulo', 'UTC'])(
    'is the same day for a reader in %s',
    (zone) => {
      process.env.TZ = zone
      expect(formatDay('2018-11-04')).toBe('Sun, Nov 4')
      expect(formatDay('2026-03-08', { long: true })).toBe('Sunday, March 8')
    },
  )

  test('preserves day and year of any date', () => {
    const anyDay = date({
      min: new Date('1990-01-01'),
      max: new Date('2090-12-31'),
      noInvalidDate: true,
    })
    assert(
      property(anyDay, (instant) => {
        const day = instant.toISOString().slice(0, 10)
        const said = formatDay(day, { year: true })
        expect(new Date(`${said} UTC`).toISOString().slice(0, 10)).toBe(day)
      }),
    )
  })
})

describe('in US Spanish', () => {
  beforeEach(() => setLanguage('es', () => loadSpanish(['shared'])))
  // A no-break space inside, so no line ends with 'a.'.
  const plain = (said: string) => said.replaceAll('\u00a0', ' ')

  test('a day and its slot', () => {
    expect(formatDay('2026-11-24')).toBe('mar 24 nov')
    expect(formatDay('2026-11-24', { year: true })).toBe('mar 24 nov 2026')
    expect(formatDay('2026-02-01', { long: true })).toBe('domingo 1 de febrero')
    expect(formatDay('2026-02-01', { long: true, year: true })).toBe('domingo 1 de febrero de 2026')
    expect(formatMonth('2026-11-24')).toBe('noviembre de 2026')
    expect(plain(formatVisit('2026-11-24', '1:00 PM - 2:00 PM'))).toBe(
      'mar 24 nov, 1:00 p. m. – 2:00 p. m.',
    )
    expect(plain(formatSlotStart('8:00 AM - 9:00 AM'))).toBe('8:00 a. m.')
  })

  test('a time and the hours of a week', () => {
    expect(plain(formatTime('2026-11-24T18:05:00Z', 'America/Chicago'))).toBe('12:05 p. m.')
    const shortSaturday = [startsAt(1, 2, 3, 4, 5), [], [], [], [], startsAt(1, 2), []]
    expect(plain(describeWeeklyHours(shortSaturday, standardSlots))).toBe(
      'lun 8:00 a. m. – 5:00 p. m., sáb 8:00 – 10:30 a. m.',
    )
  })

  test('money, numbers and plurals', () => {
    expect(formatCents(1_234_567)).toBe('$12,345.67')
    expect(formatNumber(12_345.6)).toBe('12,345.6')
    expect(formatShare(0.384)).toBe('38%')
    expect(plural(1, { one: '{count} car', other: '{count} cars' })).toBe('1 carro')
    expect(plural(1200, { one: '{count} car', other: '{count} cars' })).toBe('1,200 carros')
    expect(formatRelative('2026-11-24T11:55:00Z', '2026-11-24T12:00:00Z')).toBe('hace 5 minutos')
  })
})

describe('an instant', () => {
  test.each([
    ['2026-11-24T14:05:00Z', 'America/Chicago', 'Tue, Nov 24, 8:05 AM'],
    ['2026-11-24T05:30:00Z', 'America/Chicago', 'Mon, Nov 23, 11:30 PM'],
    ['2026-07-01T18:00:00Z', 'America/Chicago', 'Wed, Jul 1, 1:00 PM'],
    ['2026-11-24T14:05:00Z', 'Asia/Tokyo', 'Tue, Nov 24, 11:05 PM'],
  ])('%s in %s', (instant, zone, said) => {
    expect(formatInstant(instant, zone)).toBe(said)
  })

  test('the time has a plain space, for mails and searches', () => {
    expect(formatTime('2026-11-24T18:00:00Z', 'America/Chicago')).toBe('12:00 PM')
  })
})

describe('relative time', () => {
  const now = '2026-11-24T12:00:00Z'
  const ago = (seconds: number) => new Date(new Date(now).getTime() - seconds * 1000)
  test.each([
    [0, 'Just now'],
    [59, 'Just now'],
    [60, '1 minute ago'],
    [3599, '59 minutes ago'],
    [3600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [86_400, '1 day ago'],
    [86_400 * 40, '40 days ago'],
    // With a server clock slightly ahead of the reader's, it must not show 'in 3 seconds'.
    [-3, 'Just now'],
    [-7200, 'in 2 hours'],
  ])('%i seconds before', (seconds, said) => {
    expect(formatRelative(ago(seconds), now)).toBe(said)
  })
})

describe('money', () => {
  test.each([
    [0, '$0.00'],
    [7, '$0.07'],
    [12_999, '$129.99'],
    [1_234_567, '$12,345.67'],
    [-500, '-$5.00'],
  ])('%i cents', (cents, said) => {
    expect(formatCents(cents)).toBe(said)
  })

  test.each([
    ['129.99', '$129.99'],
    ['129.9', '$129.90'],
    ['0', '$0.00'],
    ['90071992547409931.27', '$90,071,992,547,409,931.27'],
  ])('the decimal string %s', (amount, said) => {
    expect(formatAmount(amount)).toBe(said)
  })

  test('no cent is lost', () => {
    assert(
      property(integer({ min: -1e12, max: 1e12 }), (cents) => {
        const digits = formatCents(cents).replace(/[$,.]/g, '')
        expect(Number(digits)).toBe(cents === 0 ? 0 : cents)
      }),
    )
  })
})

test.each([
  [12, 10, '+20%'],
  [8, 10, '-20%'],
  [10, 10, '0%'],
  [5, 0, null],
  [0, 4, '-100%'],
])('the change to %i from %i', (current, previous, said) => {
  expect(formatChange(current, previous)).toBe(said)
})

test("an instant's day is the one in the given zone", () => {
  expect(formatInstantDay('2026-11-24T03:00:00Z', 'America/Chicago')).toBe('Mon, Nov 23, 2026')
  expect(formatInstantDay('2026-11-24T03:00:00Z', 'UTC')).toBe('Tue, Nov 24, 2026')
})

test('ratings line up: always one decimal', () => {
  expect([5, 4.9, 4.25].map(formatRating)).toEqual(['5.0', '4.9', '4.3'])
})
