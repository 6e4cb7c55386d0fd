import { businessToday } from '#server/base/business-time.ts'
import { queryRows } from '#server/database/database.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { overlapInSql, type Slot } from '#shared/rules/slots.ts'

/**
 * After a change of a day's times, in the current transaction: new times that overlap closed ones from today on are closed
 * too, and on days that were closed entirely, all of them. Closed times of earlier lists stay, for a change that is undone.
 */
export async function followSlotTimes(
  before: readonly Slot[],
  after: readonly Slot[],
): Promise<void> {
  const today = businessToday()
  await queryRows(lock)
  await queryRows(blocks, [today, before, after])
  await queryRows(closuresOfDays, [today, before, after])
  slotsChanged(today)
}

// As for every change of closures.
const lock = {
  name: 'lock-closures',
  text: "select pg_advisory_xact_lock(hashtext('closures'))::text",
}

const blocks = {
  name: 'blocks-follow-times',
  text: `insert into blocked_slots (service_date, slot, reason)
    select b.service_date, new.slot, min(b.reason)
    from blocked_slots b cross join unnest($3::int[]) new(slot)
    where b.service_date >= $1::date and (${overlapInSql('b.slot', 'new.slot')}
      or not exists (select from unnest($2::int[]) old(slot) where not exists (
        select from blocked_slots other
        where other.service_date = b.service_date and other.slot = old.slot)))
    group by b.service_date, new.slot
    on conflict (service_date, slot) do nothing`,
}

const closuresOfDays = {
  name: 'closures-follow-times',
  text: `update closures c set slots = followed.slots, version = c.version + 1
    from (select one.id, array_agg(distinct slot order by slot) as slots
      from closures one cross join lateral (
        select unnest(one.slots) as slot
        union select new.slot from unnest($3::int[]) new(slot)
        where one.slots @> $2::int[] or exists (
          select from unnest(one.slots) own(slot) where ${overlapInSql('own.slot', 'new.slot')})
      ) every
      where one.to_date >= $1::date group by one.id) followed
    where c.id = followed.id and c.slots <> followed.slots`,
}
