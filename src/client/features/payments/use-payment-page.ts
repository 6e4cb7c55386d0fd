import { useParams } from 'wouter'
import { useCall } from '#client/app/queries.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The job and what is due for it, from the page's link. */
export function usePaymentPage() {
  const { jobId } = useParams<{ jobId: string }>()
  const valid = uuid.test(jobId)
  const job = useCall('GET /api/jobs/{id}', { params: { id: jobId } }, { enabled: valid })
  const due = useCall(
    'GET /api/payments/due/{jobId}',
    { params: { jobId } },
    {
      enabled: valid,
      staleTime: 0,
    },
  )
  return {
    jobId,
    valid,
    missing: job.error?.status === 404 || due.error?.status === 404,
    failed: job.isError ? job : due.isError ? due : null,
    job: job.data,
    due: due.data,
  }
}
