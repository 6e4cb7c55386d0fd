import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { personName } from '#client/app/person-name.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { t, translate } from '#shared/texts/t.ts'

/** Asks before an account is deactivated for good. */
export function DeleteTechnicianDialog(props: { technician: Technician; onClose: () => void }) {
  const name = personName(props.technician)
  return (
    <ConfirmCall
      call="DELETE /api/admin/technicians/{id}"
      input={{ params: { id: props.technician.id } }}
      onClose={props.onClose}
      danger
      title={t('Delete {name}?', { name })}
      description={t(
        'This deactivates the account: {name} is signed out right away, and visits that have not started return to the queue. It cannot be undone.',
        { name },
      )}
      confirmLabel={t('Delete technician')}
      cancelLabel={t('Keep')}
      successToast={{ title: t('Technician deleted'), description: name }}
      failureToast={({ message }) => ({
        title: t('Error'),
        description: translate(message) || t('Failed to delete technician.'),
      })}
    />
  )
}
