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

/** The payment as it is now, of the one that a dialog was opened about: what somebody else does meanwhile shows in it. */
export function usePresentPayment(opened: Payment): Payment {
  const { data, isFetchedAfterMount } = useCall(
    'GET /api/payments/{jobId}',
    { params: { jobId: opened.jobId } },
    { refetchOnMount: 'always' },
  )
  // What was loaded before may be older than the list that the dialog was opened from.
  return (isFetchedAfterMount && data) || opened
}
