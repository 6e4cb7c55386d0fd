import { eq } from 'drizzle-orm'
import { businessToday, startedSlots } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db, queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { blockedSlots } from '#server/database/tables/schedule.ts'
import { type SlotDays, slotDays, slotDaysInSql } from '#server/reads/slot-days.ts'
import type { Closure } from '#shared/contract/closures.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { slotsBetween, slotsOfDay } from '#shared/rules/slot-times.ts'
import { type Slot, type SlotLabel, slotLabel } from '#shared/rules/slots.ts'

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
    const block = rows.find((row) => row.slot === slot)
    return {
      date,
      timeSlot: slotLabel(slot),
      isBlocked: block !== undefined,
      blockedReason: block?.reason ?? '',
    }
  })
}

/** Closures from today on, the next first. */
export const comingClosures = (): Promise<Closure[]> => readClosures(null)

/** One closure; undefined once it is removed or entirely past. */
export const findClosure = async (id: string): Promise<Closure | undefined> =>
  (await readClosures(id))[0]

type ClosureRow = Pick<Closure, 'id' | 'from' | 'to' | 'name' | 'reason' | 'version'> & {
  slots: Slot[]
  /** The number of its times from now on, and how many of them are blocked. */
  times: number
  blocked: number
}
type OpenRun = { id: string; from: LocalDate; to: LocalDate; slots: Slot[] }

async function readClosures(id: string | null): Promise<Closure[]> {
  const today = businessToday()
  const started = startedSlots()
  const settings = currentSettings()
  const days = slotDays({ from: today })
  const rows = await queryRows(coming, { today, started, id, ...days })
  const all = rows.map(({ slots, times, blocked, ...row }) => {
    const ofItsDays = slotsBetween(settings, row)
    return {
      ...row,
      // Ignores blocks kept in case a change of times is undone.
      timeSlots: slots.filter((slot) => ofItsDays.includes(slot)).map(slotLabel),
      wholeDays: ofItsDays.every((slot) => slots.includes(slot)),
      openTimes: times - blocked,
    }
  })
  const ids = all.filter(({ openTimes }) => openTimes > 0).map((closure) => closure.id)
  const runs = ids.length > 0 ? await queryRows(openedAgain, { today, started, ids, ...days }) : []
  return all.map((closure) => ({
    ...closure,
    except: runs
      .filter((run) => run.id === closure.id)
      .map(({ from, to, slots }) => ({ from, to, timeSlots: slots.map(slotLabel) })),
  }))
}

type Ahead = SlotDays & { today: LocalDate; started: readonly Slot[] }

/** A slot of a closure's day that is one of the day's times and has not started. */
const isAhead = ($: Record<keyof Ahead, string>, { day, slot }: { day: string; slot: string }) =>
  `exists (select from ${slotDaysInSql($)} own
      where own.slot = ${slot} and ${day} between own.first and own.last)
    and (${day} <> ${$.today}::date or ${slot} <> all(${$.started}::int[]))`

const coming = statement<ClosureRow, Ahead & { id: string | null }>(
  'coming-closures',
  (
    $,
  ) => `select c.id, c.from_date::text as from, c.to_date::text as to, c.slots, c.name, c.reason, c.version,
      (select coalesce(sum(least(own.last, c.to_date) - greatest(own.first, c.from_date, ${$.today}::date) + 1), 0)::int
        from ${slotDaysInSql($)} own where own.slot = any(c.slots)
          and least(own.last, c.to_date) >= greatest(own.first, c.from_date, ${$.today}::date))
      - (select count(*)::int from ${slotDaysInSql($)} own where c.from_date <= ${$.today}::date
          and own.slot = any(c.slots) and own.slot = any(${$.started}::int[])
          and ${$.today}::date between own.first and own.last) as times,
      (select count(*)::int from blocked_slots b where b.slot = any(c.slots)
        and b.service_date between greatest(c.from_date, ${$.today}::date) and c.to_date
        and ${isAhead($, { day: 'b.service_date', slot: 'b.slot' })}) as blocked
    from closures c where c.to_date >= ${$.today}::date and (${$.id}::uuid is null or c.id = ${$.id}::uuid)
    order by c.from_date, c.to_date, c.id limit 200`,
)

/** Reopened times in closures from now on; consecutive days with the same times are combined. */
const openedAgain = statement<OpenRun, Ahead & { ids: readonly string[] }>(
  'opened-again',
  ($) => `with opened as (
      select c.id, day::date as day, array_agg(one.slot order by one.slot) as slots
      from closures c cross join generate_series(
          greatest(c.from_date, ${$.today}::date), c.to_date, interval '1 day') day cross join unnest(c.slots) one(slot)
      where c.id = any(${$.ids}::uuid[]) and ${isAhead($, { day: 'day::date', slot: 'one.slot' })}
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
)
