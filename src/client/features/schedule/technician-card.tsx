import { RecentMoves } from '#client/app/recent-moves.tsx'
import { PhoneLink } from '#client/app/phone-number.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QuietButton, TextLink } from '#client/ui/button.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'
import { AssignSelect } from './assign-select.tsx'
import { lockWords, toggleLock } from './visit-lock.tsx'

export function TechnicianCard({ job }: { job: Job }) {
  const technicians = useCall('GET /api/admin/technicians')
  const day = useCall('GET /api/admin/board', { query: { date: job.scheduledDate } })
  return (
    <Card title={t('Technician')} aria-label={t('Technician')} action={<RecentMoves />}>
      <Loaded
        parts={[technicians, day]}
        loading={<Skeleton lines={1} />}
        failed={t('The technicians could not be loaded')}
      >
        {(people, jobs) => (
          <AssignSelect
            job={job}
            technicians={people}
            jobs={jobs}
            className="font-medium [&_select]:min-h-11!"
          />
        )}
      </Loaded>
      {job.technician && (
        <p className="mt-2 flex flex-wrap gap-x-4">
          <TextLink href={officePaths.technician(job.technician.id)}>
            {t('Hours and work')}
          </TextLink>
          {job.technician.phone && <PhoneLink number={job.technician.phone} />}
          {isNotStarted(job.status) && (
            <QuietButton onClick={() => void toggleLock(job)}>
              {job.technicianLock ? t('Remove the lock') : t('Lock to its technician')}
            </QuietButton>
          )}
        </p>
      )}
      <p className="text-sm text-soft empty:hidden">{lockWords(job)}</p>
    </Card>
  )
}
