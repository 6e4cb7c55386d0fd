import { findZip } from './address.ts'
import { isLocalDate, type LocalDate } from './calendar.ts'

/** Reads single cells of a customer list as people and programs write them. Unreadable ones are undefined. */

/** Whether a cell in a column of names is a report's total or footer. */
export const isNoName = (name: string): boolean =>
  !/\p{L}/u.test(name) ||
  /^#(?:n\/a|ref!|value!|name\?|null!)$/i.test(name.trim()) ||
  /^page \d+(?: of \d+)?$/i.test(name.trim()) ||
  /\d{1,2}:\d{2}/.test(name) ||
  /^(?:grand )?total(?: for\b.*|s)?$/i.test(name.trim())

/** Miles as typed, "45,200 mi". */
export function milesOf(written: string): number | undefined {
  const match = /^(\d{1,3}(?:[,.\s]?\d{3})*|\d+)(?:\.0+)?\s*(?:mi|miles)?\.?$/i.exec(written.trim())
  return match?.[1] ? Number(match[1].replace(/\D/g, '')) : undefined
}

/** Five digits, restoring leading zeros lost in spreadsheets. */
export const zipOf = (written: string): string | undefined =>
  findZip(
    written
      .trim()
      .replace(/(?:\.0+|-)$/, '')
      .replace(/^\d{3,4}(?=-\d{4}$|$)/, (digits) => digits.padStart(5, '0')),
  ) ?? undefined

const amount = /^(\d{1,3}(?:([,.])\d{3})(?:\2\d{3})*|\d+)(?:([,.])(\d{1,2}))?$/
const plainAmount = (written: string): string =>
  written.replace(/^\s*(?:(?:US\s*)?[$€]|USD)|\s*(?:USD|[$€])\s*$/gi, '').replace(/\s/g, '')

/** The thousands separator in a column of amounts; undefined if no cell shows it or cells differ. */
export function groupingOf(cells: readonly string[]): ',' | '.' | undefined {
  const shown = (sign: ',' | '.') => {
    const [group, point] = sign === ',' ? [',', '\\.'] : ['\\.', ',']
    const pattern = new RegExp(
      `^(?:\\d{1,3}(?:${group}\\d{3}){2,}|\\d{1,3}(?:${group}\\d{3})*${point}\\d{1,2}|\\d+${point}\\d{1,2})$`,
    )
    return cells.some((cell) => pattern.test(plainAmount(cell.trim())))
  }
  const [commas, points] = [shown(','), shown('.')]
  return commas === points ? undefined : commas ? ',' : '.'
}

/**
 * Cents of an amount, "$1,299.50", "89,90" or "89"; negative ones are undefined, and "1,299" too unless its sign is the
 * column's `grouping`: it may be a fraction.
 */
export function centsOf(written: string, grouping?: ',' | '.'): number | undefined {
  const [, whole, group, point, fraction = ''] = amount.exec(plainAmount(written)) ?? []
  if (!whole || (group && group === point)) return undefined
  const isSure = !group || point || whole.split(group).length > 2 || group === grouping
  if (!isSure) return undefined
  const all = Number(whole.replace(/[,.]/g, '')) * 100 + Number(fraction.padEnd(2, '0'))
  return all <= 100_000_000 ? all : undefined
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/

/** Whether a column writes the day before the month: some first number is above 12, and no second one. */
export function isDayFirst(cells: readonly string[]): boolean {
  const pairs = cells.flatMap((cell) => {
    const match = numeric.exec(cell.trim())
    return match ? [[Number(match[1]), Number(match[2])] as const] : []
  })
  return pairs.some(([one]) => one > 12) && !pairs.some(([, two]) => two > 12)
}

/**
 * A date as spreadsheets and programs write it, a time after it ignored: "2026-11-03", "11/3/26", "Nov 3, 2026", "3-Nov-26",
 * or a spreadsheet's number of days.
 */
export function dateOf(written: string, dayFirst = false): LocalDate | undefined {
  const text = written.trim().replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i, '')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const us = numeric.exec(text)
  if (us) return dayFirst ? dayOf(us[3], us[2], us[1]) : dayOf(us[3], us[1], us[2])
  const named = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/i.exec(text)
  if (named) return dayOf(named[3], monthOf(named[1]), named[2])
  const dayNamed = /^(\d{1,2})[\s-]([a-z]{3,9})\.?,?[\s-](\d{4}|\d{2})\b/i.exec(text)
  if (dayNamed) return dayOf(dayNamed[3], monthOf(dayNamed[2]), dayNamed[1])
  const days = /^(\d{5})(?:\.\d+)?$/.exec(text)
  // Spreadsheets count from 1899-12-30; 1954 to 2091.
  return days?.[1] && Number(days[1]) >= 20_000 && Number(days[1]) < 70_000
    ? new Date(Date.UTC(1899, 11, 30 + Number(days[1]))).toISOString().slice(0, 10)
    : undefined
}

const monthOf = (name = '') => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1)

function dayOf(year = '', month = '', day = ''): LocalDate | undefined {
  // By convention, 70 to 99 are in the last century.
  const full = year.length === 2 ? `${Number(year) < 70 ? 20 : 19}${year}` : year
  const date = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isLocalDate(date) ? date : undefined
}

/** The instant of an ISO time with its zone, "2026-11-04T03:00:00Z"; undefined for any other date. */
export function instantOf(written: string): Date | undefined {
  const text = written.trim().replace(' ', 'T')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i.test(text))
    return undefined
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** Whether a cell marks a former customer: "Not-active", or "yes" below "Archived". */
export function isArchived(header: string, cell: string): boolean {
  const asksActive = /^\W*(?:is\s*)?active/i.test(header)
  if (asksActive) return /^(?:n|no|false|0|not[- ]?active|inactive|archived)$/i.test(cell.trim())
  return isYes(cell) || /^(?:not[- ]?active|inactive|archived|do not service)$/i.test(cell.trim())
}

/** Whether a cell means yes, to reminders for example. */
export const isYes = (written: string): boolean =>
  /^(?:y|yes|s[ií]|true|1|x|on|subscribed|opted[ -]?in|granted|agreed)$/i.test(written.trim())

/** A number in a cell of phone numbers, and how the cell names it: "Mobile: 512-555-0142". */
type WrittenPhone = { label: string; number: string }

/** The numbers in a cell of phone numbers, without fax numbers. */
export function phonesIn(cell: string): WrittenPhone[] {
  return (
    cell
      // A spreadsheet stored the phone number as a number.
      .replace(/^(\d{10,11})\.0+$/, '$1')
      .split(/[,;/|\n]+|\s+(?:or|and|&)\s+|(?<=\d)\s+(?=\p{L}[\p{L} ]*:)/iu)
      .flatMap((part) => {
        const [, label = '', number = ''] =
          /^\s*(?:([\p{L}][\p{L} ]*)[.:#]*\s*)?(.*?)\s*(?:\(?(\p{L}+)\)?)?\s*$/u.exec(part) ?? []
        return number && !/^fax/i.test(label) ? [{ label: label.trim(), number }] : []
      })
  )
}

/** The addresses in a cell of e-mails. */
export const emailsIn = (cell: string): string[] =>
  cell
    // Names before addresses in angle brackets.
    .replace(/"[^"]*"\s*(?=<)|(?<![^\s,;|])(?:[^\s<>,;|@]+\s+){1,10}(?=<)/g, '')
    .split(/[\s,;|]+/)
    .map((one) => one.replace(/^<|>$/g, ''))
    .filter(Boolean)

const twoWordMakes =
  /^(?:alfa romeo|aston martin|land rover|mercedes benz|rolls royce|american motors)$/i

/** Year, make and model of "2018 Honda Civic" or "Honda Civic 2018"; undefined if one is missing. */
export function carOf(written: string): { year: string; make: string; model: string } | undefined {
  const text = written.trim().replace(/\s+/g, ' ')
  const found =
    /^((?:19|20)\d\d)[\s,-]+(.+)$/.exec(text) ?? /^(.+?)[\s,(-]+((?:19|20)\d\d)\)?$/.exec(text)
  if (!found) return undefined
  const isYearFirst = /^\d{4}$/.test(found[1] ?? '')
  const [year = '', name = ''] = isYearFirst ? [found[1], found[2]] : [found[2], found[1]]
  const words = name.split(' ')
  const size = twoWordMakes.test(words.slice(0, 2).join(' ')) ? 2 : 1
  const [make, model] = [words.slice(0, size).join(' '), words.slice(size).join(' ')]
  return model ? { year, make, model } : undefined
}

/** The cars of a cell that lists several, "2010 Honda Civic, 2012 Honda Accord"; null for one that cannot be read. */
export function carsOf(written: string): (ReturnType<typeof carOf> | null)[] {
  const parts = written
    .split(/\s*[,;/&+\n]\s*|\s+and\s+/i)
    .map((part) => part.trim())
    .filter(Boolean)
  const isList = parts.length > 1 && (written.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? []).length > 1
  return isList ? parts.map((part) => carOf(part) ?? null) : [carOf(written) ?? null]
}
