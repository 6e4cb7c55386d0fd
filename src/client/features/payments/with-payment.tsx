import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import type { CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useCall } from '#client/app/queries.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Payment } from '#shared/contract/payments.ts'
import { t } from '#shared/texts/t.ts'

/** A payment dialog opened from its visit, with the payment as of then; a toast when it can't be loaded. */
export function withPayment(Dialog: ComponentType<{ payment: Payment; onClose: () => void }>) {
  return function DialogWithPayment({ job, onClose }: { job: Job; onClose: () => void }) {
    const { data, error } = useCall('GET /api/payments/{jobId}', { params: { jobId: job.id } })
    const [opened, setOpened] = useState(data)
    if (!opened && data) setOpened(data)
    const giveUp = useEffectEvent((failure: CallError) => {
      showFailure(t('The payment could not be loaded'), failure)
      onClose()
    })
    useEffect(() => {
      if (error && !opened) giveUp(error)
    }, [error, opened])
    return opened ? <Dialog payment={opened} onClose={onClose} /> : null
  }
}

/** The current state of the payment a dialog was opened for, including others' changes. */
export function usePresentPayment(opened: Payment): Payment {
  const { data, isFetchedAfterMount } = useCall(
    'GET /api/payments/{jobId}',
    { params: { jobId: opened.jobId } },
    { refetchOnMount: 'always' },
  )
  // Cached data may be older than the list.
  return (isFetchedAfterMount && data) || opened
}
