import { personName } from '#client/app/person-name.ts'
import { useWrite } from '#client/app/queries.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Technician } from '#shared/contract/admin.ts'
import { t, translate } from '#shared/texts/t.ts'

interface DeleteTechnicianDialogProps {
  technician: Technician
  onClose: () => void
}

/** Asks before an account is deactivated for good. */
export function DeleteTechnicianDialog({ technician, onClose }: DeleteTechnicianDialogProps) {
  const name = personName(technician)
  const remove = useWrite('DELETE /api/admin/technicians/{id}', {
    onSuccess: () => toast({ title: t('Technician deleted'), description: name }),
    onError: (error) =>
      toast({
        title: t('Error'),
        description: translate(error.message) || t('Failed to delete technician.'),
        destructive: true,
      }),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id: technician.id } })}
      pending={remove.isPending}
      title={t('Delete {name}?', { name })}
      description={t(
        'This deactivates the account: {name} is signed out at once, and visits that have not started return to the queue. It cannot be undone.',
        { name },
      )}
      confirmLabel={t('Delete technician')}
      cancelLabel={t('Keep')}
    />
  )
}
