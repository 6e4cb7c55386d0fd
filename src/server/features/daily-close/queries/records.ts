import { businessDate, businessToday } from '#server/base/business-time.ts'
import { queryRow, queryRows } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { type ClosedFigures, noFigures } from '#shared/rules/daily-close.ts'
import type { DiscrepancyOutcome } from '#shared/rules/payments.ts'
import type { BusinessDay } from '../business-day.ts'

export type SignOff = {
  id: string
  by: string
  at: Date
  entries: number
  figures: ClosedFigures
  openDifferences: number | null
  /** Cash counted in the drawer, in cents. */
  countedCashCents: number | null
  /** What should have been in it; null for its first count, and for counts without the change in it. */
  expectedCashCents: number | null
  /** Taken out after counting; null without a count of the whole drawer. */
  takenCashCents: number | null
}

/** The first business day with ledger entries; today without any. */
export async function firstDay(): Promise<LocalDate> {
  const text = 'select at from ledger_entries order by at limit 1'
  const first = await queryRow<{ at: Date }>({ name: 'close-first-entry', text }, [])
  const today = businessToday()
  const date = first ? businessDate(first.at) : today
  return date < today ? date : today
}

/** A day's sign-offs, newest first. */
export async function signOffsOf(date: LocalDate): Promise<SignOff[]> {
  const text = `select c.id, ${nameOrEmail('u')} as by, c.created_at as at, c.entries, c.figures,
      c.open_differences, c.counted_cash_cents, c.expected_cash_cents, c.taken_cash_cents
    from day_closes c join users u on u.id = c.by where c.day = $1::date order by c.created_at desc, c.id desc limit 50`
  const rows = await queryRows<SignOff>({ name: 'close-sign-offs', text }, [date])
  // Records from before a figure existed count it as zero.
  return rows.map((row) => ({ ...row, figures: { ...noFigures, ...row.figures } }))
}

type Comparison = { readAt: Date }

/** A day's last comparison; undefined without one, or if the time zone has changed the day since. */
export function comparisonOf({ date, from, to }: BusinessDay): Promise<Comparison | undefined> {
  const text = `select read_at from day_comparisons
    where day = $1::date and from_at = $2::timestamptz and to_at = $3::timestamptz`
  return queryRow<Comparison>({ name: 'close-comparison', text }, [
    date,
    from.toISOString(),
    to.toISOString(),
  ])
}

/** An unexpected movement of the card network, and how the office handled it. */
export type Problem = {
  id: string
  jobId: string
  jobNumber: number
  detail: string
  stuckCents: number | null
  at: Date
  resolvedAt: Date | null
  resolvedBy: string | null
  resolution: string | null
  outcome: DiscrepancyOutcome | null
}

/** The problems that came up on a day. */
export function problemsOf({ from, to }: BusinessDay): Promise<Problem[]> {
  const columns = `d.id, d.job_id, j.number as job_number, d.detail, d.stuck_cents,
    d.created_at as at, d.resolved_at, ${nameOrEmail('u')} as resolved_by,
    d.resolution, d.outcome`
  const text = `select ${columns} from payment_discrepancies d join jobs j on j.id = d.job_id
      left join users u on u.id = d.resolved_by
    where d.created_at >= $1::timestamptz and d.created_at < $2::timestamptz
    order by d.created_at, d.id limit 200`
  return queryRows<Problem>({ name: 'close-problems', text }, [
    from.toISOString(),
    to.toISOString(),
  ])
}
