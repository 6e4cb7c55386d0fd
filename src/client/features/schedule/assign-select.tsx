import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { beyondRoad } from '#client/app/beyond-road.tsx'
import { api, type CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { driverOf, useRoad } from '#client/app/driving-distance.ts'
import { personName } from '#client/app/person-name.ts'
import { callQuery, queryClient, refreshAfter } from '#client/app/queries.ts'
import { recordMove } from '#client/app/recent-moves.tsx'
import { technicianOptions } from '#client/app/technician-options.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'
import { toast } from '#client/ui/toast.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import {
  assignmentRefusal,
  existingVisits,
  refusalPhrase,
  wantedVisit,
} from '#shared/rules/assignment.ts'
import { mayTransition } from '#shared/rules/job-transitions.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { formatClock, formatDay } from '#shared/texts/format.ts'
import { t, wording } from '#shared/texts/t.ts'

interface AssignSelectProps {
  job: BoardVisit
  technicians: readonly Technician[]
  /** Other visits, to mark busy technicians. */
  jobs: readonly BoardVisit[]
  /** Set if the page has another select for the visit. */
  id?: string
  className?: string
}

/** Chooses a visit's technician; the visit changes only on confirmation, as arrow keys pass over other names. */
export function AssignSelect({ job, technicians, jobs, id, className }: AssignSelectProps) {
  const assign = useAssign()
  const road = useRoad(job.scheduledDate)
  const [choice, setChoice] = useState<{ id: string; over: string } | null>(null)
  if (!mayTransition('assign', job.status, 'admin') || job.technicianLock === 'office')
    return (
      <span className={className}>
        {job.technician ? job.technician.name || t('Technician') : t('Unassigned')}
      </span>
    )
  const selectId = id ?? assignSelectId(job.id)
  const others = existingVisits(jobs)
  const active = technicians.filter(({ status }) => status === 'active')
  // Keep a deactivated technician listed, or the box would show another name.
  const gone = active.some(({ id }) => id === job.technicianId) ? null : job.technician
  const current = job.technicianId ?? ''
  // The choice applies to the visit as shown, and lapses when someone else moves or assigns it.
  const seen = [current, job.scheduledDate, job.scheduledTime].join()
  const lapsed = choice !== null && choice.over !== seen
  const chosen = choice && !lapsed ? choice.id : current
  const technician = active.find((one) => one.id === chosen)
  const name = technician && personName(technician)
  // The current technician's drive is shown on the board; here only their name is needed.
  const refusalOf = (one: Technician) =>
    assignmentRefusal(
      driverOf(one),
      wantedVisit(job),
      others,
      one.id === job.technicianId ? undefined : road,
    )
  const refusal = technician && chosen !== current && refusalOf(technician)
  const decide = (isMeant: boolean) => {
    setChoice(null)
    if (isMeant)
      assign.mutate({
        job,
        technician: technician ? { id: technician.id, name: personName(technician) } : null,
      })
    // The pressed button is gone. On the board the card may have moved to another column; focus follows.
    setTimeout(() => document.getElementById(selectId)?.focus(), 50)
  }
  return (
    <span className={clsx('block', className)}>
      <Select
        id={selectId}
        aria-label={t('Technician for {number}', { number: job.number })}
        className="[&>select]:min-h-9 [&>select]:py-1 [&>select]:pr-8 [&>select]:pl-2.5 [&>select]:sm:text-sm"
        value={chosen}
        onChange={(event) => setChoice({ id: event.target.value, over: seen })}
        options={[
          { value: '', label: t('Unassigned') },
          ...(gone ? [{ value: gone.id, label: gone.name }] : []),
          ...technicianOptions(active, refusalOf),
        ]}
      />
      {lapsed && (
        <span role="status" className="mt-1 block text-sm text-amber">
          {t('Someone assigned or moved this visit in the meantime. Please choose again.')}
        </span>
      )}
      {refusal && (
        <span role="status" className="mt-1 block text-sm text-red">
          {wording(refusalPhrase(name ?? '', refusal, { formatDay, formatClock }))}
        </span>
      )}
      {chosen !== current && (
        <span className="mt-1.5 flex flex-wrap gap-1.5">
          <SmallButton
            variant="primary"
            aria-label={
              name
                ? t('Give {number} to {name}', { number: job.number, name })
                : t('Unassign {number}', { number: job.number })
            }
            onClick={() => decide(true)}
          >
            {name ? t('Give to {name}', { name }) : t('Unassign')}
          </SmallButton>
          <SmallButton
            aria-label={t('Keep the technician of {number}', { number: job.number })}
            onClick={() => decide(false)}
          >
            {t('Keep')}
          </SmallButton>
        </span>
      )}
    </span>
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
      beyondRoad((part) =>
        api(route, {
          params: { id: job.id },
          body: {
            technicianId: technician?.id ?? null,
            seen: {
              technicianId: job.technicianId,
              scheduledDate: job.scheduledDate,
              scheduledTime: job.scheduledTime as SlotLabel,
            },
            ...part,
          },
        }),
      ),
    onMutate: async ({ job, technician }) => {
      for (const list of lists) await queryClient.cancelQueries({ queryKey: [list] })
      showAssigned(job.id, technician)
    },
    onSuccess: (job, { job: before }) => {
      const { number, technician } = job
      toast({
        title: technician
          ? t('{number} is given to {name}', { number, name: technician.name })
          : t('{number} is back in the queue', { number }),
        action: recordMove(before, job),
      })
    },
    onError: (error, { job }) => {
      showAssigned(job.id, job.technician)
      showFailure(t('Could not assign {number}', { number: job.number }), error)
    },
    onSettled: (_job, _error, { job }) => refreshAfter(route, { params: { id: job.id } }),
  })
}
