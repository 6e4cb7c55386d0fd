import type { HandlersOf } from '#server/http/handlers.ts'
import { setPageHeaders, usualPageSize } from '#server/http/paging.ts'
import type { jobHistory } from '#shared/contract/job-history.ts'
import { historyOf } from './queries/history.ts'
import { loadJob } from './queries.ts'

export const jobHistoryRoutes = {
  'GET /api/jobs/{id}/history': async ({ person, params, query, reply }) => {
    const job = await loadJob(person, params.id)
    const { limit = usualPageSize, ...order } = query
    const { entries, total, next } = await historyOf(person, job.id, { ...order, limit })
    setPageHeaders(reply, { total, next })
    return entries
  },
} satisfies HandlersOf<typeof jobHistory>
