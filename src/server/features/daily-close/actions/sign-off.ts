import { now } from '#server/base/clock.ts'
import { db, queryRows, transaction } from '#server/database/database.ts'
import { dayCloses } from '#server/database/tables/day-closes.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { netOfFigures } from '#shared/rules/daily-close.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { businessDayOf, refuseFutureDay } from '../business-day.ts'
import { hasChanged } from '../has-changed.ts'
import { closeOf } from '../queries/close.ts'

/**
 * Records that somebody stands for a day with its figures of now. `seenEntries` is how many ledger entries the screen
 * knew of. Throws Conflict when there are more by now, when the same figures are signed off already, and for a day ahead.
 */
export async function signOff(
  person: Person,
  { date, seenEntries }: { date: LocalDate; seenEntries: number },
): Promise<void> {
  refuseFutureDay(businessDayOf(date))
  await transaction(async () => {
    const text = 'select pg_advisory_xact_lock(hashtextextended($1, 21))'
    await queryRows({ name: 'close-lock', text }, [date])
    const { figures, pendingCents, signOffs, compared } = await closeOf(date)
    if (figures.entries !== seenEntries)
      throw new Conflict(
        phrase('Something was booked in the meantime. Please look at the figures again.'),
        { reason: 'booked_meanwhile' },
      )
    const [last] = signOffs
    if (last && !hasChanged(last, figures))
      throw new Conflict(phrase('{name} has signed off this day already.', { name: last.by }), {
        reason: 'signed_off',
      })
    await db()
      .insert(dayCloses)
      .values({
        day: date,
        by: person.id,
        entries: figures.entries,
        figures: { ...figures.total, pending: pendingCents },
        openDifferences: compared?.open ?? null,
        createdAt: now(),
      })
    const netCents = netOfFigures(figures.total)
    await happened({ event: 'day_closed', by: person.id, data: { date, netCents } })
  })
}
