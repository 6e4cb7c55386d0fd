import type { LocalDate } from '#shared/rules/calendar.ts'

// Intl instead of a Temporal polyfill, whose import adds over 20 ms to every start.
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

const printed = /^(\d\d)\/(\d\d)\/(\d+), (\d\d):(\d\d):(\d\d)$/
const dayMs = 86_400_000

/** The zone's local date and time as if it were UTC, in ms. */
function wallMs(instantMs: number, zone: string): number {
  const quarter = Math.floor(instantMs / quarterMs)
  const key = `${zone} ${quarter}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    offset = offsetMs(quarter * quarterMs, zone)
    if (offsets.size >= mostOffsets) offsets.clear()
    offsets.set(key, offset)
  }
  return instantMs + offset
}

// Cached, because formatting dominates the cost of date functions. Clocks change at full quarters of an hour; the last to
// change at another minute was St. John's, at 00:01 until November 2011.
const offsets = new Map<string, number>()
const mostOffsets = 10_000
const quarterMs = 900_000

function offsetMs(instantMs: number, zone: string): number {
  const [, month, day, year, hour, minute, second] =
    printed.exec(formatOf(zone).format(instantMs))?.map(Number) ?? []
  return Date.UTC(year ?? NaN, (month ?? NaN) - 1, day, hour, minute, second) - instantMs
}

/** True for a zone known to this runtime, such as `America/Chicago`, spelled exactly; false for an offset. */
export function isTimeZone(zone: string): boolean {
  return zone === 'UTC' || (/^[A-Z][A-Za-z_+-]*(\/[A-Za-z0-9_+-]+)+$/.test(zone) && isKnown(zone))
}

function isKnown(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined
  } catch {
    return false
  }
}

/** The calendar date in an IANA zone at a UTC instant. */
export function localDateAt(instant: Date, zone: string): LocalDate {
  return new Date(wallMs(instant.getTime(), zone)).toISOString().slice(0, 10)
}

/** The local time of a zone at a UTC instant, to the minute: "13:05". */
export function timeOfDayAt(instant: Date, zone: string): string {
  return new Date(wallMs(instant.getTime(), zone)).toISOString().slice(11, 16)
}

/**
 * The UTC instant of the local `time` ("13:00") on `date` in the zone. An ambiguous time means its first occurrence; a time
 * skipped by a clock change is shifted by the size of the change.
 */
export function instantAt(date: LocalDate, time: string, zone: string): Date {
  const wall = Date.parse(`${date}T${time}:00Z`)
  const offset = (ms: number) => wallMs(ms, zone) - ms
  // A clock change near this time lies between these two instants, so one of their offsets applies.
  const before = offset(wall - dayMs)
  const candidates = [wall - before, wall - offset(wall + dayMs)]
  const shown = candidates.filter((ms) => wallMs(ms, zone) === wall)
  return new Date(shown.length > 0 ? Math.min(...shown) : wall - before)
}
