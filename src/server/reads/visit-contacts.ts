import { desc, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { matchesContact } from './search-conditions.ts'

/** Visits whose contact matches by name or phone, newest first. */
export async function visitsWithContact(
  typed: string,
  limit: number,
): Promise<{ number: number; customerId: string }[]> {
  const matching = matchesContact(typed)
  if (!matching) return []
  return db()
    .select({ number: jobs.number, customerId: jobs.customerId })
    .from(jobs)
    .where(sql`${matching}`)
    .orderBy(desc(jobs.startsAt))
    .limit(limit)
}
