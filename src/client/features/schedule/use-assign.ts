import { useMutation } from '@tanstack/react-query'
import { api, type CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { callQuery, queryClient, refreshAfter } from '#client/app/queries.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'

/** `technician` null takes the visit back into the queue. */
export type Assignment = { job: Job; technician: { id: string; name: string } | null }

export const assignSelectId = (jobId: string) => `assign-${jobId}`

const route = 'POST /api/jobs/{id}/assign'
const lists = ['GET /api/jobs/today', 'GET /api/admin/jobs'] as const

const pageOf = (id: string) => callQuery('GET /api/jobs/{id}', { params: { id } }).queryKey

function showAssigned(jobId: string, technician: Job['technician']): void {
  const change = (jobs: Job[] | undefined) =>
    jobs?.map((job) => (job.id === jobId ? withTechnician(job, technician) : job))
  for (const list of lists) queryClient.setQueriesData<Job[]>({ queryKey: [list] }, change)
  queryClient.setQueryData<Job>(pageOf(jobId), (job) => job && withTechnician(job, technician))
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
        body: { technicianId: technician?.id ?? null },
      }),
    onMutate: async ({ job, technician }) => {
      for (const list of lists) await queryClient.cancelQueries({ queryKey: [list] })
      showAssigned(job.id, technician && { ...technician, phone: '' })
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
