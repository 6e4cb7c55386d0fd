import type { Job } from '#shared/contract/jobs.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { t } from '#shared/texts/t.ts'

/** What the link to a job says: what opening it leads to. */
export function jobLinkLabel(job: Pick<Job, 'status' | 'scheduledDate'>, today: LocalDate): string {
  if (job.scheduledDate !== today || job.status === 'completed') return t('View Details')
  return job.status === 'in_progress' ? t('Continue Service') : t('Start Service')
}
