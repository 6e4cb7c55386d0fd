import { useMutation } from '@tanstack/react-query'
import { api, type CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { callQuery, queryClient, refreshAfter } from '#client/app/queries.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { t } from '#shared/texts/t.ts'

/** `technician` null takes the visit back into the queue. */
export type Assignment = { job: BoardVisit; technician: { id: string; name: string } | null }

export const assignSelectId = (jobId: string) => `assign-${jobId}`

const route = 'POST /api/jobs/{id}/assign'
const lists = ['GET /api/jobs/today', 'GET /api/admin/board'] as const

const pageOf = (id: string) => callQuery('GET /api/jobs/{id}', { params: { id } }).queryKey

type Named = NonNullable<Assignment['technician']>

function showAssigned(jobId: string, technician: Named | null): void {
  const shown = technician && { phone: '', ...technician }
  const change = (jobs: Job[] | undefined) =>
    jobs?.map((job) => (job.id === jobId ? withTechnician(job, shown) : job))
  for (const list of lists) queryClient.setQueriesData<Job[]>({ queryKey: [list] }, change)
  queryClient.setQueryData<Job>(pageOf(jobId), (job) => job && withTechnician(job, shown))
}

const withTechnician = (job: Job, technician: Job['technician']): Job => ({
  ...job,
  technician,
  technicianId: technician?.id ?? null,
  status: technician ? 'assigned' : 'scheduled',
  needsConfirmation: job.needsConfirmation && !technician,
})

/** Names a technician: shown at once, taken back with a toast when the server refuses. */
export function useAssign() {
  return useMutation<Job, CallError, Assignment>({
    mutationFn: ({ job, technician }) =>
      api(route, {
        params: { id: job.id },
        body: {
          technicianId: technician?.id ?? null,
          seen: {
            technicianId: job.technicianId,
            scheduledDate: job.scheduledDate,
            scheduledTime: job.scheduledTime as SlotLabel,
          },
        },
      }),
    onMutate: async ({ job, technician }) => {
      for (const list of lists) await queryClient.cancelQueries({ queryKey: [list] })
      showAssigned(job.id, technician)
      // On the board the card has moved to another column; who used the keyboard stays with it.
      setTimeout(() => document.getElementById(assignSelectId(job.id))?.focus(), 50)
    },
    onError: (error, { job }) => {
      showAssigned(job.id, job.technician)
      showFailure(t('Could not assign {number}', { number: job.number }), error)
    },
    onSettled: (_job, _error, { job }) => refreshAfter(route, { params: { id: job.id } }),
  })
}
