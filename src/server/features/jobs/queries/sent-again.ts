import { and, desc, eq, inArray } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { describeHistory } from '#server/events/describe-history.ts'
import { consequencesOf, eventNames, isEventName } from '#server/events/consequences.ts'
import type { JobMessage } from '#shared/contract/job-history.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import type { Slot } from '#shared/rules/slots.ts'

const resendable = eventNames.filter((event) => consequencesOf(event).resendWhile)

type Row = typeof jobEvents.$inferSelect

/** The newest event of each kind that the customer was notified of, newest first. */
export async function latestMessages(jobId: string): Promise<Row[]> {
  return db()
    .selectDistinctOn([jobEvents.kind])
    .from(jobEvents)
    .where(and(eq(jobEvents.jobId, jobId), inArray(jobEvents.kind, resendable)))
    .orderBy(jobEvents.kind, desc(jobEvents.createdAt), desc(jobEvents.id))
}

/** Whether the message still matches the visit. */
export function isStillSo({ kind, data }: Row, job: JobRow): boolean {
  if (!isEventName(kind) || !consequencesOf(kind).resendWhile?.includes(job.status)) return false
  const { to } = data as { to?: { date?: string; slot?: Slot } }
  return kind !== 'job_rescheduled' || (to?.date === job.serviceDate && to.slot === job.slot)
}

/** Messages to a visit's customer that can be sent again. */
export async function messagesOf(job: JobRow): Promise<JobMessage[]> {
  const rows = (await latestMessages(job.id)).filter((row) => isStillSo(row, job))
  return rows
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .map((row) => ({
      id: row.id,
      title: describeHistory(row.kind, row.data, () => '').title,
      at: row.createdAt.toISOString(),
    }))
}
