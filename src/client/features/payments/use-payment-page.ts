import { useParams } from 'wouter'
import { retryFailed, useCall } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The job and what is due for it, from the page's link. */
export function usePaymentPage() {
  const { jobId } = useParams<{ jobId: string }>()
  const valid = uuid.test(jobId)
  // A technician has the visit but not its payment; to them the page is the same missing job.
  const mayPay = usePerson().role !== 'technician'
  const enabled = valid && mayPay
  const job = useCall('GET /api/jobs/{id}', { params: { id: jobId } }, { enabled })
  const due = useCall(
    'GET /api/payments/due/{jobId}',
    { params: { jobId } },
    {
      enabled,
      staleTime: 0,
    },
  )
  return {
    valid,
    missing: !mayPay || job.error?.status === 404 || due.error?.status === 404,
    failed: [job, due].find((part) => part.isError && !part.data),
    retry: () => retryFailed([job, due]),
    job: job.data,
    due: due.data,
  }
}
