import { eq, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { closures } from '#server/database/tables/schedule.ts'
import { happened } from '#server/events/happened.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { personName } from '#server/reads/people.ts'
import { Conflict, Invalid, NotFound } from '#server/http/errors.ts'
import { isStale } from '#server/http/versions.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import type { DayRange } from '#shared/rules/closure-days.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatDays } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { findClosure } from '../queries.ts'
import { type Words, wordsOf } from './block-range.ts'
import { blockTimes, labelTimes, lockClosures, openTimes } from './write-blocks.ts'

/**
 * Changes a closure's days, times or words, from today on; its times that were reopened stay open, and times closed by other
 * closures stay closed. Throws NotFound, Invalid for a past date, and Conflict when `version` has changed.
 */
export async function changeClosure(
  person: Person,
  id: string,
  {
    name = '',
    reason = '',
    version,
    ...range
  }: DayRange & Words & { version?: number | undefined },
): Promise<void> {
  await transaction(async () => {
    const { closure, ...before } = await loadClosure(id)
    const today = businessToday()
    if (isStale(version, closure)) throw await changeConflict(closure)
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
        changedBy: person.id,
        version: sql`${closures.version} + 1`,
      })
      .where(eq(closures.id, id))
    await openTimes(fromToday(before, today), { keepClosed: true })
    await blockTimes(fromToday(range, today), before)
    for (const each of [before, range]) await labelTimes(fromToday(each, today))
    slotsChanged(today)
    await happened({ event: 'slots_blocked', by: person.id, data: { ...range, ...wordsOf(words) } })
  })
}

/** Opens a closure's times from today on, unless another closure has them too. Throws NotFound, Conflict as above. */
export async function removeClosure(person: Person, id: string, version?: number): Promise<void> {
  await transaction(async () => {
    const { closure, ...before } = await loadClosure(id)
    if (isStale(version, closure)) throw await changeConflict(closure)
    const today = businessToday()
    // Its past days were closed.
    if (before.from < today)
      await db()
        .update(closures)
        .set({
          toDate: addDays(today, -1),
          changedAt: now(),
          changedBy: person.id,
          version: sql`${closures.version} + 1`,
        })
        .where(eq(closures.id, id))
    else await db().delete(closures).where(eq(closures.id, id))
    await openTimes(fromToday(before, today), { keepClosed: true })
    await labelTimes(fromToday(before, today))
    slotsChanged(today)
    await happened({
      event: 'slots_opened',
      by: person.id,
      data: { ...before, ...wordsOf(closure) },
    })
  })
}

const fromToday = (range: DayRange, today: LocalDate): DayRange => ({
  ...range,
  from: range.from < today ? today : range.from,
})

async function loadClosure(id: string): Promise<DayRange & { closure: ClosureRow }> {
  await lockClosures()
  const [closure] = await db().select().from(closures).where(eq(closures.id, id))
  if (!closure || closure.toDate < businessToday())
    throw new NotFound(phrase('This closure was removed in the meantime.'))
  const { fromDate: from, toDate: to, slots } = closure
  return { from, to, slots: slots as unknown as DayRange['slots'], closure }
}

type ClosureRow = typeof closures.$inferSelect

/** Names who changed it, with its current state. */
async function changeConflict(closure: ClosureRow) {
  const by = closure.changedBy ? await personName(closure.changedBy) : ''
  const { fromDate: from, toDate: to, name, reason } = closure
  const now = [name || reason, formatDays(from, to)].filter(Boolean).join(', ')
  return new Conflict(
    by
      ? phrase('{name} has changed this in the meantime, to {now}. Please check it again.', {
          name: by,
          now,
        })
      : phrase('This was changed to {now} in the meantime. Please check it again.', { now }),
    { reason: 'changed', by, now: await findClosure(closure.id) },
  )
}
