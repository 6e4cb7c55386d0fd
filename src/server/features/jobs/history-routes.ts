import type { HandlersOf } from '#server/http/handlers.ts'
import { setPageHeaders, usualPageSize } from '#server/http/paging.ts'
import type { jobHistory } from '#shared/contract/job-history.ts'
import { resendMessage } from './actions/resend-message.ts'
import { messagesOf } from './queries/sent-again.ts'
import { historyOf } from './queries/history.ts'
import { loadJob } from '#server/reads/visits.ts'

export const jobHistoryRoutes = {
  'GET /api/jobs/{id}/messages': async ({ person, params }) =>
    messagesOf(await loadJob(person, params.id)),

  'POST /api/jobs/{id}/messages/{messageId}/resend': async ({ person, params }) => {
    await resendMessage(person, params.id, params.messageId)
    return { success: true }
  },

  'GET /api/jobs/{id}/history': async ({ person, params, query, reply }) => {
    const job = await loadJob(person, params.id)
    const { limit = usualPageSize, ...order } = query
    const { entries, total, next } = await historyOf(person, job.id, { ...order, limit })
    setPageHeaders(reply, { total, next })
    return entries
  },
} satisfies HandlersOf<typeof jobHistory>
