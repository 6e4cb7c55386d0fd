import { and, eq, inArray, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db, transaction } from '#server/database/database.ts'
import { blockedSlots } from '#server/database/tables/blocked-slots.ts'
import { publishSlots } from '#server/features/booking/actions/publish-slots.ts'
import { happened } from '#server/events/happened.ts'
import { Invalid } from '#server/http/errors.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import type { SlotNumber } from '#shared/rules/slots.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * Blocks or opens slots of a business-local date; bookings that are there stay. A repeat changes nothing
 * but the reason. Throws Invalid for a past date.
 */
export async function blockSlots(
  date: LocalDate,
  numbers: readonly SlotNumber[],
  wanted: { isBlocked: boolean; reason?: string },
): Promise<void> {
  if (date < businessToday()) throw new Invalid(phrase('Past dates can no longer be changed.'))
  await transaction(async () => {
    if (wanted.isBlocked) await addBlocks(date, numbers, wanted.reason?.trim() ?? '')
    else await removeBlocks(date, numbers)
    publishSlots(date)
    const event = wanted.isBlocked ? 'slots_blocked' : 'slots_opened'
    await happened({ event, by: null, data: { date, slots: numbers } })
  })
}

async function addBlocks(date: LocalDate, numbers: readonly SlotNumber[], reason: string) {
  await db()
    .insert(blockedSlots)
    .values(numbers.map((slot) => ({ serviceDate: date, slot, reason })))
    .onConflictDoUpdate({
      target: [blockedSlots.serviceDate, blockedSlots.slot],
      set: { reason: sql`excluded.reason` },
    })
}

async function removeBlocks(date: LocalDate, numbers: readonly SlotNumber[]) {
  await db()
    .delete(blockedSlots)
    .where(and(eq(blockedSlots.serviceDate, date), inArray(blockedSlots.slot, [...numbers])))
}
