import { paths } from '#shared/rules/paths.ts'
import { useBusiness } from '#client/app/session.ts'
import { BottomBar } from '#client/ui/bottom-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { formatDay, formatSlot } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** The visit to go to now, in reach of a thumb. */
export function NextStopBar({ job }: { job: Job }) {
  const { today } = useBusiness()
  const { make, model } = job.vehicle
  return (
    <BottomBar
      summary={
        <>
          <span className="block truncate font-semibold">{`${make} ${model}`}</span>
          <span className="block truncate text-sm tracking-tight text-soft">
            {job.scheduledDate === today
              ? formatSlot(job.scheduledTime)
              : formatDay(job.scheduledDate)}
          </span>
        </>
      }
    >
      <LinkButton
        size="large"
        variant="primary"
        href={paths.job(job.id)}
        className="max-sm:px-4! max-sm:text-base!"
      >
        {job.status === 'in_progress' ? t('Continue Service') : t('Start Service')}
      </LinkButton>
    </BottomBar>
  )
}
