import { businessToday, startOfBusinessDay } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRow } from '#server/database/database.ts'
import { startOfMonth, startOfWeek } from '#shared/rules/calendar.ts'
import { decimalFromCents } from '#shared/rules/money.ts'

type Sums = { today: number; week: number; month: number }

const statement = {
  name: 'tips-of-technician',
  text: `select coalesce(sum(cents) filter (where at >= $2::timestamptz), 0)::int8 as today,
      coalesce(sum(cents) filter (where at >= $3::timestamptz), 0)::int8 as week,
      coalesce(sum(cents) filter (where at >= $4::timestamptz), 0)::int8 as month
    from (
      select e.at, case when e.credit = 'tips_payable' then e.cents else -e.cents end as cents
      from ledger_entries e join jobs j on j.id = e.job_id
      where (e.debit = 'tips_payable' or e.credit = 'tips_payable') and j.technician_id = $1::uuid
        and e.at >= least($3::timestamptz, $4::timestamptz)) tips`,
}

/** A technician's tips today, this week and this month, less refunds; null if tips are off and there were none. */
export async function tipsOf(technicianId: string) {
  const today = businessToday()
  const row = await queryRow<Sums>(statement, [
    technicianId,
    ...[today, startOfWeek(today), startOfMonth(today)].map((date) =>
      startOfBusinessDay(date).toISOString(),
    ),
  ])
  const { today: ofToday = 0, week = 0, month = 0 } = row ?? {}
  if (!currentSettings().tipsEnabled && ofToday === 0 && week === 0 && month === 0) return null
  return {
    today: decimalFromCents(ofToday),
    week: decimalFromCents(week),
    month: decimalFromCents(month),
  }
}
