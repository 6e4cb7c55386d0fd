import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'

/** What a toast says of visits just booked; one that the office has to confirm first is only asked for. */
export const bookedTitle = (jobs: readonly Job[]): string =>
  jobs.some((job) => job.needsConfirmation) ? t('Request received') : t('Booking Created!')
