import { businessToday, startOfBusinessDay } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRow } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import type { Rebooking } from '#shared/contract/admin.ts'
import { addDays, addMonths } from '#shared/rules/calendar.ts'
import { rebookingMonths } from '#shared/rules/rebooking.ts'

type Counted = { customers: number; rebooked: number }
type Wanted = { from: Date; to: Date; timeZone: string; months: number }

// Each customer's first visit in the window, and whether they booked another in time, by business days.
const counting = statement<Counted, Wanted>(
  'rebooking',
  ($) => `with first as (
      select customer_id, min(completed_at) as at from jobs
      where completed_at >= ${$.from}::timestamptz and completed_at < ${$.to}::timestamptz and status = 'completed'
      group by customer_id)
    select count(*)::int as customers, count(*) filter (where exists (
      select from jobs j
      where j.customer_id = first.customer_id and j.status <> 'cancelled' and j.created_at > first.at
        and (j.created_at at time zone ${$.timeZone})::date
          <= ((first.at at time zone ${$.timeZone})::date + make_interval(months => ${$.months}::int))::date
    ))::int as rebooked from first`,
)

// Reading half a year of a large business's customers takes a while, and old data hardly changes.
const large = 5000
const cacheMs = 600_000
let cached: { key: string; until: number; answer: Rebooking } | undefined

/**
 * How many customers with a visit completed between twelve and six months ago booked again within six months. Above 5,000
 * customers, up to ten minutes old.
 */
export async function rebooking(): Promise<Rebooking> {
  const { timeZone } = currentSettings()
  const today = businessToday()
  const end = addMonths(today, -rebookingMonths)
  const from = addMonths(today, -2 * rebookingMonths)
  const key = `${today} ${timeZone}`
  const at = now().getTime()
  if (cached?.key === key && at < cached.until) return cached.answer
  const counted = await queryRow(counting, {
    from: startOfBusinessDay(from),
    to: startOfBusinessDay(end),
    timeZone,
    months: rebookingMonths,
  })
  const { customers, rebooked } = counted ?? { customers: 0, rebooked: 0 }
  const answer = { from, to: addDays(end, -1), customers, rebooked }
  cached = customers > large ? { key, until: at + cacheMs, answer } : undefined
  return answer
}
