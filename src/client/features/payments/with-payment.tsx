import { type ComponentType, useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Payment } from '#shared/contract/payments.ts'

/** A dialog about a payment, opened from its visit; about the payment as it was then. */
export function withPayment(Dialog: ComponentType<{ payment: Payment; onClose: () => void }>) {
  return function DialogWithPayment({ job, onClose }: { job: Job; onClose: () => void }) {
    const { data } = useCall('GET /api/payments/{jobId}', { params: { jobId: job.id } })
    const [opened, setOpened] = useState(data)
    if (!opened && data) setOpened(data)
    return opened ? <Dialog payment={opened} onClose={onClose} /> : null
  }
}
