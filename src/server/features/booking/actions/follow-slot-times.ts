import { businessToday } from '#server/base/business-time.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { type AllSlotTimes, slotsOfDay, stretchesFrom } from '#shared/rules/slot-times.ts'
import { overlapInSql, type Slot } from '#shared/rules/slots.ts'

/**
 * After a change of a day's times, in the current transaction: on the days that changed, new times that overlap closed ones
 * are closed too, and on days that were closed entirely, all of them. Closed times of other lists stay, for a change that is
 * undone, but do not count.
 */
export async function followSlotTimes(before: AllSlotTimes, after: AllSlotTimes): Promise<void> {
  const today = businessToday()
  await queryRows(lock)
  for (const { first, last } of stretchesFrom(today, before, after)) {
    const [old, slots] = [slotsOfDay(first, before), slotsOfDay(first, after)]
    if (String(old) === String(slots)) continue
    await queryRows(blocks, { first, last, old, slots })
    await queryRows(closuresOfDays, { first, last, old, slots })
  }
  slotsChanged(today)
}

const lock = {
  name: 'lock-closures',
  text: "select pg_advisory_xact_lock(hashtext('closures'))::text",
}

type Changed = {
  first: LocalDate
  last: LocalDate
  /** The times of these days before and after the change. */
  old: readonly Slot[]
  slots: readonly Slot[]
}

// A time that is closed only because of a new time doesn't close other new times.
const blocks = statement<object, Changed>(
  'blocks-follow-times',
  ($) => `insert into blocked_slots (service_date, slot, reason)
    select b.service_date, new.slot, min(b.reason)
    from blocked_slots b cross join unnest(${$.slots}::int[]) new(slot)
    where b.service_date between ${$.first}::date and ${$.last}::date and b.slot = any(${$.old}::int[])
      and (${overlapInSql('b.slot', 'new.slot')} and not exists (
          select from blocked_slots known where known.service_date = b.service_date
            and known.slot = any(${$.slots}::int[]) and ${overlapInSql('known.slot', 'b.slot')})
        or not exists (select from unnest(${$.old}::int[]) every(slot) where not exists (
          select from blocked_slots other
          where other.service_date = b.service_date and other.slot = every.slot)))
    group by b.service_date, new.slot
    on conflict (service_date, slot) do nothing`,
)

const closuresOfDays = statement<object, Changed>(
  'closures-follow-times',
  ($) => `update closures c set slots = followed.slots, version = c.version + 1
    from (select one.id, array_agg(distinct slot order by slot) as slots
      from closures one cross join lateral (
        select unnest(one.slots) as slot
        union select new.slot from unnest(${$.slots}::int[]) new(slot)
        where one.slots @> ${$.old}::int[] or exists (
          select from unnest(one.slots) own(slot)
          where own.slot = any(${$.old}::int[]) and ${overlapInSql('own.slot', 'new.slot')}
            and not exists (select from unnest(one.slots) known(slot)
              where known.slot = any(${$.slots}::int[]) and ${overlapInSql('known.slot', 'own.slot')}))
      ) every
      where one.from_date <= ${$.last}::date and one.to_date >= ${$.first}::date group by one.id) followed
    where c.id = followed.id and c.slots <> followed.slots`,
)
