import { text } from '../texts/t.ts'
import { addMonths, daysBetween, type LocalDate } from './calendar.ts'

/** A statement's month, "2026-11". */
export type Period = string

export const periodPattern = /^20\d\d-(0[1-9]|1[0-2])$/
export const periodOf = (date: LocalDate): Period => date.slice(0, 7)
export const firstDayOf = (period: Period): LocalDate => `${period}-01`
/** The day after a period's last one. */
export const dayAfter = (period: Period): LocalDate => addMonths(firstDayOf(period), 1)
export const periodBefore = (date: LocalDate): Period =>
  periodOf(addMonths(firstDayOf(periodOf(date)), -1))

/** "S-2026-0001"; a series of its own, longer beyond 9999 a year. */
export const statementNumber = (year: number, nth: number): string =>
  `S-${year}-${String(nth).padStart(4, '0')}`

/**
 * `visit`: its cost; `payment`: what was paid for it otherwise before; `credit` and `charge`: what it cost less or more, or was
 * paid otherwise, since it was on a statement.
 */
export const statementLineKinds = ['visit', 'payment', 'credit', 'charge'] as const
export type StatementLineKind = (typeof statementLineKinds)[number]

export const statementLineLabels: Record<Exclude<StatementLineKind, 'visit'>, string> = {
  payment: text('Paid already'),
  credit: text('Credit'),
  charge: text('Added since'),
}

/** What a statement prints of a line; names are the business's, amounts dollars. */
export type StatementLineFacts = {
  kind: StatementLineKind
  jobId: string
  visit: string
  /** The business-local day it was completed, or cancelled with a fee. */
  date: LocalDate
  unit: string
  car: string
  plate: string
  poNumber: string
  service: string
  amount: string
}

/** A statement's content besides number and dates, frozen when the month is closed. */
export type StatementDocument = {
  business: { name: string; email: string; phone: string }
  billTo: { name: string; address: string }
  period: Period
  lines: StatementLineFacts[]
  total: string
  /** Sales tax within the visits' costs. */
  salesTax: string
  /** The certificate that exempts from it. */
  taxCertificate: string
  termsDays: number
  instructions: string
}

/** A visit's money as closing a month needs it. */
export type BilledVisit = {
  /** Whether its cost is on a statement already. */
  isBilled: boolean
  /** On statements so far. */
  billedCents: number
  /** Its current cost. */
  amountCents: number
  /** The unpaid part of it; negative when overpaid. */
  unpaidCents: number
  /** Recorded on statements. */
  statementPaidCents: number
}

/** The lines that bring a visit's statements up to what is owed for it. */
export function linesOfVisit(visit: BilledVisit): { kind: StatementLineKind; cents: number }[] {
  const { amountCents, billedCents } = visit
  const owedCents = visit.unpaidCents + visit.statementPaidCents
  if (visit.isBilled) {
    const cents = owedCents - billedCents
    return cents === 0 ? [] : [{ kind: cents < 0 ? 'credit' : 'charge', cents }]
  }
  // What was paid beyond the cost is a credit of the next statement.
  const paidCents = Math.min(amountCents, amountCents - owedCents)
  return [
    { kind: 'visit' as const, cents: amountCents },
    ...(paidCents === 0 ? [] : [{ kind: 'payment' as const, cents: -paidCents }]),
  ]
}

/** Cents of each of these dues that a payment covers, in their order. */
export function spread(cents: number, dues: readonly number[]): number[] {
  let rest = cents
  return dues.map((due) => {
    const part = Math.max(0, Math.min(rest, due))
    rest -= part
    return part
  })
}

/** Days overdue from which each column of the aging starts. */
export const agingColumns = ['current', '1', '31', '61', '91'] as const
export type AgingColumn = (typeof agingColumns)[number]

export const agingLabels: Record<AgingColumn, string> = {
  current: text('Not due yet'),
  1: text('1 to 30 days'),
  31: text('31 to 60 days'),
  61: text('61 to 90 days'),
  91: text('Over 90 days'),
}

/** The column for an amount due on that day. */
export function agingColumn(dueOn: LocalDate, today: LocalDate): AgingColumn {
  const late = daysBetween(dueOn, today)
  if (late <= 0) return 'current'
  return late <= 30 ? '1' : late <= 60 ? '31' : late <= 90 ? '61' : '91'
}
