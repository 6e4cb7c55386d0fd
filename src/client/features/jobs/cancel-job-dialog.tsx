import { useWrite } from '#client/app/queries.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Asks before cancelling a visit and says what happens to the money. */
export function CancelJobDialog({ job, onClose }: { job: Job | null; onClose: () => void }) {
  const cancel = useWrite('POST /api/jobs/{id}/cancel', {
    onSuccess: (cancelled) => {
      onClose()
      toast({
        title: t('Visit cancelled'),
        description: formatVisit(cancelled.scheduledDate, cancelled.scheduledTime),
      })
    },
    onError: (error) =>
      toast({ title: t('Could not cancel'), description: error.message, destructive: true }),
  })
  if (!job) return null
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      onConfirm={() => cancel.mutate({ params: { id: job.id }, body: {} })}
      pending={cancel.isPending}
      title={t('Cancel this visit?')}
      confirmLabel={t('Cancel visit')}
      cancelLabel={t('Keep it')}
      description={t('{visit} becomes free for somebody else. You can book again at any time.', {
        visit: formatVisit(job.scheduledDate, job.scheduledTime),
      })}
    >
      {job.heldAmount && (
        <p className="text-sm text-soft">
          {t('The ${amount} reserved on your card is released; nothing is charged.', {
            amount: job.heldAmount,
          })}
        </p>
      )}
    </ConfirmDialog>
  )
}
