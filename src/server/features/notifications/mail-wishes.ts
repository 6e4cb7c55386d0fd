import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { now } from '#server/clock.ts'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { jobStatuses } from '#shared/rules/jobs.ts'

/** What must still be true when a mail is sent; nothing said, nothing asked. */
export const MailWishes = z.object({
  /** A preference of the recipient's account; their `emailNotifications` must be on too. */
  preference: z.enum(['appointmentReminders', 'serviceUpdates', 'marketingEmails']).optional(),
  /** The states its job may be in: no reminder for a cancelled one. */
  jobStatus: z.array(z.enum(jobStatuses)).optional(),
  /** A UTC instant after which the mail is worthless. */
  notAfter: z.coerce.date().optional(),
})
export type MailWishes = z.infer<typeof MailWishes>

/** Why a mail should not be sent any more; undefined when it should. */
export async function reasonToSkip(
  mail: { recipient: string; jobId: string | null },
  wishes: MailWishes,
): Promise<string | undefined> {
  if (wishes.notAfter && wishes.notAfter <= now()) return 'Too late to be of use'
  if (wishes.preference && !(await wants(mail.recipient, wishes.preference)))
    return 'The recipient does not want these'
  if (wishes.jobStatus && !(await isInState(mail.jobId, wishes.jobStatus)))
    return 'The job has moved on'
  return undefined
}

async function wants(
  email: string,
  preference: NonNullable<MailWishes['preference']>,
): Promise<boolean> {
  const [user] = await db()
    .select({ mail: users.emailNotifications, wanted: users[preference] })
    .from(users)
    .where(eq(users.email, email))
  // Somebody without an account has booked as a guest: the defaults count.
  return user ? user.mail && user.wanted : preference !== 'marketingEmails'
}

async function isInState(
  jobId: string | null,
  states: NonNullable<MailWishes['jobStatus']>,
): Promise<boolean> {
  if (!jobId) return false
  const found = await db()
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, jobId), inArray(jobs.status, states)))
  return found.length > 0
}
