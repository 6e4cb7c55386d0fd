import { Truck } from 'lucide-react'
import { Banner } from '#client/ui/banner.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { eventsSinceOpening } from '#shared/rules/conversation.ts'
import { t } from '#shared/texts/t.ts'
import { TechnicianPosition } from './technician-position.tsx'
import { useConversation } from './use-conversation.ts'

/** Shows the customer that the technician is on the way or has arrived; nothing once work begins. */
export function EnRouteBanner({ job }: { job: Job }) {
  const { data: entries = [] } = useConversation(job)
  const arrived = eventsSinceOpening(entries.map(({ event }) => event)).includes('arrived')
  const words = (place: { name: string; address: string }) =>
    arrived ? t('{name} is at {address}.', place) : t('{name} is on the way to {address}.', place)
  const name = job.technician?.name.split(' ')[0]
  if (job.status === 'in_progress') return null
  return (
    <Banner
      tone="warning"
      icon={<Truck />}
      title={arrived ? t('Technician Has Arrived') : t('Technician En Route')}
    >
      {name && words({ name, address: job.serviceAddress })}
      {!arrived && <TechnicianPosition jobId={job.id} />}
    </Banner>
  )
}
