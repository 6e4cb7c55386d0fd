import { setTimeout as pause } from 'node:timers/promises'
import { queryRows, transaction } from '#server/database/database.ts'
import { adminIds } from '#server/features/accounts/queries.ts'
import {
  type NewNotification,
  notifyPeople,
} from '#server/features/notifications/actions/notify-person.ts'
import { queueMails } from '#server/features/notifications/actions/queue-mail.ts'
import { t } from '#shared/texts/t.ts'
import { type JobRow, selectJobs } from '../job-row.ts'
import { confirmationMail, requestMail, visitTime } from '../job-words.ts'
import { newsForTechnician } from '../technician-news.ts'

/** Few enough that bookings on the embedded engine's one connection hardly wait. */
const atOnce = 50

/** Writes the confirmation of every visit booked since the last time, each exactly once. */
export async function confirmJobs(): Promise<void> {
  for (let done = atOnce; done === atOnce;) {
    const start = performance.now()
    done = await confirmSome()
    // Rests nineteen times as long as it worked: people who book come first.
    if (done === atOnce) await pause(19 * (performance.now() - start))
  }
}

async function confirmSome(): Promise<number> {
  return transaction(async () => {
    const rows = await queryRows<JobRow>(takeDue)
    // A visit cancelled within the same second has got its own message.
    const booked = rows.filter((job) => job.status !== 'cancelled')
    const requests = booked.filter((job) => job.needsConfirmation)
    await notifyPeople([...booked.flatMap(news), ...(await newsForOffice(requests))])
    await queueMails(
      booked.flatMap((job) => (job.customerEmail ? [mailAbout(job)(job, job.customerEmail)] : [])),
    )
    return rows.length
  })
}

// What another process is just confirming is left to it. The limit is part of the text, for with a parameter
// PostgreSQL plans the whole anew each time.
const takeDue = {
  name: 'take-due-confirmations',
  text: `with due as materialized (
    select id from jobs where confirmation_due order by created_at limit ${atOnce} for update skip locked
  ), taken as (
    update jobs set confirmation_due = false from due where jobs.id = due.id returning jobs.*
  ) ${selectJobs({ from: 'taken' })} order by j.created_at`,
}

const mailAbout = (job: JobRow) => (job.needsConfirmation ? requestMail : confirmationMail)

function news(job: JobRow): NewNotification[] {
  const forCustomer = {
    userId: job.customerId,
    type: job.needsConfirmation ? 'job_requested' : 'job_booked',
    title: job.needsConfirmation ? t('Request received') : t("You're Booked!"),
    message: `${visitTime(job)}, ${job.serviceAddress}`,
    jobId: job.id,
  }
  if (!job.technicianId) return [forCustomer]
  return [newsForTechnician(job, job.technicianId, t('New visit')), forCustomer]
}

/** A request waits for the office, which is often not looking at that day. */
async function newsForOffice(requests: readonly JobRow[]): Promise<NewNotification[]> {
  if (requests.length === 0) return []
  const admins = await adminIds()
  return requests.flatMap((job) =>
    admins.map((userId) => ({
      userId,
      type: 'job_requested',
      title: t('Request outside the service area'),
      message: `${visitTime(job)}, ${job.serviceAddress}`,
      jobId: job.id,
    })),
  )
}
