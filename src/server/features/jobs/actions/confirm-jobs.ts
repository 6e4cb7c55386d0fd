import { and, asc, eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { notifyPerson } from '#server/features/notifications/actions/notify-person.ts'
import { queueMail } from '#server/features/notifications/actions/queue-mail.ts'
import { t } from '#shared/texts/t.ts'
import { confirmationMail, visitTime } from '../job-words.ts'
import { readJob } from '../queries.ts'
import { tellTechnician } from './assign-job.ts'

const atOnce = 100

/** Writes the confirmation of every visit booked since the last time, each exactly once. */
export async function confirmJobs(): Promise<void> {
  for (let due = atOnce; due === atOnce;) {
    const rows = await db()
      .select({ id: jobs.id })
      .from(jobs)
      .where(eq(jobs.confirmationDue, true))
      .orderBy(asc(jobs.createdAt))
      .limit(atOnce)
    for (const { id } of rows) await confirmJob(id)
    due = rows.length
  }
}

async function confirmJob(id: string): Promise<void> {
  await transaction(async () => {
    const mine = await db()
      .update(jobs)
      .set({ confirmationDue: false })
      .where(and(eq(jobs.id, id), eq(jobs.confirmationDue, true)))
      .returning({ id: jobs.id })
    const job = mine.length > 0 ? await readJob(id) : undefined
    // A visit cancelled within the same second has got its own message.
    if (!job || job.status === 'cancelled') return
    if (job.technicianId) await tellTechnician(job, job.technicianId, t('New visit'))
    await notifyPerson({
      userId: job.customerId,
      type: 'job_booked',
      title: t("You're Booked!"),
      message: `${visitTime(job)}, ${job.serviceAddress}`,
      jobId: id,
    })
    if (job.customerEmail) await queueMail(confirmationMail(job, job.customerEmail))
  })
}
