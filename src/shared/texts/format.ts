import { translateClock } from './clock.ts'
import { currentLocale, t } from './t.ts'

interface DayStyle {
  /** Includes the year, for lists that go back further. */
  year?: boolean
  /** 'Tuesday, November 24' instead of 'Tue, Nov 24'. */
  long?: boolean
}

/** A business-local date `YYYY-MM-DD` in words: 'Tue, Nov 24'. */
export function formatDay(date: string, style: DayStyle = {}): string {
  // Parsed and formatted in UTC, so no time zone can shift a calendar date.
  return dayText(new Date(`${date}T00:00:00Z`), 'UTC', style)
}

/** 'Mon, Nov 16 – Sun, Nov 22', or a single day. Business-local dates. */
export const formatDays = (from: string, to: string): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`

/** 'Nov' from a business-local date `YYYY-MM-DD`. */
export function formatMonthName(date: string): string {
  return intlDate({ month: 'short', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
}

/** 'Tuesday' or 'Tue' from a business-local date `YYYY-MM-DD`. */
export function formatWeekday(date: string, weekday: 'long' | 'short'): string {
  return intlDate({ weekday, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
}

/** 'November 2026' from a business-local date `YYYY-MM-DD`; 'Nov 2026' when `short`. */
export function formatMonth(date: string, { short = false } = {}): string {
  const parts = { month: short ? 'short' : 'long', year: 'numeric', timeZone: 'UTC' } as const
  return intlDate(parts).format(new Date(`${date}T00:00:00Z`))
}

/** A slot label of the rules, '8:00 AM - 9:00 AM', with a proper dash. */
export function formatSlot(label: string): string {
  return translateClock(label.replace(/\s+-\s+/, ' – '))
}

/** The same where it may not fit: lines break only between its start and end. */
export function formatNarrowSlot(label: string): string {
  return formatSlot(label)
    .split(' – ')
    .map((time) => time.replaceAll(' ', '\u00a0'))
    .join('\u00a0– ')
}

/** '8:00 AM': the start of the slot with this label. */
export function formatSlotStart(label: string): string {
  return translateClock(label.replace(/\s+-\s.*$/, ''))
}

/** '1:30 PM' from a business-local time `13:30`. */
export function formatClock(clock: string): string {
  return formatTime(`1970-01-01T${clock}:00Z`, 'UTC')
}

/** 'Tue, Nov 24, 8:00 AM – 9:00 AM' from a business-local date and a slot label; without a label only the day. */
export function formatVisit(date: string, slotLabel: string, style: DayStyle = {}): string {
  const day = formatDay(date, style)
  return slotLabel ? `${day}, ${formatSlot(slotLabel)}` : day
}

/** 'Tue, Nov 24, 8:05 AM': a UTC instant in that IANA zone. */
export function formatInstant(
  instant: string | number | Date,
  timeZone: string,
  style: DayStyle = {},
): string {
  return `${dayText(new Date(instant), timeZone, style)}, ${formatTime(instant, timeZone)}`
}

/** 'Tue, Nov 24, 2026': the day of a UTC instant in that IANA zone. */
export function formatInstantDay(instant: string | number | Date, timeZone: string): string {
  return dayText(new Date(instant), timeZone, { year: true })
}

/** '8:05 AM': the time of a UTC instant in that IANA zone. */
export function formatTime(instant: string | number | Date, timeZone: string): string {
  const time = { hour: 'numeric', minute: '2-digit', timeZone } as const
  // Browsers write AM and PM differently, with spaces that plain-text mails and searches do not expect.
  return translateClock(intlDate(time, 'en-US').format(new Date(instant)).replaceAll('\u202f', ' '))
}

/** 'Just now', '5 minutes ago', '3 hours ago', '2 days ago'; for the future 'in 3 hours'. */
export function formatRelative(
  instant: string | number | Date,
  now: string | number | Date = Date.now(),
): string {
  const seconds = (new Date(instant).getTime() - new Date(now).getTime()) / 1000
  const size = Math.abs(seconds)
  if (size < 60) return t('Just now')
  const words = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'always' })
  if (size < 3600) return words.format(Math.trunc(seconds / 60), 'minute')
  if (size < 86_400) return words.format(Math.trunc(seconds / 3600), 'hour')
  return words.format(Math.trunc(seconds / 86_400), 'day')
}

/** '$1,299.90' from integer cents. */
export function formatCents(cents: number): string {
  return formatAmount((cents / 100).toFixed(2))
}

/** '$1,299.90' from the wire's decimal string '1299.9', without a float. */
export function formatAmount(amount: string): string {
  return moneyFormat(currentLocale()).format(amount as Intl.StringNumericLiteral)
}

// Creating one costs a hundred times as much as using it.
const moneyFormats = new Map<string, Intl.NumberFormat>()

function moneyFormat(language: string): Intl.NumberFormat {
  const known = moneyFormats.get(language)
  if (known) return known
  const made = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' })
  moneyFormats.set(language, made)
  return made
}

/** '1,234.5': a plain number, at most `digits` decimals. */
export function formatNumber(value: number, digits = 1): string {
  return new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: digits }).format(value)
}

/** A mean rating, always with one decimal so ratings line up: '5.0'. */
export function formatRating(rating: number): string {
  const style = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return new Intl.NumberFormat(currentLocale(), style).format(rating)
}

/** '38%' for a share from 0 to 1. */
export const formatShare = (share: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 0 }).format(
    share,
  )

/** '+12%' from one period to the next; null if the earlier value is about zero and a ratio means nothing. */
export function formatChange(current: number, previous: number): string | null {
  if (previous === 0) return null
  const style = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 } as const
  const change = (current - previous) / Math.abs(previous)
  if (Math.abs(change) >= 10) return null
  return new Intl.NumberFormat(currentLocale(), style).format(change)
}

function dayText(day: Date, timeZone: string, { year = false, long = false }: DayStyle): string {
  const length = long ? 'long' : 'short'
  const format = intlDate({
    weekday: length,
    day: 'numeric',
    month: length,
    year: 'numeric',
    timeZone,
  })
  const parts = Object.fromEntries(
    format.formatToParts(day).map(({ type, value }) => [type, value]),
  )
  const dateParts = {
    weekday: parts.weekday ?? '',
    month: parts.month ?? '',
    day: parts.day ?? '',
    year: parts.year ?? '',
  }
  if (long)
    return year
      ? t('long|{weekday}, {month} {day}, {year}', dateParts)
      : t('long|{weekday}, {month} {day}', dateParts)
  return year
    ? t('short|{weekday}, {month} {day}, {year}', dateParts)
    : t('short|{weekday}, {month} {day}', dateParts)
}

const formats = new Map<string, Intl.DateTimeFormat>()

// Creating one costs about a hundred times as much as using it, and tables use thousands.
function intlDate(
  options: Intl.DateTimeFormatOptions,
  locale = currentLocale(),
): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options)
    formats.set(key, format)
  }
  return format
}
