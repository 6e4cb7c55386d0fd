import { MessagesSquare } from 'lucide-react'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { mayConverse } from '#shared/rules/conversation.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatSlot } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { CommunicationPanel } from './communication-panel.tsx'

/** The technician's conversations today: active ones first, then those that can be opened. */
export function TechnicianConversations({ jobs }: { jobs: readonly Job[] }) {
  const ordered = jobs
    .filter((job) => mayConverse(job.status))
    .toSorted((one, other) => +other.communicationActive - +one.communicationActive)
  if (ordered.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<MessagesSquare />}
          title={t('No customers to talk to right now')}
          text={t('The customers you still visit today appear here.')}
        />
      </Card>
    )
  return (
    <ul className="space-y-4">
      {ordered.map((job) => (
        <li key={job.id}>
          <CommunicationPanel
            job={job}
            role="technician"
            title={
              <>
                {job.customer.name}
                <span className="block text-sm font-normal text-soft">
                  {formatSlot(job.scheduledTime)} · {vehicleName(job.vehicle)}
                </span>
              </>
            }
          />
        </li>
      ))}
    </ul>
  )
}
