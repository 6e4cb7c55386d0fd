import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { takesCards } from '#server/features/payments/queries.ts'
import { isToReturn } from '#server/reads/costs.ts'
import {
  inWeekStartDays,
  type SlotDays,
  slotDays,
  slotDaysInSql,
  type WeekStartDays,
  weekStartDays,
} from '#server/reads/slot-days.ts'
import type { AttentionKind, attentionVisitKinds } from '#shared/contract/attention.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import { overlapInSql } from '#shared/rules/slots.ts'
import { offeredWeekStarts } from '#shared/rules/weekly-hours.ts'

type VisitKind =
  | (typeof attentionVisitKinds)[number]
  | 'requests'
  | 'technician_lost'
  | 'closed_times'

/** No one reads more of a kind than this; counting stops here. */
export const countedWaiting = 1000
/** Unassigned visits need attention this many days ahead. */
const assignDaysAhead = 2

type Waiting = { kind: VisitKind; count: number; ids: string[] }

type Wanted = {
  today: LocalDate
  /** The last day an unassigned visit is pressing. */
  last: LocalDate
  now: Date
  limit: number
  kind: AttentionKind | null
} & SlotDays &
  WeekStartDays
type Names = Record<keyof Wanted, string>

const sources = ($: Names): Record<VisitKind, { id: string; from: string; order: string }> => ({
  requests: {
    id: 'id',
    from: `jobs where status = 'scheduled' and needs_confirmation`,
    order: 'service_date, slot, id',
  },
  unassigned: {
    id: 'id',
    from: `jobs where status = 'scheduled' and not needs_confirmation
      and service_date between ${$.today}::date and ${$.last}::date`,
    order: 'service_date, slot, id',
  },
  // Earlier ones count as unassigned.
  technician_lost: {
    id: 'id',
    from: `jobs where status = 'scheduled' and technician_lost and service_date > ${$.last}::date`,
    order: 'service_date, slot, id',
  },
  closed_times: {
    id: 'id',
    from: `(select id, service_date, slot from jobs
        where status = 'scheduled' and not needs_confirmation and service_date >= ${$.today}::date
      union all select id, service_date, slot from jobs
        where status in ('assigned', 'in_progress') and status <> 'in_progress'
          and service_date >= ${$.today}::date) ahead
      where not ${inWeekStartDays($)} or exists (
        select from blocked_slots b join ${slotDaysInSql($)} own
          on own.slot = b.slot and b.service_date between own.first and own.last
        where b.service_date = ahead.service_date and ${overlapInSql('b.slot', 'ahead.slot')})`,
    order: 'service_date, slot, id',
  },
  fee_decisions: {
    id: 'id',
    from: `jobs where fee_decision_until > ${$.now}::timestamptz`,
    order: 'fee_decision_until, id',
  },
  payment_problems: {
    id: 'job_id',
    from: `(select job_id, min(created_at) as at from payment_discrepancies
      where resolved_at is null group by job_id) open`,
    order: 'at, job_id',
  },
  failed: {
    id: 'm.job_id',
    from: `payment_accounts m join jobs j on j.id = m.job_id where m.state = 'failed'`,
    order: 'j.service_date, j.slot, j.id',
  },
  unpaid: {
    id: 'm.job_id',
    from: `payment_accounts m join jobs j on j.id = m.job_id
      where m.state = 'balance_due' and j.status in ('completed', 'cancelled')`,
    order: 'm.created_at desc, m.job_id',
  },
  to_return: {
    id: 'm.job_id',
    from: `payment_accounts m join jobs j on j.id = m.job_id
      where ${isToReturn} and (j.fee_decision_until is null or j.fee_decision_until <= ${$.now}::timestamptz)`,
    order: 'm.created_at desc, m.job_id',
  },
  invoices_overdue: {
    id: 'job_id',
    from: `invoices where open_cents > 0 and due_on < ${$.today}::date`,
    order: 'due_on, id',
  },
  not_ended: {
    id: 'id',
    from: `(select id, service_date, slot from jobs
        where status = 'scheduled' and not needs_confirmation and service_date < ${$.today}::date
      union all select id, service_date, slot from jobs
        where status in ('assigned', 'in_progress') and service_date < ${$.today}::date) past`,
    order: 'service_date desc, slot desc, id',
  },
  unsent_work: {
    id: 'job_id',
    from: `(select job_id, min(created_at) as at from unsent_work
      where handled_at is null group by job_id) open`,
    order: 'at, job_id',
  },
})

const textOf = ($: Names) =>
  Object.entries(sources($))
    .map(
      ([kind, { id, from, order }]) => `
    select '${kind}' as kind,
      (select count(*)::int from (select from ${from} limit ${countedWaiting + 1}) counted) as count,
      array(select ${id} from ${from} order by ${order} limit ${$.limit}::int) as ids
    where ${$.kind}::text is null or ${$.kind}::text = '${kind}'`,
    )
    .join(' union all ')
const waiting = statement<Waiting, Wanted>('waiting-visits', textOf)

/** Visits waiting for the office, by reason: the count, up to 1001, and the first ids. */
export async function waitingVisits(limit: number, kind?: AttentionKind): Promise<Waiting[]> {
  const today = businessToday()
  const last = addDays(today, assignDaysAhead)
  const rows = await queryRows(waiting, {
    today,
    last,
    now: now(),
    limit,
    kind: kind ?? null,
    ...slotDays({ from: today }),
    ...weekStartDays(offeredWeekStarts(today, currentSettings())),
  })
  // Where customers pay directly, payments are unknown here, see decision 017.
  const known = takesCards() ? rows : rows.filter(({ kind: one }) => one !== 'unpaid')
  return known.filter(({ count }) => count > 0)
}
