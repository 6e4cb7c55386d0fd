import { Lock } from 'lucide-react'
import { RecentMoves } from '#client/app/recent-moves.tsx'
import { PhoneLink } from '#client/app/phone-number.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { SmallButton, TextLink } from '#client/ui/button.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'
import { AssignSelect } from './assign-select.tsx'
import { lockWords, lockVisit } from './visit-lock.tsx'

export function TechnicianCard({ job }: { job: Job }) {
  const technicians = useCall('GET /api/admin/technicians')
  const day = useCall('GET /api/admin/board', { query: { date: job.scheduledDate } })
  const locked = lockWords(job)
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
        </p>
      )}
      {job.technician && isNotStarted(job.status) && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {locked && (
            <p className="flex min-w-0 flex-1 basis-40 gap-1.5 text-sm text-soft">
              <Lock aria-hidden className="mt-0.5 size-4 flex-none" /> {locked}
            </p>
          )}
          <SmallButton
            icon={job.technicianLock !== 'office' && <Lock className="size-4!" />}
            onClick={() => void lockVisit(job, job.technicianLock !== 'office')}
          >
            {job.technicianLock === 'office' ? t('Remove the lock') : t('Lock to its technician')}
          </SmallButton>
          {job.technicianLock === 'promise' && (
            <SmallButton onClick={() => void lockVisit(job, false)}>
              {t('Remove the promise')}
            </SmallButton>
          )}
        </div>
      )}
    </Card>
  )
}
