import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { api, type CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { personName } from '#client/app/person-name.ts'
import { callQuery, queryClient, refreshAfter } from '#client/app/queries.ts'
import { technicianOptions } from '#client/app/technician-options.ts'
import { Select } from '#client/ui/select.tsx'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { assignmentRefusal, existingVisits, wantedVisit } from '#shared/rules/assignment.ts'
import { mayTransition } from '#shared/rules/job-transitions.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { t } from '#shared/texts/t.ts'

interface AssignSelectProps {
  job: BoardVisit
  technicians: readonly Technician[]
  /** Other visits, to tell who is busy. */
  jobs: readonly BoardVisit[]
  /** Set if the page has another select for the visit. */
  id?: string
  className?: string
}

export function AssignSelect({ job, technicians, jobs, id, className }: AssignSelectProps) {
  const assign = useAssign()
  if (!mayTransition('assign', job.status, 'admin'))
    return (
      <span className={className}>
        {job.technician ? job.technician.name || t('Technician') : t('Unassigned')}
      </span>
    )
  const others = existingVisits(jobs)
  const active = technicians.filter(({ status }) => status === 'active')
  // Keep a deactivated technician listed, or the box would show another name.
  const gone = active.some(({ id }) => id === job.technicianId) ? null : job.technician
  return (
    <Select
      id={id ?? assignSelectId(job.id)}
      aria-label={t('Technician for {number}', { number: job.number })}
      className={clsx(
        '[&>select]:min-h-9 [&>select]:py-1 [&>select]:pr-8 [&>select]:pl-2.5 [&>select]:sm:text-sm',
        className,
      )}
      value={job.technicianId ?? ''}
      onChange={(event) => {
        const chosen = active.find(({ id }) => id === event.target.value)
        assign.mutate({
          job,
          technician: chosen ? { id: chosen.id, name: personName(chosen) } : null,
        })
      }}
      options={[
        { value: '', label: t('Unassigned') },
        ...(gone ? [{ value: gone.id, label: gone.name }] : []),
        ...technicianOptions(active, (technician) =>
          assignmentRefusal(technician, wantedVisit(job), others),
        ),
      ]}
    />
  )
}

/** `technician` null unassigns the visit. */
type Assignment = { job: BoardVisit; technician: { id: string; name: string } | null }

const assignSelectId = (jobId: string) => `assign-${jobId}`

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

/** Assigns optimistically; rolled back with a toast if refused. */
function useAssign() {
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
      // On the board the card moved to another column; keyboard focus follows.
      setTimeout(() => document.getElementById(assignSelectId(job.id))?.focus(), 50)
    },
    onError: (error, { job }) => {
      showAssigned(job.id, job.technician)
      showFailure(t('Could not assign {number}', { number: job.number }), error)
    },
    onSettled: (_job, _error, { job }) => refreshAfter(route, { params: { id: job.id } }),
  })
}
