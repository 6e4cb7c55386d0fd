import { and, eq, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, queryRow, queryRows, transaction } from '#server/database/database.ts'
import { waitlistEntries, waitlistOffers } from '#server/database/tables/waitlist.ts'
import { happened } from '#server/events/happened.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import type { EventData } from '#shared/rules/events.ts'
import type { Person } from '#shared/rules/roles.ts'
import type { EntryOutcome, OfferOutcome } from '#shared/rules/waitlist.ts'
import { phrase } from '#shared/texts/t.ts'
import { type EntryRow, loadEntry, type OfferRow } from '../queries.ts'

/** Ends an offer that is still open, in the current transaction; false if it ended before. */
export async function endOffer(
  { id, date }: Pick<OfferRow, 'id' | 'date'>,
  outcome: OfferOutcome,
): Promise<boolean> {
  const ended = await db()
    .update(waitlistOffers)
    .set({ endedAt: now(), outcome })
    .where(and(eq(waitlistOffers.id, id), isNull(waitlistOffers.endedAt)))
    .returning({ id: waitlistOffers.id })
  if (ended.length > 0) slotsChanged(date)
  return ended.length > 0
}

/** Ends an entry that is still open, in the current transaction; false if it ended before. */
export async function endEntry(id: string, outcome: EntryOutcome): Promise<boolean> {
  const ended = await db()
    .update(waitlistEntries)
    .set({ endedAt: now(), outcome })
    .where(and(eq(waitlistEntries.id, id), isNull(waitlistEntries.endedAt)))
    .returning({ id: waitlistEntries.id })
  return ended.length > 0
}

/** Publishes a change of the waitlist; the office's changes are in the audit log. */
export const waitlistChanged = (
  by: string | null,
  { customerId, id }: Pick<EntryRow, 'customerId' | 'id'>,
  data: Omit<EventData['waitlist_changed'], 'entryId'>,
) =>
  happened({
    event: 'waitlist_changed',
    by,
    personId: customerId,
    data: { entryId: id, ...data },
  })

/** The office's reason for the audit log. Throws Invalid if it is missing. */
export function reasonOf(person: Person | null, reason: string | undefined): { reason?: string } {
  if (person?.role !== 'admin') return {}
  if (!reason) throw new Invalid(phrase('Please give a reason'))
  return { reason }
}

/** Removes an entry; a held time becomes available. Throws NotFound, and Invalid if the office gives no reason. */
export async function leaveWaitlist(
  person: Person,
  id: string,
  reason: string | undefined,
): Promise<void> {
  const given = reasonOf(person, reason)
  await transaction(async () => {
    const entry = await loadEntry(person, id)
    const byOffice = person.role === 'admin'
    if (!(await endEntry(id, byOffice ? 'removed' : 'left'))) return
    for (const offer of entry.offers)
      if (!offer.endedAt) await endOffer(offer, byOffice ? 'taken_back' : 'declined')
    await waitlistChanged(person.id, entry, { what: byOffice ? 'removed' : 'left', ...given })
  })
}

/** Serializes changes of the waitlist's order, and keeps offers from being made in the meantime. */
export const lockWaitlist = () =>
  queryRows({ name: 'lock-waitlist', text: 'select pg_advisory_xact_lock(7414, 0)::text' })

const moving = {
  name: 'move-waitlist-entry',
  text: `update waitlist_entries e set position = coalesce(
      (select (b.position + coalesce((select max(o.position) from waitlist_entries o
          where o.position < b.position and o.ended_at is null and o.id <> $1::uuid), b.position - 2)) / 2
        from waitlist_entries b where b.id = $2::uuid and b.ended_at is null),
      (select max(o.position) + 1 from waitlist_entries o where $2::uuid is null))
    where e.id = $1::uuid and e.ended_at is null and $1::uuid is distinct from $2::uuid
      and ($2::uuid is null or exists (select from waitlist_entries b where b.id = $2::uuid and b.ended_at is null))
    returning e.id`,
}

/** Moves an entry before another one, or to the end (null). Throws NotFound, and Conflict if either has ended. */
export async function reorderWaitlist(
  person: Person,
  id: string,
  { before, reason }: { before: string | null; reason: string },
): Promise<void> {
  await transaction(async () => {
    await lockWaitlist()
    const entry = await loadEntry(person, id)
    if (!(await queryRow(moving, [id, before]))) throw new Conflict()
    await waitlistChanged(person.id, entry, { what: 'reordered', reason })
  })
}
