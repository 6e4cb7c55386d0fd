import { and, eq, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { differenceNotes } from '#server/database/tables/daily-close.ts'
import { paymentDiscrepancies } from '#server/database/tables/card-network.ts'
import { happened } from '#server/events/happened.ts'
import { refreshFromNetwork } from '#server/features/payments/actions/refresh-from-network.ts'
import { resolveDiscrepancy } from '#server/features/payments/actions/resolve-discrepancy.ts'
import { Conflict, Unavailable } from '#server/http/errors.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase, t } from '#shared/texts/t.ts'
import { completeUntil, type BusinessDay, businessDayOf } from '../business-day.ts'
import { type Difference, differencesOf } from '../queries/differences.ts'
import { comparisonOf } from '../queries/records.ts'

type Settling = {
  date: LocalDate
  /** The network's id of the payment or refund. */
  id: string
  /** The amounts on the screen, in cents. */
  seen: { hereCents: number; thereCents: number }
}

const goneConflict = () =>
  new Conflict(phrase('This difference has changed. Please check it again.'), {
    reason: 'stale',
  })
const seenTo = () => new Conflict(phrase('This has already been handled.'), { reason: 'seen_to' })

/**
 * Explains a difference once, in the office's words; the books stay as they are. Throws Conflict when it was already
 * explained, is gone, or differs from the one shown.
 */
export async function explainDifference(
  person: Person,
  settling: Settling & { note: string },
): Promise<void> {
  await transaction(async () => {
    const { kind, id, hereCents, thereCents } = await loadDifference(settling)
    const { date: day, note } = settling
    const written = await db()
      .insert(differenceNotes)
      .values({
        day,
        kind,
        networkId: id,
        hereCents,
        thereCents,
        note,
        by: person.id,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning({ id: differenceNotes.id })
    if (written.length === 0) throw seenTo()
    const data = { date: day, kind, hereCents, thereCents, recorded: false }
    await happened({ event: 'difference_settled', by: person.id, data })
  })
}

/**
 * Reads the visit's payments from the card network and books those missing. Throws Unavailable when the network does not
 * respond, Conflict with nothing to book or when the difference is gone or changed. Never inside a transaction.
 */
export async function recordDifference(person: Person, settling: Settling): Promise<void> {
  const difference = await loadDifference(settling)
  const { kind, id, jobId, hereCents, thereCents } = difference
  if (!difference.mayRecord || !jobId) throw sameAsBefore()
  if (!(await refreshFromNetwork(jobId)))
    throw new Unavailable(
      phrase('The card network cannot be reached. We keep trying; please check again later.'),
      { reason: 'network_unreachable' },
    )
  const left = await differenceNow(settling)
  if (left && left.kind !== 'other_day') throw sameAsBefore()
  await resolveNoted(person, jobId, id)
  const data = { date: settling.date, kind, hereCents, thereCents, recorded: true }
  await transaction(() => happened({ event: 'difference_settled', by: person.id, data }))
}

const sameAsBefore = () =>
  new Conflict(
    phrase(
      'The card network has nothing that could be recorded here. Please explain the difference.',
    ),
    { reason: 'nothing_to_book' },
  )

/** Resolves the problem noted for a dashboard refund that has just been booked. */
async function resolveNoted(person: Person, jobId: string, refundId: string): Promise<void> {
  const [noted] = await db()
    .select({ id: paymentDiscrepancies.id })
    .from(paymentDiscrepancies)
    .where(
      and(
        eq(paymentDiscrepancies.ref, `refund:${refundId}`),
        eq(paymentDiscrepancies.jobId, jobId),
        isNull(paymentDiscrepancies.resolvedAt),
        isNull(paymentDiscrepancies.stuckCents),
      ),
    )
  if (!noted) return
  const note = t('Booked at the daily close')
  try {
    await resolveDiscrepancy(person, { jobId, discrepancyId: noted.id }, { note, outcome: 'noted' })
  } catch (error) {
    // Someone else resolved it first.
    if (!(error instanceof Conflict)) throw error
  }
}

async function loadDifference(settling: Settling): Promise<Difference> {
  const difference = await differenceNow(settling)
  const { hereCents, thereCents } = settling.seen
  if (difference?.hereCents !== hereCents || difference.thereCents !== thereCents)
    throw goneConflict()
  if (difference.note) throw seenTo()
  return difference
}

async function differenceNow({ date, id }: Settling): Promise<Difference | undefined> {
  const day: BusinessDay = businessDayOf(date)
  const comparison = await comparisonOf(day)
  if (!comparison) return undefined
  const { differences } = await differencesOf(day, completeUntil(day, comparison.readAt), id)
  return differences[0]
}
