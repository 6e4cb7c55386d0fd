import { clsx } from 'clsx'
import { personName } from '#client/app/person-name.ts'
import { technicianOptions } from '#client/app/technician-options.ts'
import { Select } from '#client/ui/select.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import { assignmentRefusal, placedVisits, wantedVisit } from '#shared/rules/assignment.ts'
import { mayTransition } from '#shared/rules/job-transitions.ts'
import { t } from '#shared/texts/t.ts'
import { assignSelectId, useAssign } from './use-assign.ts'

interface AssignSelectProps {
  job: BoardVisit
  technicians: readonly Technician[]
  /** The visits around it, to know who is busy at that time. */
  jobs: readonly BoardVisit[]
  /** Where another one for the same visit is on the page. */
  id?: string
  className?: string
}

/** Who does the visit; a plain name once the work has started. */
export function AssignSelect({ job, technicians, jobs, id, className }: AssignSelectProps) {
  const assign = useAssign()
  if (!mayTransition('assign', job.status, 'admin'))
    return (
      <span className={className}>
        {job.technician ? job.technician.name || t('Technician') : t('Unassigned')}
      </span>
    )
  const others = placedVisits(jobs)
  const active = technicians.filter(({ status }) => status === 'active')
  // Somebody deactivated meanwhile still stands in the list, or the box would show another name.
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
