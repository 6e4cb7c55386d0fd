import { notify } from '#server/database/database.ts'
import type { JobNews } from '../job-news.ts'

type Parties = { id: string; customerId: string; technicianId?: string | null }

/** Open sockets of the job's parties, and of `also`, hear of it once the current transaction has committed. */
export function tellSockets(
  about: JobNews['about'],
  job: Parties,
  { also, entryId }: { also?: string | null; entryId?: string } = {},
): Promise<void> {
  const people = [job.customerId, job.technicianId, also].filter((id) => id != null)
  const news: JobNews = { about, jobId: job.id, people, ...(entryId && { entryId }) }
  return notify('job_news', JSON.stringify(news))
}
