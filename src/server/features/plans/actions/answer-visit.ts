import { now } from '#server/base/clock.ts'
import { transaction } from '#server/database/database.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { AppError, Conflict } from '#server/http/errors.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { pathOfAccepted } from '#server/features/waitlist/actions/answer-offer.ts'
import type { PlanVisit, PlanVisitAnswer } from '#shared/contract/plans.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'
import { slotLabel, slotOf } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { phrase } from '#shared/texts/t.ts'
import { loadPlanVisit, needsCard, type SubscriptionRow } from '../queries.ts'
import { endHold, endPeriod, lockSubscription, subscriptionChanged } from './change-subscription.ts'
import { bookPlanVisit, quotePlanVisit, suitableTimes } from './propose-visit.ts'

/** How many other times the answer page offers. */
const mostOthers = 12

/** A proposed visit in the contract's shape, with other times that suit while it can be answered. */
export async function showPlanVisit(person: Person | null, idOrSecret: string): Promise<PlanVisit> {
  const { row, periodId, state, jobId } = await loadPlanVisit(person, idOrSecret)
  const held = heldOf(row, periodId)
  // Without a price if it can no longer be booked; accepting explains why.
  const quote = held && (await quotePlanVisit(row, held).catch(unlessRefused))
  const others = held ? ((await suitableTimes(row).catch(unlessRefused)) ?? []) : []
  return {
    id: periodId,
    state,
    held: held
      ? {
          date: held.date,
          time: slotLabel(held.slot),
          until: new Date(held.expiresAt).toISOString(),
        }
      : null,
    jobId,
    plan: inOwnWords(row.plan),
    packageName: inOwnWords(row.packageName),
    vehicle: vehicleName(row.vehicle),
    vehicleId: row.vehicleId,
    serviceAddress: row.serviceAddress,
    price: quote ? decimalFromCents(quote.cents) : null,
    usualPrice: quote ? decimalFromCents(quote.priceCents) : null,
    others: others
      .slice(0, mostOthers)
      .toSorted((a, b) => (a.date === b.date ? a.slot - b.slot : a.date < b.date ? -1 : 1))
      .map(({ date, slot }) => ({ date, time: slotLabel(slot) })),
  }
}

function unlessRefused(error: unknown): undefined {
  if (error instanceof AppError) return undefined
  throw error
}

/** The held time of a period that can still be answered. */
function heldOf({ state, period, isCarGone, isErased }: SubscriptionRow, periodId: string) {
  if (state !== 'active' || isCarGone || isErased) return undefined
  const offer = period?.id === periodId && period.state === 'proposed' ? period.offer : null
  return offer && new Date(offer.expiresAt) > now() ? offer : undefined
}

/**
 * Books the held time, or another one, for a due service; a repeat returns the booked visit. Returns the visit and the page to
 * continue on. Throws NotFound, Conflict if it can no longer be answered, and what a booking throws; then nothing has changed.
 */
export async function acceptPlanVisit(
  person: Person | null,
  idOrSecret: string,
  { date, time, seenPrice }: PlanVisitAnswer,
): Promise<{ jobId: string; path: string }> {
  const known = await loadPlanVisit(person, idOrSecret)
  const reader: Person =
    known.bySecret || !person
      ? { id: known.row.customerId, role: 'customer', active: true }
      : person
  const booked = await transaction(async () => {
    await lockSubscription(known.row.id)
    const { row, periodId, state, jobId } = await loadPlanVisit(person, idOrSecret)
    if (jobId && (state === 'booked' || state === 'done')) return { jobId, byCard: true }
    const held = heldOf(row, periodId)
    if (!held) throw over()
    const wanted = date && time ? { date, slot: slotOf(time) } : held
    const isHeld = wanted.date === held.date && wanted.slot === held.slot
    await endHold(periodId, isHeld ? 'accepted' : 'declined')
    const job = await bookPlanVisit(row, wanted, seenPrice)
    return { jobId: job.id, byCard: row.card !== null && !needsCard(row, wanted.date) }
  })
  return {
    jobId: booked.jobId,
    path: await pathOfAccepted(reader, booked.jobId, booked.byCard ? 'visit' : 'pre_authorize'),
  }
}

/** Skips a proposed service; its time becomes available. Throws NotFound, and Conflict if it can no longer be answered. */
export async function skipPlanVisit(person: Person | null, idOrSecret: string): Promise<void> {
  const known = await loadPlanVisit(person, idOrSecret)
  await transaction(async () => {
    await lockSubscription(known.row.id)
    const { row, periodId, state, bySecret } = await loadPlanVisit(person, idOrSecret)
    if (state === 'skipped') return
    const held = heldOf(row, periodId)
    if (!held) throw over()
    const byOffice = !bySecret && person?.role === 'admin'
    await endPeriod(row, { state: 'skipped', reason: byOffice ? 'by_office' : 'by_customer' })
    slotsChanged(held.date)
    await subscriptionChanged(byOffice ? person.id : row.customerId, row, { what: 'skipped' })
  })
}

const over = () =>
  new Conflict(phrase('This time is no longer held for you.'), { reason: 'offer_over' })
