import { businessToday, startedSlots } from '#server/base/business-time.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import type { DayRange } from '#shared/rules/closure-days.ts'
import type { Slot } from '#shared/rules/slots.ts'

/** Locks closures, so they change one at a time: a time one opens may be closed by another. */
export async function lockClosures(): Promise<void> {
  await queryRows({
    name: 'lock-closures',
    text: "select pg_advisory_xact_lock(hashtext('closures'))::text",
  })
}

/** Blocks all times of a range that have not started, except those of `except`, which stay unchanged. */
export async function blockTimes({ from, to, slots }: DayRange, except?: DayRange): Promise<void> {
  await queryRows(block, {
    from,
    to,
    slots,
    exceptFrom: except?.from ?? null,
    exceptTo: except?.to ?? null,
    exceptSlots: except?.slots ?? [],
    ...notStarted(),
  })
}

/** Labels the blocked times of a range with the name and reason of their closure, the latest if there are several. */
export async function labelTimes({ from, to, slots }: DayRange): Promise<void> {
  await queryRows(label, { from, to, slots })
}

/** Opens the times of a range that have not started; with `keepClosed` only those that no closure has. */
export async function openTimes(
  { from, to, slots }: DayRange,
  { keepClosed = false } = {},
): Promise<void> {
  await queryRows(keepClosed ? openUnclosed : openAll, { from, to, slots, ...notStarted() })
}

const notStarted = () => ({ today: businessToday(), started: startedSlots() })
type Ahead = DayRange & ReturnType<typeof notStarted>
type Except = { exceptFrom: string | null; exceptTo: string | null; exceptSlots: readonly Slot[] }

const block = statement<object, Ahead & Except>(
  'block-times',
  ($) => `insert into blocked_slots (service_date, slot, reason)
    select day::date, slot, ''
    from generate_series(${$.from}::date, ${$.to}::date, interval '1 day') day
      cross join unnest(${$.slots}::int[]) slot
    where (${$.exceptFrom}::date is null or day::date not between ${$.exceptFrom}::date and ${$.exceptTo}::date
        or slot <> all(${$.exceptSlots}::int[]))
      and (day::date <> ${$.today}::date or slot <> all(${$.started}::int[]))
    on conflict (service_date, slot) do nothing`,
)

const label = statement<object, DayRange>(
  'label-blocked-times',
  ($) => `update blocked_slots b set reason = coalesce((
      select concat_ws(': ', nullif(c.name, ''), nullif(c.reason, '')) from closures c
      where b.service_date between c.from_date and c.to_date and b.slot = any(c.slots)
      order by c.changed_at desc limit 1), b.reason)
    where b.service_date between ${$.from}::date and ${$.to}::date and b.slot = any(${$.slots}::int[])`,
)

const opening = ($: Record<keyof Ahead, string>) => `delete from blocked_slots
    where service_date between ${$.from}::date and ${$.to}::date and slot = any(${$.slots}::int[])
      and (service_date <> ${$.today}::date or slot <> all(${$.started}::int[]))`
const openAll = statement<object, Ahead>('open-times', opening)

const openUnclosed = statement<object, Ahead>(
  'open-unclosed-times',
  ($) => `${opening($)} and not exists (select from closures c
    where service_date between c.from_date and c.to_date and slot = any(c.slots))`,
)
