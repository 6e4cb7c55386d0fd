import { and, eq, inArray } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { Conflict } from '#server/http/errors.ts'
import { conversationStatuses } from '#shared/rules/conversation.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * The recipient of this person's messages about a job they may see: the technician for the customer, the customer for
 * everyone else. Throws Conflict while communication is not active. The lock makes a concurrent closing wait, so that
 * nothing is written to a closed conversation.
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
