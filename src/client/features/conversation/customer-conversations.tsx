import { MessagesSquare } from 'lucide-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { CommunicationPanel } from './communication-panel.tsx'
import { EnRouteBanner } from './en-route-banner.tsx'

export function CustomerConversations({ jobs }: { jobs: readonly Job[] }) {
  if (jobs.length === 0)
    return (
      <EmptyState
        icon={<MessagesSquare />}
        title={t('Communication not active yet')}
        text={t('When your technician is on the way, you can write to each other here.')}
      />
    )
  return (
    <ul className="space-y-6">
      {jobs.map((job) => (
        <li key={job.id} className="space-y-3">
          <EnRouteBanner job={job} />
          <CommunicationPanel job={job} role="customer" title={vehicleName(job.vehicle)} />
        </li>
      ))}
    </ul>
  )
}
