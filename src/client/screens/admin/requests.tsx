import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { PhoneLink } from '#client/app/phone-number.tsx'
import { ConfirmRequest } from '#client/features/schedule/confirm-request.tsx'
import { TextLink, SmallButton, QuietButton } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const DeclineDialog = lazyDialog(() => import('#client/features/schedule/decline-dialog.tsx'))
const MoveDialog = lazyDialog(() => import('./office-reschedule-dialog.tsx'))

/** Visits outside the area that wait for an answer: confirm, move or decline. */
export function Requests({ jobs }: { jobs: readonly Job[] }) {
  const [asking, setAsking] = useState<{ about: 'move' | 'decline'; job: Job } | null>(null)
  const close = () => setAsking(null)
  return (
    <>
      <p className="text-sm text-soft">
        {t('Requests do not hold a time: others can book it until you confirm.')}
      </p>
      <ul className="divide-y divide-line">
        {jobs.map((job) => (
          <Request key={job.id} job={job} onAsk={(about) => setAsking({ about, job })} />
        ))}
      </ul>
      {asking?.about === 'move' && <MoveDialog job={asking.job} onClose={close} />}
      {asking?.about === 'decline' && <DeclineDialog job={asking.job} onClose={close} />}
    </>
  )
}

function Request({ job, onAsk }: { job: Job; onAsk: (about: 'move' | 'decline') => void }) {
  const { customer, number } = job
  return (
    <li className="py-2">
      <p className="font-medium">{formatVisit(job.scheduledDate, job.scheduledTime)}</p>
      <p className="wrap-anywhere">{job.serviceAddress}</p>
      <p className="text-sm text-soft">
        <TextLink href={officePaths.officeVisit(job.id)}>{number}</TextLink>
        {` · ${vehicleName(job.vehicle)} · ${customer.name}`}
        {customer.phone && (
          <>
            {' · '}
            <PhoneLink number={customer.phone} />
          </>
        )}
      </p>
      <div className="flex flex-wrap items-end gap-2 *:w-auto!">
        <ConfirmRequest job={job} />
        <SmallButton
          aria-label={t('Another time for {number}', { number })}
          onClick={() => onAsk('move')}
        >
          {t('Another time')}
        </SmallButton>
        <QuietButton
          aria-label={t('Decline {number}', { number })}
          onClick={() => onAsk('decline')}
        >
          {t('Decline')}
        </QuietButton>
      </div>
    </li>
  )
}
