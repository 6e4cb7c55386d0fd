import { CalendarCheck } from 'lucide-react'
import { List } from '#client/app/list/list.tsx'
import { personName } from '#client/app/person-name.ts'
import { useCall } from '#client/app/queries.ts'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TextLink } from '#client/ui/button.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import { assignmentRefusal, refusalPhrase, wantedVisit } from '#shared/rules/assignment.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatClock, formatDay } from '#shared/texts/format.ts'
import { t, wording } from '#shared/texts/t.ts'

const shownAtMost = 10

export function VisitsCard({ technician }: { technician: Technician }) {
  const { id } = technician
  const visits = useCall('GET /api/admin/technicians/{id}/visits', { params: { id } })
  return (
    <Card title={t('Next visits')}>
      <List
        list={visits}
        failed={t('The visits could not be loaded')}
        empty={<EmptyState icon={<CalendarCheck />} title={t('No upcoming visits')} />}
      >
        {(jobs) => (
          <ul className="divide-y divide-line">
            {jobs.slice(0, shownAtMost).map((job) => {
              const refusal = isNotStarted(job.status)
                ? assignmentRefusal(technician, wantedVisit(job), [])
                : null
              return (
                <li key={job.id} className="py-2.5 first:pt-0 last:pb-0">
                  <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                    <TextLink href={officePaths.officeVisit(job.id)} className="font-medium">
                      <VisitTime date={job.scheduledDate} slot={job.scheduledTime} />
                    </TextLink>
                    <VisitBadge job={job} />
                  </p>
                  <p className="text-sm wrap-anywhere text-soft">
                    {[job.number, job.customer.name, vehicleName(job.vehicle)]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                  {refusal && (
                    <Badge color="red">
                      {wording(
                        refusalPhrase(personName(technician), refusal, { formatDay, formatClock }),
                      )}
                    </Badge>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </List>
    </Card>
  )
}
