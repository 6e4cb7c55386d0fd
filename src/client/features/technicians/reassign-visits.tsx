import { technicianOptions } from '#client/app/technician-options.ts'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Select } from '#client/ui/select.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { assignmentRefusal, wantedVisit } from '#shared/rules/assignment.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'

interface ReassignVisitsProps {
  jobs: readonly Job[]
  technicians: readonly Technician[]
  takers: Readonly<Record<string, string>>
  onTaker: (jobId: string, technicianId: string) => void
}

/** Visits, each with who takes it; whoever cannot stands there with the reason. */
export function ReassignVisits({ jobs, technicians, takers, onTaker }: ReassignVisitsProps) {
  return (
    <ul className="space-y-3">
      {jobs.map((job) => (
        <li key={job.id} className="rounded-control border border-line p-3">
          <p className="font-medium">
            <VisitTime date={job.scheduledDate} slot={job.scheduledTime} />
          </p>
          <p className="mb-2 text-sm wrap-anywhere text-soft">
            {[job.number, job.customer.name, vehicleName(job.vehicle)].filter(Boolean).join(' · ')}
          </p>
          <Select
            aria-label={t('Technician for {number}', { number: job.number })}
            value={takers[job.id] ?? ''}
            onChange={({ target }) => onTaker(job.id, target.value)}
            options={[
              { value: '', label: t('Unassigned') },
              ...technicianOptions(technicians, (technician) =>
                assignmentRefusal(technician, wantedVisit(job), []),
              ),
            ]}
          />
        </li>
      ))}
    </ul>
  )
}
