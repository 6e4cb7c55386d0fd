import { personName } from '#client/app/person-name.ts'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Button, TextLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { assignmentRefusal, refusalPhrase, wantedVisit } from '#shared/rules/assignment.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { formatClock, formatDay } from '#shared/texts/format.ts'
import { plural, t, wording } from '#shared/texts/t.ts'

interface VisitsOutsideHoursDialogProps {
  technician: Technician
  jobs: readonly Job[]
  onClose: () => void
}

/** Visits that don't fit new hours or skills; they stay assigned until the office changes them. */
export default function VisitsOutsideHoursDialog({
  technician,
  jobs,
  onClose,
}: VisitsOutsideHoursDialogProps) {
  const name = personName(technician)
  return (
    <Dialog
      onClose={onClose}
      title={plural(jobs.length, {
        one: '{count} visit is outside now',
        other: '{count} visits are outside now',
      })}
      description={t('{name} keeps them until you move them or give them to someone else.', {
        name,
      })}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <ul className="divide-y divide-line">
        {jobs.map((job) => {
          const refusal = assignmentRefusal(technician, wantedVisit(job), [])
          return (
            <li key={job.id} className="py-2">
              <p className="font-medium">
                <VisitTime date={job.scheduledDate} slot={job.scheduledTime} />
              </p>
              <p className="text-sm wrap-anywhere text-soft">
                <TextLink href={officePaths.officeVisit(job.id)}>{job.number}</TextLink>
                {job.customer.name && ` · ${job.customer.name}`}
              </p>
              {refusal && (
                <p className="text-sm">
                  {wording(refusalPhrase(name, refusal, { formatDay, formatClock }))}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
