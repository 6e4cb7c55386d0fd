import { eq, inArray } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { inspections } from '#server/database/tables/inspections.ts'
import { jobs } from '#server/database/tables/jobs.ts'

/** Deletes the inspections of a customer's cars: their notes are in people's own words. */
export async function eraseInspections(customerId: string): Promise<void> {
  const own = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
  await db().delete(inspections).where(inArray(inspections.jobId, own))
}
