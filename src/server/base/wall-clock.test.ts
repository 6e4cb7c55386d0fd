import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { instantAt, isTimeZone, localDateAt } from './wall-clock.ts'

// Zones with large, half-hour, southern, midnight and no clock changes.
const zones = [
  'America/Chicago',
  'America/New_York',
  'America/Phoenix',
  'America/Havana',
  'America/St_Johns',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Europe/London',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Pacific/Kiritimati',
  'UTC',
]
const zone = fc.constantFrom(...zones)
// Before 2012 clocks in St. John's changed at 00:01, which a cache by quarter hours cannot show.
const date = fc
  .date({ min: new Date('2012-01-02'), max: new Date('2060-12-30'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
const time = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`)

const oracle = (day: string, clock: string, timeZone: string) =>
  Temporal.PlainDateTime.from(`${day}T${clock}`)
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .toInstant()
    .toString({ fractionalSecondDigits: 3 })

describe('instantAt', () => {
  it('agrees with Temporal for any date, time and zone', () => {
    fc.assert(
      fc.property(date, time, zone, (day, clock, timeZone) => {
        expect(instantAt(day, clock, timeZone).toISOString()).toBe(oracle(day, clock, timeZone))
      }),
      { numRuns: 500 },
    )
  })

  it('agrees with Temporal around every clock change of a year, every quarter hour', () => {
    for (const timeZone of zones) {
      for (const day of [
        '2026-03-07',
        '2026-03-08',
        '2026-03-29',
        '2026-04-05',
        '2026-10-04',
        '2026-10-25',
        '2026-11-01',
        '2026-09-06',
      ]) {
        for (let minute = 0; minute < 24 * 60; minute += 15) {
          const clock = new Date(minute * 60_000).toISOString().slice(11, 16)
          expect(instantAt(day, clock, timeZone).toISOString()).toBe(oracle(day, clock, timeZone))
        }
      }
    }
  })

  it.each([
    ['2026-11-23', '08:00', '2026-11-23T14:00:00.000Z', 'winter'],
    ['2026-07-01', '08:00', '2026-07-01T13:00:00.000Z', 'summer'],
    ['2026-03-08', '02:30', '2026-03-08T08:30:00.000Z', 'skipped by the clock'],
    ['2026-11-01', '01:30', '2026-11-01T06:30:00.000Z', 'shown twice'],
  ])('%s %s in Chicago is %s (%s)', (day, clock, expected) => {
    expect(instantAt(day, clock, 'America/Chicago').toISOString()).toBe(expected)
  })
})

describe('localDateAt', () => {
  it('agrees with Temporal for any instant and zone', () => {
    const instants = fc.date({
      min: new Date('2012-01-02'),
      max: new Date('2060-12-30'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, zone, (instant, timeZone) => {
        const expected = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
          .toZonedDateTimeISO(timeZone)
          .toPlainDate()
          .toString()
        expect(localDateAt(instant, timeZone)).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('is the date of the instant that it came from', () => {
    fc.assert(
      fc.property(date, zone, (day, timeZone) => {
        expect(localDateAt(instantAt(day, '12:00', timeZone), timeZone)).toBe(day)
      }),
    )
  })
})

describe('isTimeZone', () => {
  it.each([
    ['America/Chicago', true],
    ['Europe/Vienna', true],
    ['Mars/Olympus', false],
    ['', false],
  ])('%s: %s', (name, known) => {
    expect(isTimeZone(name)).toBe(known)
  })
})
