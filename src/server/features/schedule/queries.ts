import { eq } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db, queryRows } from '#server/database/database.ts'
import { blockedSlots } from '#server/database/tables/blocked-slots.ts'
import type { Closure } from '#shared/contract/closures.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { timesIn } from '#shared/rules/closures.ts'
import { type SlotLabel, slotLabel, type SlotNumber, slots } from '#shared/rules/slots.ts'

export type SlotBlock = {
  date: LocalDate
  timeSlot: SlotLabel
  isBlocked: boolean
  blockedReason: string
}

/** The five slots of a business-local date in order, blocked or not. */
export async function blocksOf(date: LocalDate): Promise<SlotBlock[]> {
  const rows = await db()
    .select({ slot: blockedSlots.slot, reason: blockedSlots.reason })
    .from(blockedSlots)
    .where(eq(blockedSlots.serviceDate, date))
  const reasons = new Map(rows.map((row) => [row.slot, row.reason]))
  return slots.map(({ number, label }) => ({
    date,
    timeSlot: label,
    isBlocked: reasons.has(number),
    blockedReason: reasons.get(number) ?? '',
  }))
}

/** What is closed from today on, the next first. */
export async function comingClosures(): Promise<Closure[]> {
  const today = businessToday()
  return (await queryRows<ClosureRow>(coming, [today])).map((row) => toClosure(row, today))
}

/** One closure; undefined once it is removed or nothing of it lies ahead. */
export async function findClosure(id: string): Promise<Closure | undefined> {
  const today = businessToday()
  const rows = await queryRows<ClosureRow>(oneComing, [today, id])
  return rows.map((row) => toClosure(row, today))[0]
}

type ClosureRow = Pick<Closure, 'id' | 'from' | 'to' | 'name' | 'reason' | 'version'> & {
  slots: SlotNumber[]
  blocked: number
}

const toClosure = ({ slots: numbers, blocked: count, ...row }: ClosureRow, today: LocalDate) => ({
  ...row,
  timeSlots: numbers.map(slotLabel),
  openTimes: timesIn({ ...row, slots: numbers }, today) - count,
})

const coming = {
  name: 'coming-closures',
  text: `select c.id, c.from_date::text as from, c.to_date::text as to, c.slots, c.name, c.reason, c.version,
      (select count(*)::int from blocked_slots b where b.slot = any(c.slots)
        and b.service_date between greatest(c.from_date, $1::date) and c.to_date) as blocked
    from closures c where c.to_date >= $1::date order by c.from_date, c.to_date, c.id limit 200`,
}

const oneComing = {
  name: 'coming-closure',
  text: coming.text.replace('where c.to_date', 'where c.id = $2::uuid and c.to_date'),
}
