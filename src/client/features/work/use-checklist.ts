import { useMutation } from '@tanstack/react-query'
import { api, type CallError } from '#client/app/call.ts'
import { queryClient } from '#client/app/queries.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { type ChecklistItemId, checklistIds } from '#shared/rules/checklist.ts'
import { t } from '#shared/texts/t.ts'
import { changeKeptJob, jobQuery, keepJob } from './job-cache.ts'
import { sayWorkFailure } from './say-work-failure.ts'

type Tick = { item: ChecklistItemId; ticked: boolean }

const withTick = (items: readonly ChecklistItemId[], { item, ticked }: Tick) =>
  checklistIds.filter((id) => (id === item ? ticked : items.includes(id)))

/** Ticks at once and saves one after the other, because every save sends the whole list. */
export function useChecklist(jobId: string) {
  const mutationKey = ['checklist', jobId]
  const isLast = () => queryClient.isMutating({ mutationKey }) === 1
  return useMutation<Job, CallError, Tick>({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    onMutate: async (tick) => {
      // An answer that is still under way knows nothing of this tick.
      await queryClient.cancelQueries({ queryKey: jobQuery(jobId).queryKey })
      changeKeptJob(jobId, (job) => ({ ...job, checklist: withTick(job.checklist, tick) }))
    },
    mutationFn: () => {
      const job = queryClient.getQueryData<Job>(jobQuery(jobId).queryKey)
      return api('PUT /api/jobs/{id}/checklist', {
        params: { id: jobId },
        body: { items: job?.checklist ?? [] },
      })
    },
    onSuccess: (job) => {
      if (isLast()) keepJob(job)
    },
    onError: (error, { item, ticked }) => {
      changeKeptJob(jobId, (job) => ({
        ...job,
        checklist: withTick(job.checklist, { item, ticked: !ticked }),
      }))
      sayWorkFailure(error, t('Error'), t('The checklist was not saved. Please tick it again.'))
    },
  })
}
