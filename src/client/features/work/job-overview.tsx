import type { ReactNode } from 'react'
import { Card } from '#client/ui/card.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { technicianJobId } from '#shared/rules/jobs.ts'
import { t } from '#shared/texts/t.ts'
import { AddressLink } from './maps-link.tsx'
import { ChecklistDipstick } from './checklist-card.tsx'

/** What a technician must see at arm's length: which job, where, how much, how far. */
export function JobOverview({ job, badge }: { job: Job; badge: ReactNode }) {
  return (
    <Card aria-label={t('Overview')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-lg font-semibold">
          {t('Job')} <span className="font-mono">#{technicianJobId(job.id)}</span>
        </p>
        {badge}
      </div>
      <AddressLink address={job.serviceAddress} className="my-2" />
      <p className="mb-3 flex items-baseline justify-between gap-4">
        <span className="text-soft">{t('Amount')}</span>
        <Money amount={job.finalAmount} className="text-2xl font-semibold" />
      </p>
      <ChecklistDipstick job={job} />
    </Card>
  )
}
