import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { blockedSlots } from '#server/database/tables/blocked-slots.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { type SlotLabel, slots } from '#shared/rules/slots.ts'

export type SlotBlock = { timeSlot: SlotLabel; isBlocked: boolean; blockedReason: string }

/** The five slots of a business-local date in order, blocked or not. */
export async function blocksOf(date: LocalDate): Promise<SlotBlock[]> {
  const rows = await db()
    .select({ slot: blockedSlots.slot, reason: blockedSlots.reason })
    .from(blockedSlots)
    .where(eq(blockedSlots.serviceDate, date))
  const reasons = new Map(rows.map((row) => [row.slot, row.reason]))
  return slots.map(({ number, label }) => ({
    timeSlot: label,
    isBlocked: reasons.has(number),
    blockedReason: reasons.get(number) ?? '',
  }))
}
