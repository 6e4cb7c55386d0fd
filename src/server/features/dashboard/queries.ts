import { businessDate } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { queryRow } from '#server/database/database.ts'
import { pendingCents } from '#server/features/payments/queries/payment-totals.ts'
import { meanOfReviews } from '#server/features/reviews/queries.ts'
import { isActiveTechnician } from '#server/reads/roster.ts'
import type { Stats } from '#shared/contract/admin.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { receivedAccountsSql } from '#shared/rules/recorded-payments.ts'
import { dashboardPeriods, type Period } from './periods.ts'

/** Current business figures; money in dollars, days in the business time zone. */
export async function businessStats(): Promise<Stats> {
  const { compared, days, week, month } = dashboardPeriods(now())
  const periods = [
    week.running,
    week.before,
    month.running,
    month.before,
    compared?.period ?? week.before,
    ...days.map(({ period }) => period),
  ]
  const [{ comparedJobs, ...counts }, ratings, pending, cash] = await Promise.all([
    countBusiness(businessDate(now()), compared?.date ?? null),
    meanOfReviews(),
    pendingCents(),
    cashReceived(periods),
  ])
  const dollars = cash.map(decimalFromCents)
  const [
    weekValue = '',
    weekBefore = '',
    monthValue = '',
    monthBefore = '',
    before = '',
    ...daily
  ] = dollars
  return {
    ...counts,
    reviewCount: ratings.count,
    avgRating: ratings.mean,
    todayRevenue: daily.at(-1) ?? '0.00',
    compared: compared && { date: compared.date, jobs: comparedJobs, revenue: before },
    weekRevenue: { value: weekValue, previous: weekBefore },
    monthRevenue: { value: monthValue, previous: monthBefore },
    pendingRevenue: decimalFromCents(pending.reserved + pending.owed),
    pendingParts: {
      reserved: decimalFromCents(pending.reserved),
      owed: decimalFromCents(pending.owed),
    },
    revenueByDay: days.map(({ date }, i) => ({ date, amount: daily[i] ?? '0.00' })),
  }
}

type Counts = {
  todayJobs: number
  comparedJobs: number
  activeTechs: number
  hasVisits: boolean
}

async function countBusiness(today: LocalDate, compared: LocalDate | null): Promise<Counts> {
  const counts = await queryRow<Counts>(
    {
      name: 'business-counts',
      text: `select
        (select count(*)::int from jobs
          where service_date = $1::date and slot > 0 and status <> 'cancelled') as today_jobs,
        (select count(*)::int from jobs
          where service_date = $2::date and slot > 0 and status <> 'cancelled') as compared_jobs,
        (select count(*)::int from users where ${isActiveTechnician}) as active_techs,
        exists (select from jobs where slot > 0) as has_visits`,
    },
    [today, compared],
  )
  if (!counts) throw new Error('Counting gave no row.')
  return counts
}

/**
 * Cash received less refunds in each period, in cents: ledger movements of the card network and of money received otherwise, without tips, which belong to
 * technicians, and sales tax, which belongs to the state.
 */
async function cashReceived(periods: readonly Period[]): Promise<number[]> {
  const columns = periods.map(
    (_, i) => `coalesce(sum(moved) filter (
      where at >= $${2 * i + 1}::timestamptz and at < $${2 * i + 2}::timestamptz), 0)::int8`,
  )
  const from = Math.min(...periods.map(([start]) => start.getTime()))
  const row = await queryRow<{ sums: number[] }>(
    {
      name: `cash-received-${periods.length}`,
      text: `select json_build_array(${columns.join(', ')}) as sums from (
        select at, case when debit = 'cash' then cents else -cents end as moved from ledger_entries
        where at >= $${2 * periods.length + 1}::timestamptz
          and (debit = 'cash' or credit = 'cash')
          and debit <> 'tips_payable' and credit <> 'tips_payable'
        union all
        select at, case when debit in (${receivedAccountsSql()}) then cents else -cents end from ledger_entries
        where at >= $${2 * periods.length + 1}::timestamptz and (debit in (${receivedAccountsSql()}) or credit in (${receivedAccountsSql()}))
        union all
        select at, case when debit = 'tax_payable' then cents else -cents end from ledger_entries
        where at >= $${2 * periods.length + 1}::timestamptz
          and (debit = 'tax_payable' or credit = 'tax_payable')) entries`,
    },
    [...periods.flat(), new Date(from)].map((instant) => instant.toISOString()),
  )
  return row?.sums ?? []
}
