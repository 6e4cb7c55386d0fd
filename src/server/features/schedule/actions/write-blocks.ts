import { businessToday, startedSlots } from '#server/base/business-time.ts'
import { queryRows } from '#server/database/database.ts'
import type { DayRange } from '#shared/rules/closure-days.ts'

/** Locks closures, so they change one at a time: a time one opens may be closed by another. */
export async function lockClosures(): Promise<void> {
  await queryRows({
    name: 'lock-closures',
    text: "select pg_advisory_xact_lock(hashtext('closures'))::text",
  })
}

/** Blocks all times of a range that have not started, except those of `except`, which stay unchanged. */
export async function blockTimes({ from, to, slots }: DayRange, except?: DayRange): Promise<void> {
  const known = [except?.from ?? null, except?.to ?? null, except?.slots ?? []]
  await queryRows(block, [from, to, slots, ...known, businessToday(), startedSlots()])
}

/** Labels the blocked times of a range with the name and reason of their closure, the latest if there are several. */
export async function labelTimes({ from, to, slots }: DayRange): Promise<void> {
  await queryRows(label, [from, to, slots])
}

/** Opens the times of a range that have not started; with `keepClosed` only those that no closure has. */
export async function openTimes(
  { from, to, slots }: DayRange,
  { keepClosed = false } = {},
): Promise<void> {
  const values = [from, to, slots, businessToday(), startedSlots()]
  await queryRows(keepClosed ? openUnclosed : openAll, values)
}

const block = {
  name: 'block-times',
  text: `insert into blocked_slots (service_date, slot, reason)
    select day::date, slot, ''
    from generate_series($1::date, $2::date, interval '1 day') day cross join unnest($3::int[]) slot
    where ($4::date is null or day::date not between $4::date and $5::date or slot <> all($6::int[]))
      and (day::date <> $7::date or slot <> all($8::int[]))
    on conflict (service_date, slot) do nothing`,
}

const label = {
  name: 'label-blocked-times',
  text: `update blocked_slots b set reason = coalesce((
      select concat_ws(': ', nullif(c.name, ''), nullif(c.reason, '')) from closures c
      where b.service_date between c.from_date and c.to_date and b.slot = any(c.slots)
      order by c.changed_at desc limit 1), b.reason)
    where b.service_date between $1::date and $2::date and b.slot = any($3::int[])`,
}

const openAll = {
  name: 'open-times',
  text: `delete from blocked_slots
    where service_date between $1::date and $2::date and slot = any($3::int[])
      and (service_date <> $4::date or slot <> all($5::int[]))`,
}

const openUnclosed = {
  name: 'open-unclosed-times',
  text: `${openAll.text} and not exists (select from closures c
    where service_date between c.from_date and c.to_date and slot = any(c.slots))`,
}
