import { useCall } from '#client/app/queries.ts'
import type { Payment } from '#shared/contract/payments.ts'

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
