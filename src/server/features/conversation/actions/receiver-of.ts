import { and, eq, inArray } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { Conflict } from '#server/http/errors.ts'
import { conversationStatuses } from '#shared/rules/conversation.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * Who hears from this person about a job they may see: the technician from the customer, the customer from everybody
 * else. Throws Conflict while communication is not active. The lock makes a closing at this moment wait, so that
 * nothing is written into a closed conversation.
 */
export async function receiverOf(
  person: Person,
  job: { id: string; customerId: string },
): Promise<string> {
  const [open] = await db()
    .select({ technicianId: jobs.technicianId })
    .from(jobs)
    .where(
      and(
        eq(jobs.id, job.id),
        eq(jobs.communicationActive, true),
        inArray(jobs.status, [...conversationStatuses]),
      ),
    )
    .for('share')
  const to = person.id === job.customerId ? open?.technicianId : open && job.customerId
  if (!to) throw new Conflict(phrase('Communication is not active.'))
  return to
}
