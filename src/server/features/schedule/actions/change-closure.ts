import { eq } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { closures } from '#server/database/tables/closures.ts'
import { happened } from '#server/events/happened.ts'
import { publishSlots } from '#server/features/booking/actions/publish-slots.ts'
import { Invalid, NotFound } from '#server/http/errors.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import type { DayRange } from '#shared/rules/closures.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import type { Words } from './block-range.ts'
import { blockTimes, labelTimes, lockClosures, openTimes } from './write-blocks.ts'

/**
 * Gives a closure other days, times or words, from today on; times of it that were opened again stay open, and what
 * another closure has stays closed. Throws NotFound, and Invalid for a past date.
 */
export async function changeClosure(
  person: Person,
  id: string,
  { name = '', reason = '', ...range }: DayRange & Words,
): Promise<void> {
  await transaction(async () => {
    const before = await loadClosure(id)
    const today = businessToday()
    if ((range.from < today && range.from !== before.from) || range.to < today)
      throw new Invalid(phrase('Past dates can no longer be changed.'))
    const words = { name: name.trim(), reason: reason.trim() }
    await db()
      .update(closures)
      .set({
        fromDate: range.from,
        toDate: range.to,
        slots: [...range.slots],
        ...words,
        changedAt: now(),
      })
      .where(eq(closures.id, id))
    await openTimes(fromToday(before, today), { keepClosed: true })
    await blockTimes(fromToday(range, today), before)
    for (const each of [before, range]) await labelTimes(fromToday(each, today))
    publishSlots(today)
    await happened({ event: 'slots_blocked', by: person.id, data: range })
  })
}

/** Opens again what a closure closed from today on, apart from what others close too. Throws NotFound. */
export async function removeClosure(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const before = await loadClosure(id)
    const today = businessToday()
    // Its days that are over were closed.
    if (before.from < today)
      await db()
        .update(closures)
        .set({ toDate: addDays(today, -1), changedAt: now() })
        .where(eq(closures.id, id))
    else await db().delete(closures).where(eq(closures.id, id))
    await openTimes(fromToday(before, today), { keepClosed: true })
    await labelTimes(fromToday(before, today))
    publishSlots(today)
    await happened({ event: 'slots_opened', by: person.id, data: before })
  })
}

const fromToday = (range: DayRange, today: LocalDate): DayRange => ({
  ...range,
  from: range.from < today ? today : range.from,
})

async function loadClosure(id: string): Promise<DayRange> {
  await lockClosures()
  const [closure] = await db().select().from(closures).where(eq(closures.id, id))
  if (!closure || closure.toDate < businessToday())
    throw new NotFound(phrase('Somebody has removed this closure meanwhile.'))
  const { fromDate: from, toDate: to, slots } = closure
  return { from, to, slots: slots as unknown as DayRange['slots'] }
}
