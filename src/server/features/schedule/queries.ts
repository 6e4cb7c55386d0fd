import { eq } from 'drizzle-orm'
import { businessToday, startedSlots } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db, queryRows } from '#server/database/database.ts'
import { blockedSlots } from '#server/database/tables/schedule.ts'
import type { Closure } from '#shared/contract/closures.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { timesIn } from '#shared/rules/closure-days.ts'
import { slotsBetween, slotsOfDay } from '#shared/rules/slot-times.ts'
import { overlap, type Slot, type SlotLabel, slotLabel } from '#shared/rules/slots.ts'

type SlotBlock = {
  date: LocalDate
  timeSlot: SlotLabel
  isBlocked: boolean
  blockedReason: string
}

/** The slots of a business-local date in order, blocked or not. */
export async function blocksOf(date: LocalDate): Promise<SlotBlock[]> {
  const rows = await db()
    .select({ slot: blockedSlots.slot, reason: blockedSlots.reason })
    .from(blockedSlots)
    .where(eq(blockedSlots.serviceDate, date))
  return slotsOfDay(date, currentSettings()).map((slot) => {
    const block =
      rows.find((row) => row.slot === slot) ?? rows.find((row) => overlap(row.slot, slot))
    return {
      date,
      timeSlot: slotLabel(slot),
      isBlocked: block !== undefined,
      blockedReason: block?.reason ?? '',
    }
  })
}

/** Closures from today on, the next first. */
export const comingClosures = (): Promise<Closure[]> => readClosures(coming)

/** One closure; undefined once it is removed or entirely past. */
export const findClosure = async (id: string): Promise<Closure | undefined> =>
  (await readClosures(oneComing, id))[0]

type ClosureRow = Pick<Closure, 'id' | 'from' | 'to' | 'name' | 'reason' | 'version'> & {
  slots: Slot[]
  blocked: number
}
type OpenRun = { id: string; from: LocalDate; to: LocalDate; slots: Slot[] }

async function readClosures(statement: typeof coming, ...more: string[]): Promise<Closure[]> {
  const today = businessToday()
  const started = startedSlots()
  const settings = currentSettings()
  const rows = await queryRows<ClosureRow>(statement, [today, started, ...more])
  const all = rows.map(({ slots, blocked: count, ...row }) => ({
    ...row,
    timeSlots: slots.map(slotLabel),
    wholeDays: slotsBetween(settings, row).every((slot) => slots.includes(slot)),
    openTimes:
      timesIn({ ...row, slots }, today) -
      (row.from <= today ? slots.filter((slot) => started.includes(slot)).length : 0) -
      count,
  }))
  const opened = all.filter(({ openTimes }) => openTimes > 0).map(({ id }) => id)
  const runs =
    opened.length > 0 ? await queryRows<OpenRun>(openedAgain, [today, opened, started]) : []
  return all.map((closure) => ({
    ...closure,
    except: runs
      .filter(({ id }) => id === closure.id)
      .map(({ from, to, slots }) => ({ from, to, timeSlots: slots.map(slotLabel) })),
  }))
}

const coming = {
  name: 'coming-closures',
  text: `select c.id, c.from_date::text as from, c.to_date::text as to, c.slots, c.name, c.reason, c.version,
      (select count(*)::int from blocked_slots b where b.slot = any(c.slots)
        and b.service_date between greatest(c.from_date, $1::date) and c.to_date
        and (b.service_date <> $1::date or b.slot <> all($2::int[]))) as blocked
    from closures c where c.to_date >= $1::date order by c.from_date, c.to_date, c.id limit 200`,
}

const oneComing = {
  name: 'coming-closure',
  text: coming.text.replace('where c.to_date', 'where c.id = $3::uuid and c.to_date'),
}

/** Reopened times in closures from now on; consecutive days with the same times are combined. */
const openedAgain = {
  name: 'opened-again',
  text: `with opened as (
      select c.id, day::date as day, array_agg(one.slot order by one.slot) as slots
      from closures c
        cross join generate_series(greatest(c.from_date, $1::date), c.to_date, interval '1 day') day
        cross join unnest(c.slots) one(slot)
      where c.id = any($2::uuid[]) and (day::date <> $1::date or one.slot <> all($3::int[]))
        and not exists (select from blocked_slots b
        where b.service_date = day::date and b.slot = one.slot)
      group by c.id, day),
    numbered as (
      select *, day - row_number() over (partition by id, slots order by day)::int as run from opened),
    runs as (
      select id, slots, min(day) as first, max(day) as last,
        row_number() over (partition by id order by min(day), slots) as at
      from numbered group by id, slots, run)
    select id, first::text as from, last::text as to, slots from runs where at <= 100 order by id, at`,
}
