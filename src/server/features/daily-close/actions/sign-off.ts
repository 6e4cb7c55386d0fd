import { now } from '#server/base/clock.ts'
import { db, queryRows, transaction } from '#server/database/database.ts'
import { dayCloses } from '#server/database/tables/daily-close.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { netOfFigures } from '#shared/rules/daily-close.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatDay } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { businessDayOf, refuseFutureDay } from '../business-day.ts'
import { hasChanged } from '../has-changed.ts'
import { closeOf, type Compared, comparedDay } from '../queries/close.ts'
import { firstDay } from '../queries/records.ts'
import { canCompare } from './compare-day.ts'

type SigningOff = {
  date: LocalDate
  seenEntries: number
  /** The day is not over, and is signed off anyway. */
  early?: boolean | undefined
  /** All cash counted in the drawer, change included (null if not counted), and what was then taken out. */
  countedCashCents?: number | null
  takenCashCents?: number
}

/**
 * Signs off a day with its current figures. `seenEntries` is the number of ledger entries on the screen. Throws Conflict
 * when there are more now, the same figures are already signed off, the day is not over and not meant to be early, the day must be compared again and can be, and for a day
 * in the future or before the ledger. Never inside a transaction.
 */
export async function signOff(
  person: Person,
  { date, seenEntries, early = false, countedCashCents = null, takenCashCents = 0 }: SigningOff,
): Promise<void> {
  if (takenCashCents > (countedCashCents ?? 0)) throw tooMuchTaken()
  const day = businessDayOf(date)
  refuseFutureDay(day)
  if (!early && now() < day.to)
    throw new Conflict(
      phrase('This day is not over yet. Confirm that you want to sign it off early.'),
      { reason: 'running' },
    )
  await refuseBeforeFirst(date)
  // When comparing is impossible, the day is signed off without it, like a day that was never compared.
  if ((await comparedDay(day))?.outdated && (await canCompare(day)))
    throw new Conflict(
      phrase(
        'The day has new entries since it was compared with the card network. Please compare it again, then sign it off.',
      ),
      { reason: 'compare_again' },
    )
  await transaction(async () => {
    const text = 'select pg_advisory_xact_lock(hashtextextended($1, 21))'
    await queryRows({ name: 'close-lock', text }, [date])
    const { figures, pendingCents, signOffs, compared, drawer } = await closeOf(date)
    if (figures.entries !== seenEntries)
      throw new Conflict(phrase('Something was just recorded. Please check the figures again.'), {
        reason: 'booked_meanwhile',
      })
    const [last] = signOffs
    if (last && !hasChanged(last, figures))
      throw new Conflict(phrase('{name} has already signed off this day.', { name: last.by }), {
        reason: 'signed_off',
      })
    await db()
      .insert(dayCloses)
      .values({
        day: date,
        by: person.id,
        entries: figures.entries,
        figures: { ...figures.total, pending: pendingCents },
        openDifferences: compared && openOf(compared),
        countedCashCents,
        ...(countedCashCents !== null && {
          expectedCashCents: drawer.expectedCents,
          takenCashCents,
        }),
        createdAt: now(),
      })
    const netCents = netOfFigures(figures.total)
    await happened({ event: 'day_closed', by: person.id, data: { date, netCents } })
  })
}

const tooMuchTaken = () =>
  Invalid.at('takenCash', phrase('No more can be taken out than was counted.'))

async function refuseBeforeFirst(date: LocalDate): Promise<void> {
  const first = await firstDay()
  if (date >= first) return
  throw new Conflict(
    phrase('The ledger begins on {date}: there is nothing to sign off before that.', {
      date: formatDay(first, { year: true }),
    }),
    { reason: 'before_first' },
  )
}

/** The number of unexplained differences; null if unknown. */
function openOf({ open, more, outdated }: Compared): number | null {
  return outdated || (more && open === 0) ? null : open
}
