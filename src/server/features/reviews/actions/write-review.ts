import { db, transaction } from '#server/database/database.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { now } from '#server/base/clock.ts'
import { happened } from '#server/events/happened.ts'
import { importedConflict, loadJob, withGuestContact } from '#server/reads/visits.ts'
import { Conflict } from '#server/http/errors.ts'
import type { Review } from '#shared/contract/admin.ts'
import type { ReviewForm } from '#shared/contract/reviews.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * Stores a customer's review of a visit, one to five stars. Throws NotFound for another customer's visit, Conflict until it
 * is completed and once it is rated.
 */
export async function writeReview(
  person: Person,
  jobId: string,
  { rating, comment = '', mayPublish = false }: ReviewForm,
): Promise<Review> {
  return transaction(async () => {
    const job = await loadJob(person, jobId, mayManageBooking)
    if (job.status !== 'completed')
      throw new Conflict(phrase('You can rate the visit once it is completed.'))
    if (job.importedService !== null) throw importedConflict()
    const { customerId, technicianId } = job
    const isGuests = (await withGuestContact([jobId])).has(jobId)
    const customerName = (isGuests && job.contactName) || job.customerName
    const [review] = await db()
      .insert(reviews)
      .values({ jobId, customerId, technicianId, rating, comment, mayPublish, createdAt: now() })
      // The unique index on the job decides between concurrent reviews.
      .onConflictDoNothing({ target: reviews.jobId })
      .returning({ id: reviews.id, createdAt: reviews.createdAt })
    if (!review) throw new Conflict(phrase('You have already rated this visit.'))
    await happened({ event: 'review_written', job, by: person.id, data: { rating } })
    const { id, createdAt } = review
    return { id, rating, comment, customerName, createdAt: createdAt.toISOString() }
  })
}
