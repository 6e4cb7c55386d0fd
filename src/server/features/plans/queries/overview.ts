import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { queryRow } from '#server/database/database.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { endReasons, type EndReason, expectedByMonth, planCents } from '#shared/rules/plans.ts'
import { translate } from '#shared/texts/t.ts'
import { dueOf, everySubscription, linesCentsOf } from '../queries.ts'

const sinceMs = 180 * 86_400_000

type Counts = {
  joined: number
  reasons: { reason: EndReason; count: number }[]
  words: string[]
}

const counting = {
  name: 'plan-churn',
  text: `select (select count(*)::int from subscriptions where created_at > $1::timestamptz) as joined,
    (select coalesce(json_agg(json_build_object('reason', r.end_reason, 'count', r.count) order by r.count desc, r.end_reason), '[]')
      from (select end_reason, count(*)::int as count from subscriptions where ended_at > $1::timestamptz
        group by end_reason) r) as reasons,
    (select coalesce(json_agg(w.end_words order by w.ended_at desc), '[]') from (
      select end_words, ended_at from subscriptions where ended_at > $1::timestamptz and end_words <> ''
      order by ended_at desc limit 20) w) as words`,
}

/** Members, those who joined and left within 180 days, and the visits and amounts expected, before sales tax. */
export async function overview() {
  const counts = await queryRow<Counts>(counting, [new Date(now().getTime() - sinceMs)])
  const live = (await everySubscription()).filter(({ state }) => state !== 'ended')
  const active = live.filter(({ state }) => state === 'active')
  const expected = active.map((row) => ({
    dueOn: row.period?.visit?.date ?? row.period?.dueOn ?? dueOf(row).dueOn,
    everyMonths: row.everyMonths,
    everyMiles: row.everyMiles,
    cents: planCents(row, linesCentsOf(row), row.visits + 1),
  }))
  const { joined = 0, reasons = [], words = [] } = counts ?? {}
  return {
    active: active.length,
    paused: live.length - active.length,
    joined,
    left: reasons.reduce((sum, { count }) => sum + count, 0),
    reasons: reasons.map(({ reason, count }) => ({ reason: translate(endReasons[reason]), count })),
    words,
    months: expectedByMonth(expected, businessToday()).map(({ month, visits, cents }) => ({
      month,
      visits,
      amount: decimalFromCents(cents),
    })),
  }
}
