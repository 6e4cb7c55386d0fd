import { showFailure } from '#client/app/form/form-toasts.ts'
import { useWrite } from '#client/app/queries.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import type { WaitlistEntry } from '#shared/contract/waitlist.ts'
import { t } from '#shared/texts/t.ts'
import { describeWanted } from './describe-wanted.ts'

/** Shows a waitlist entry, with a button to leave. */
export default function LeaveDialog({
  entry,
  onClose,
}: {
  entry: WaitlistEntry
  onClose: () => void
}) {
  const leave = useWrite('DELETE /api/waitlist/{id}', {
    onSuccess: () => {
      toast({ title: t('You are no longer on the waitlist') })
      onClose()
    },
    onError: (error) => showFailure(t('You are still on the waitlist'), error),
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('You are on the waitlist')}
      description={t('{vehicle}: {wanted}. We write to you when a time becomes available.', {
        vehicle: entry.vehicle,
        wanted: describeWanted(entry),
      })}
      confirmLabel={t('Stop waiting')}
      cancelLabel={t('Keep waiting')}
      pending={leave.isPending}
      onConfirm={() => leave.mutate({ params: { id: entry.id } })}
    />
  )
}
