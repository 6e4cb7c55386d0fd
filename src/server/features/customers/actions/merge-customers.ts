import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { companyMembers } from '#server/database/tables/companies.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { customerNotes } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { waitlistEntries } from '#server/database/tables/waitlist.ts'
import { happened } from '#server/events/happened.ts'
import {
  changeEmailForPerson,
  isProvenEmail,
} from '#server/features/accounts/actions/change-email.ts'
import { mergeAccounts, takenBy } from '#server/features/accounts/actions/merge-accounts.ts'
import { recordOfCustomer } from '#server/features/accounts/actions/record-of-customer.ts'
import { mergeMessages } from '#server/features/contact/actions/erase-and-merge.ts'
import { mergeConversations } from '#server/features/conversation/actions/erase-and-merge.ts'
import { mergeVisits } from '#server/features/jobs/actions/merge-visits.ts'
import { mergeNotifications } from '#server/features/notifications/actions/erase-and-merge.ts'
import { mergeCards } from '#server/features/payments/actions/merge-cards.ts'
import { mergePhotoAuthors } from '#server/features/photos/actions/erase-and-merge.ts'
import { mergeReviews } from '#server/features/reviews/actions/erase-and-merge.ts'
import { mergeVehicles } from '#server/features/vehicles/actions/merge-vehicles.ts'
import { Invalid, NotFound } from '#server/http/errors.ts'
import { assertNoCompany } from '#server/reads/companies.ts'
import type { MergeForm } from '#shared/contract/customer-merging.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { mergePlans } from './end-plans.ts'
import { eraseRowsToMend } from './erase-rows-to-mend.ts'

/**
 * Merges the second customer into the first, irreversibly: moves everything, takes the details chosen in `form`, and erases
 * the other's personal data. Another e-mail replaces a proven one only after a day. Throws NotFound; Conflict with `details.reason` `same_slot` when a car on both records is
 * booked twice at one time.
 */
export async function mergeCustomers(
  person: Person,
  keptId: string,
  { customerId: mergedId, takeName, takeEmail, takePhone }: MergeForm,
): Promise<void> {
  assertTwo(keptId, mergedId)
  await transaction(async () => {
    const [kept, merged] = await lockBoth(keptId, mergedId)
    await assertNoCompany([keptId, mergedId])
    const wanted = takenBy(kept, merged, {
      ...(takeName !== undefined && { name: takeName }),
      ...(takeEmail !== undefined && { email: takeEmail }),
      ...(takePhone !== undefined && { phone: takePhone }),
    })
    const waits = wanted.email && isProvenEmail(kept)
    const taken = { ...wanted, email: wanted.email && !waits }
    const [stays, former] = taken.email ? [merged, kept] : [kept, merged]
    // Cars before visits, as a booking locks them; then visits, in the order that work on a visit locks.
    const cars = await mergeVehicles(mergedId, keptId)
    await mergeVisits(mergedId, keptId, cars)
    await mergeCards(mergedId, keptId)
    await mergeReviews(mergedId, keptId)
    await mergePhotoAuthors(mergedId, keptId)
    await mergeConversations(mergedId, keptId)
    await mergeMessages({ userId: mergedId, email: merged.email }, keptId)
    await mergeNotifications(mergedId, keptId, taken.email ? null : merged.email)
    await mergeWaitlist(mergedId, keptId, cars)
    await mergeMemberships(mergedId, keptId)
    await mergePlans(mergedId, keptId, cars)
    await mergeRecord(mergedId, keptId)
    await eraseRowsToMend(merged)
    await mergeAccounts(kept, merged, taken)
    if (waits && merged.email) await changeEmailForPerson(kept, merged.email, person.id)
    await recordOfCustomer({
      customerId: keptId,
      by: person.id,
      kind: 'merged',
      data: { mergedId, mergedName: fullName(merged), formerEmail: former.email, ...taken },
    })
    await happened({
      event: 'customers_merged',
      by: person.id,
      personId: keptId,
      data: {
        customerId: keptId,
        mergedId,
        stays: addressOf(stays),
        former: addressOf(former),
        waits,
      },
    })
  })
}

const addressOf = ({ email, language }: Row) => (email ? { email, language } : null)

const fullName = ({ firstName, lastName, email }: Row) =>
  `${firstName} ${lastName}`.trim() || (email ?? '')

/** Throws Invalid when both ids are the same. */
export function assertTwo(keptId: string, mergedId: string): void {
  if (keptId === mergedId)
    throw new Invalid(phrase('These are the same customer. Choose another one to merge.'))
}

type Row = typeof users.$inferSelect

/** Locks both in a fixed order, so opposite merges of the same two cannot deadlock. */
async function lockBoth(keptId: string, mergedId: string): Promise<[kept: Row, merged: Row]> {
  const rows = await db()
    .select()
    .from(users)
    .where(
      and(
        inArray(users.id, [keptId, mergedId]),
        eq(users.role, 'customer'),
        isNull(users.anonymizedAt),
      ),
    )
    .orderBy(users.id)
    .for('no key update')
  const [kept, merged] = [keptId, mergedId].map((id) => rows.find((row) => row.id === id))
  if (!kept || !merged) throw new NotFound(phrase('Customer not found.'))
  return [kept, merged]
}

async function mergeWaitlist(fromId: string, toId: string, cars: ReadonlyMap<string, string>) {
  for (const [gone, kept] of cars)
    await db()
      .update(waitlistEntries)
      .set({ vehicleId: kept })
      .where(eq(waitlistEntries.vehicleId, gone))
  await db()
    .update(waitlistEntries)
    .set({ customerId: toId })
    .where(eq(waitlistEntries.customerId, fromId))
}

/** The kept customer's own membership of a company stays. */
async function mergeMemberships(fromId: string, toId: string): Promise<void> {
  await db().execute(sql`update company_members m set left_at = ${now()}
    where m.user_id = ${fromId}::uuid and m.left_at is null and exists (select from company_members k
      where k.company_id = m.company_id and k.user_id = ${toId}::uuid and k.left_at is null)`)
  await db().update(companyMembers).set({ userId: toId }).where(eq(companyMembers.userId, fromId))
  await db().update(vehicles).set({ driverId: toId }).where(eq(vehicles.driverId, fromId))
}

async function mergeRecord(fromId: string, toId: string): Promise<void> {
  await db()
    .update(customerNotes)
    .set({ customerId: toId })
    .where(eq(customerNotes.customerId, fromId))
  // Versions count changes of one record, so the merged record's do not apply here.
  await db()
    .update(customerEvents)
    .set({ customerId: toId, version: 0 })
    .where(eq(customerEvents.customerId, fromId))
  await db().update(customerEvents).set({ actorId: toId }).where(eq(customerEvents.actorId, fromId))
}
