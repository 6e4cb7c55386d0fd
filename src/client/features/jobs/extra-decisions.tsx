import { showFailure } from '#client/app/form/form-toasts.ts'
import { whileDown } from '#client/app/socket-state.ts'
import { refreshThings, useCall, useWrite } from '#client/app/queries.ts'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { t } from '#shared/texts/t.ts'
import { ExtraRequests } from './extra-requests.tsx'

interface ExtraDecisionsProps {
  job: Pick<Job, 'id' | 'status'>
  /** Also what came to nothing, after the visit. */
  withPast?: boolean
}

/** The extras of a visit that its customer is asked about. */
export function ExtraDecisions({ job, withPast = false }: ExtraDecisionsProps) {
  const extras = useCall(
    'GET /api/jobs/{id}/extras',
    { params: { id: job.id } },
    {
      enabled: isActiveJob(job.status) || (withPast && job.status === 'completed'),
      staleTime: 0,
      refetchInterval: job.status === 'in_progress' ? whileDown() : false,
    },
  )
  const decide = useWrite('POST /api/jobs/{id}/extras/{extraId}/decision', {
    onSuccess: ({ approval, description }) =>
      toast({
        title: approval === 'approved' ? t('Extra approved') : t('Extra declined'),
        description,
      }),
    onError: (error) => {
      showFailure(t('Your answer did not get through'), error)
      // It may be another one by now, or none.
      refreshThings(['extras', 'jobs'], job.id)
    },
  })
  return (
    <ExtraRequests
      extras={extras.data ?? []}
      answer={(extraId, body) => decide.mutate({ params: { id: job.id, extraId }, body })}
      sending={
        decide.isPending
          ? { extraId: decide.variables.params.extraId, approved: decide.variables.body.approved }
          : undefined
      }
      withPast={withPast}
    />
  )
}
