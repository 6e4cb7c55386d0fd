import { queryRow } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import type { BusinessDay } from '../business-day.ts'

/** The cash drawer before its next count; cents. */
export type Drawer = {
  /** The cash left by the last count, and that count's day; null before the first count. */
  opening: { cents: number; day: LocalDate } | null
  /** Cash received since the last count, less cash given back; before the first count, that of the day. */
  receivedCents: number
  /** The expected cash now; null before the first count. */
  expectedCents: number | null
}

type LastCount = { id: string; day: LocalDate; leftCents: number; at: Date }

/** The drawer at the end of a business day; `dayCents`: cash received that day. */
export async function drawerOf(day: BusinessDay, dayCents: number): Promise<Drawer> {
  const last = await lastCount(day.date)
  if (!last) return { opening: null, receivedCents: dayCents, expectedCents: null }
  const receivedCents = await receivedSince(last, day)
  const opening = { cents: last.leftCents, day: last.day }
  return { opening, receivedCents, expectedCents: last.leftCents + receivedCents }
}

/** The newest count up to a day. Skips counts of only the day's cash, which carry nothing over. */
function lastCount(date: LocalDate): Promise<LastCount | undefined> {
  const text = `select id, day::text as day, counted_cash_cents - taken_cash_cents as left_cents, created_at as at
    from day_closes where day <= $1::date and taken_cash_cents is not null
    order by day desc, created_at desc, id desc limit 1`
  return queryRow<LastCount>({ name: 'drawer-last-count', text }, [date])
}

/**
 * Cash that came in or was taken back after a count, up to the end of a day.
 * Payments recorded late for an earlier day are in the drawer too.
 */
async function receivedSince(last: LastCount, { date, to }: BusinessDay): Promise<number> {
  const row = await queryRow(receiving, {
    at: last.at.toISOString(),
    day: last.day,
    date,
    to: to.toISOString(),
  })
  return row?.cents ?? 0
}

type Since = { at: string; day: LocalDate; date: LocalDate; to: string }
const receiving = statement<{ cents: number }, Since>(
  'drawer-received',
  ($) => `select coalesce(sum(
        case when r.received_on <= ${$.date}::date and (r.created_at > ${$.at}::timestamptz or r.received_on > ${$.day}::date)
          then r.cents else 0 end
        - case when r.taken_back_at > ${$.at}::timestamptz and r.taken_back_at < ${$.to}::timestamptz
            and r.received_on <= ${$.date}::date
          then r.cents else 0 end), 0)::int8 as cents
    from recorded_payments r
    where r.method = 'cash'
      and (r.created_at > ${$.at}::timestamptz or r.received_on > ${$.day}::date or r.taken_back_at > ${$.at}::timestamptz)`,
)
