import { transaction } from '#server/database/database.ts'
import { isGuest, recipientsById } from '#server/events/recipients.ts'
import { guestPathTo, pathTo } from '#server/events/links.ts'
import { bookVisits } from '#server/features/booking/actions/book-visits.ts'
import { moveBooking } from '#server/features/booking/actions/move-booking.ts'
import { guestTokens } from '#server/features/guests/actions/guest-token.ts'
import type { PromotionChoice } from '#server/features/promotions/actions/recheck-promotion.ts'
import { Conflict } from '#server/http/errors.ts'
import { bookedAsGuest } from '#server/reads/visits.ts'
import type { Person } from '#shared/rules/roles.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import type { OfferOutcome } from '#shared/rules/waitlist.ts'
import { phrase } from '#shared/texts/t.ts'
import {
  type EntryRow,
  hasMoved,
  isHeldForAnother,
  loadOffer,
  type OfferRow,
  stateOf,
} from '../queries.ts'
import { endEntry, endOffer, reasonOf, waitlistChanged } from './change-entries.ts'

type Accepted = {
  seenPrice?: string | number | undefined
  promotion?: PromotionChoice | undefined
}

/**
 * Accepts a held time: moves or books the visit as its customer would. Returns the visit and the page to continue on.
 * Throws NotFound, Conflict if the offer is over or belongs to another waiting customer, and what a move or booking throws;
 * then nothing has changed.
 */
export async function acceptOffer(
  person: Person | null,
  idOrSecret: string,
  { seenPrice, promotion }: Accepted,
): Promise<{ jobId: string; path: string }> {
  const { entry, offer, bySecret } = await loadOffer(person, idOrSecret).catch(async (error) => {
    throw (await heldForAnother(person, idOrSecret)) ?? error
  })
  const customer: Person = { id: entry.customerId, role: 'customer', active: true }
  const reader = bySecret || !person ? customer : person
  const by = reader.role === 'admin' ? reader.id : customer.id
  let isTaken = false
  // In the move's transaction, so that the seat passes from the offer to the visit.
  const take = async () => {
    isTaken = true
    // Locks the entry first, as background work does.
    const isMine = (await endEntry(entry.id, 'accepted')) && (await endOffer(offer, 'accepted'))
    if (!isMine) throw over((await loadOffer(person, idOrSecret)).offer)
    await waitlistChanged(by, entry, { what: 'accepted' })
  }
  assertOpen(entry, offer)
  const time = { scheduledDate: offer.date, scheduledTime: slotLabel(offer.slot) }
  if (entry.jobId) {
    const seen = entry.visit && {
      scheduledDate: entry.visit.date,
      scheduledTime: slotLabel(entry.visit.slot),
    }
    await moveBooking(customer, entry.jobId, {
      ...time,
      promotion,
      first: take,
      ...(seen && { seen }),
    })
    // Already accepted.
    if (!isTaken) throw over((await loadOffer(person, idOrSecret)).offer)
    return { jobId: entry.jobId, path: await pathOfAccepted(reader, entry.jobId, 'visit') }
  }
  const { vehicleId, serviceAddress, servicePackageId } = entry
  const [job] = await transaction(async () => {
    await take()
    return bookVisits(customer, {
      serviceAddress,
      visits: [{ ...time, vehicleId, seenPrice, servicePackageId: servicePackageId ?? undefined }],
    })
  })
  if (!job) throw new Error('The visit was not booked.')
  return { jobId: job.id, path: await pathOfAccepted(reader, job.id, 'pre_authorize') }
}

/** The Conflict for an offer to another customer, if the person is on the waitlist; otherwise undefined. */
async function heldForAnother(
  person: Person | null,
  idOrSecret: string,
): Promise<Error | undefined> {
  if (!person || !(await isHeldForAnother(person, idOrSecret))) return undefined
  return new Conflict(
    phrase('This time is held for someone who waits longer. You stay on the waitlist.'),
    { reason: 'offer_over' },
  )
}

function assertOpen(entry: EntryRow, offer: OfferRow): void {
  if (stateOf(offer) !== 'open') throw over(offer)
  if (entry.isCarDeleted || hasMoved(entry, offer)) throw over({ ...offer, outcome: 'ended' })
}

/** The Conflict for an offer that can no longer be answered. */
const over = (offer: OfferRow) => {
  const state = stateOf(offer)
  return new Conflict(overWords[state === 'open' ? 'ended' : state], { reason: 'offer_over' })
}

const overWords: Record<OfferOutcome, ReturnType<typeof phrase>> = {
  accepted: phrase('This time was already accepted.'),
  declined: phrase('This time was declined, so it is no longer held.'),
  expired: phrase('This offer has ended. The time is no longer held.'),
  ended: phrase('This time is no longer available.'),
  taken_back: phrase('This time is no longer available.'),
}

/** The page of an accepted visit; without a session, customers who never signed in get the link of their visit. */
export async function pathOfAccepted(
  { id, role, link, sessionHash }: Person & { sessionHash?: string },
  jobId: string,
  to: 'visit' | 'pre_authorize',
): Promise<string> {
  const customer = (await recipientsById([id])).get(id)
  const booked = (await bookedAsGuest([jobId])).get(jobId)
  const isByLink = link !== undefined || (!sessionHash && customer && isGuest(customer, booked))
  const token = isByLink ? (await guestTokens([jobId])).get(jobId) : undefined
  return token ? guestPathTo(to, token) : pathTo(to, { role: role ?? 'customer', jobId })
}

/** Declines a held time; for the office, withdraws the offer. Throws NotFound, Conflict if the offer is over. */
export async function declineOffer(
  person: Person | null,
  idOrSecret: string,
  reason: string | undefined,
): Promise<void> {
  const { entry, offer, bySecret } = await loadOffer(person, idOrSecret)
  const officer = bySecret ? null : person
  const given = reasonOf(officer, reason)
  const byOffice = officer?.role === 'admin'
  await transaction(async () => {
    if (stateOf(offer) !== 'open') throw over(offer)
    if (!(await endOffer(offer, byOffice ? 'taken_back' : 'declined')))
      throw over((await loadOffer(person, idOrSecret)).offer)
    await waitlistChanged(byOffice ? officer.id : entry.customerId, entry, {
      what: byOffice ? 'taken_back' : 'declined',
      ...given,
    })
  })
}
