import { startOfBusinessDay } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { Invalid } from '#server/http/errors.ts'
import type { TechnicianWork } from '#shared/contract/technician-work.ts'
import { addDays, dateRange, daysBetween, type LocalDate } from '#shared/rules/calendar.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { receivedAccountsSql } from '#shared/rules/recorded-payments.ts'
import { phrase } from '#shared/texts/t.ts'

const moneyAccounts = receivedAccountsSql({ withCards: true })
const longestDays = 366

type Row = {
  date: LocalDate
  visits: number
  minutes: number
  extras: number
  cash: number
  tips: number
}

// Work counts on the day it was done, payments on the day they came, without sales tax.
type Wanted = { technicianId: string; from: Date; to: Date; timeZone: string }
const working = statement<Row, Wanted>(
  'work-of-technician',
  ($) => `select date::text, sum(visits)::int as visits, sum(minutes)::float8 as minutes,
      sum(extras)::int8 as extras, sum(cash)::int8 as cash, sum(tips)::int8 as tips
    from (
      select (completed_at at time zone ${$.timeZone})::date as date, 1 as visits,
        greatest(0, extract(epoch from completed_at - started_at) / 60) as minutes,
        extras_cents as extras, 0 as cash, 0 as tips
      from jobs where technician_id = ${$.technicianId}::uuid and status = 'completed'
        and completed_at >= ${$.from}::timestamptz and completed_at < ${$.to}::timestamptz
      union all
      select (e.at at time zone ${$.timeZone})::date, 0, 0, 0,
        case when 'tips_payable' in (e.debit, e.credit) then 0
          when e.debit in (${moneyAccounts}) then e.cents else -e.cents end,
        case when e.credit = 'tips_payable' then e.cents
          when e.debit = 'tips_payable' then -e.cents else 0 end
      from ledger_entries e join jobs j on j.id = e.job_id
      where j.technician_id = ${$.technicianId}::uuid and (e.debit in (${moneyAccounts}) or e.credit in (${moneyAccounts}))
        and e.at >= ${$.from}::timestamptz and e.at < ${$.to}::timestamptz
      union all
      select (e.at at time zone ${$.timeZone})::date, 0, 0, 0,
        case when e.debit = 'tax_payable' then e.cents else -e.cents end, 0
      from ledger_entries e join jobs j on j.id = e.job_id
      where j.technician_id = ${$.technicianId}::uuid and (e.debit = 'tax_payable' or e.credit = 'tax_payable')
        and e.at >= ${$.from}::timestamptz and e.at < ${$.to}::timestamptz
    ) work group by date`,
)

/**
 * A technician's work on business-local dates, both included, and in the same number of days before. Throws Invalid for more
 * than 366 days or a reversed range.
 */
export async function workOf(
  technicianId: string,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<TechnicianWork> {
  const length = daysBetween(from, to) + 1
  if (length < 1) throw new Invalid(phrase('The range of dates ends before it begins.'))
  if (length > longestDays)
    throw new Invalid(phrase('Please ask for at most {days} days.', { days: longestDays }))
  const before = addDays(from, -length)
  const rows = await queryRows(working, {
    technicianId,
    from: startOfBusinessDay(before),
    to: startOfBusinessDay(addDays(to, 1)),
    timeZone: currentSettings().timeZone,
  })
  const known = new Map(rows.map((row) => [row.date, row]))
  const withTips = currentSettings().tipsEnabled || rows.some(({ tips }) => tips !== 0)
  const sumUp = (of: readonly Row[]) => totalsOf(of, withTips)
  return {
    from,
    to,
    total: sumUp(rows.filter(({ date }) => date >= from)),
    previous: sumUp(rows.filter(({ date }) => date < from)),
    days: dateRange(from, to).map((date) => {
      const row = known.get(date)
      return { date, ...sumUp(row ? [row] : []) }
    }),
  }
}

function totalsOf(rows: readonly Row[], withTips: boolean) {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    visits: sum(({ visits }) => visits),
    minutes: Math.round(sum(({ minutes }) => minutes)),
    extras: decimalFromCents(sum(({ extras }) => extras)),
    cash: decimalFromCents(sum(({ cash }) => cash)),
    ...(withTips && { tips: decimalFromCents(sum(({ tips }) => tips)) }),
  }
}
