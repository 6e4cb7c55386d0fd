import { and, eq, inArray, isNull } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { forgetAccount } from '#server/features/accounts/actions/forget-account.ts'
import { forgetTalks } from '#server/features/chat/actions/forget-talks.ts'
import { forgetWriter } from '#server/features/contact/actions/forget-writer.ts'
import { forgetPlaces } from '#server/features/jobs/actions/forget-places.ts'
import { forgetNews } from '#server/features/notifications/actions/forget-news.ts'
import { forgetPhotos } from '#server/features/photos/actions/forget-photos.ts'
import { forgetCards } from '#server/features/payments/actions/forget-cards.ts'
import { forgetComments } from '#server/features/reviews/actions/forget-comments.ts'
import { forgetVehicles } from '#server/features/vehicles/actions/forget-vehicles.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { activeJobStatuses } from '#shared/rules/jobs.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * Removes everything that says who a customer was, for good. Their visits, payments and the ledger stay, without a
 * name; they are signed out everywhere and links of guest bookings stop working. Throws NotFound, or Conflict with
 * `details.reason`: `active_jobs` while a visit is ahead or under way, `payment_running` while a card is asked.
 */
export async function anonymiseCustomer(customerId: string): Promise<void> {
  await transaction(async () => {
    const email = await lockCustomer(customerId)
    // Locks the vehicles, which a booking locks too: it is seen below, or finds its vehicle gone.
    await forgetVehicles(customerId)
    await assertNoActiveJob(customerId)
    await forgetCards(customerId)
    await forgetTalks(customerId)
    await forgetComments(customerId)
    if (email) await forgetWriter(email)
    await forgetNews({ userId: customerId, email })
    await forgetPlaces(customerId)
    await forgetPhotos(customerId)
    await forgetAccount(customerId)
    await happened({ event: 'account_deleted', by: null, data: {} })
  })
}

async function lockCustomer(id: string): Promise<string | null> {
  const [customer] = await db()
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'customer'), isNull(users.anonymisedAt)))
    // Not against a booking, which holds a vehicle already and now asks for its customer: neither would go on.
    .for('no key update')
  if (!customer) throw new NotFound(phrase('Customer not found.'))
  return customer.email
}

async function assertNoActiveJob(customerId: string): Promise<void> {
  const [active] = await db()
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.customerId, customerId), inArray(jobs.status, [...activeJobStatuses])))
    .limit(1)
  if (active)
    throw new Conflict(
      phrase(
        'There is still a visit ahead or under way. Cancel it, or wait until it is done, then delete the account.',
      ),
      { reason: 'active_jobs' },
    )
}
