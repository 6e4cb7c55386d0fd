import { businessToday } from '#server/base/business-time.ts'
import { queryRows } from '#server/database/database.ts'
import type { Closure } from '#shared/contract/closures.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { closureLabel, timesIn } from '#shared/rules/closures.ts'
import { type SlotLabel, slotLabel, type SlotNumber, slots } from '#shared/rules/slots.ts'

export type SlotBlock = {
  date: LocalDate
  timeSlot: SlotLabel
  isBlocked: boolean
  blockedReason: string
}

/** The five slots of a business-local date in order, blocked or not, and by what: the latest of several closures. */
export async function blocksOf(date: LocalDate): Promise<SlotBlock[]> {
  const rows = await queryRows<BlockRow>(blocked, [date])
  return slots.map(({ number, label }) => {
    const row = rows.find(({ slot }) => slot === number)
    const { name, reason, written = '' } = row ?? {}
    return {
      date,
      timeSlot: label,
      isBlocked: row !== undefined,
      blockedReason:
        typeof name === 'string' ? closureLabel({ name, reason: reason ?? '' }) : written,
    }
  })
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

type BlockRow = { slot: number; written: string; name: string | null; reason: string | null }

type ClosureRow = Pick<Closure, 'id' | 'from' | 'to' | 'name' | 'reason'> & {
  slots: SlotNumber[]
  blocked: number
}

const toClosure = ({ slots: numbers, blocked: count, ...row }: ClosureRow, today: LocalDate) => ({
  ...row,
  timeSlots: numbers.map(slotLabel),
  openTimes: timesIn({ ...row, slots: numbers }, today) - count,
})

const blocked = {
  name: 'blocked-slots',
  text: `select b.slot, b.reason as written, c.name, c.reason from blocked_slots b
    left join lateral (select name, reason from closures
      where b.service_date between from_date and to_date and b.slot = any(slots)
      order by changed_at desc limit 1) c on true
    where b.service_date = $1::date`,
}

const coming = {
  name: 'coming-closures',
  text: `select c.id, c.from_date::text as from, c.to_date::text as to, c.slots, c.name, c.reason,
      (select count(*)::int from blocked_slots b where b.slot = any(c.slots)
        and b.service_date between greatest(c.from_date, $1::date) and c.to_date) as blocked
    from closures c where c.to_date >= $1::date order by c.from_date, c.to_date, c.id limit 200`,
}

const oneComing = {
  name: 'coming-closure',
  text: coming.text.replace('where c.to_date', 'where c.id = $2::uuid and c.to_date'),
}
