import { defineTask } from '#server/queue/task.ts'
import { releaseVisits } from './actions/release-visits.ts'

/** Scheduled every ten minutes. */
export const releaseVisitsTask = defineTask('release-visits', { handler: releaseVisits })
