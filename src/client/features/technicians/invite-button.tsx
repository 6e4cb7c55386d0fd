import { showFailure } from '#client/app/form/form-toasts.ts'
import { personName } from '#client/app/person-name.ts'
import { useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { t } from '#shared/texts/t.ts'

/** Mails them the way in; somebody who was deactivated works again by it. */
export function InviteButton({ technician }: { technician: Technician }) {
  const { id, status, email, invitedAt, lastLoginAt } = technician
  const isGone = status === 'deactivated'
  const invite = useWrite('POST /api/admin/technicians/{id}/invite', {
    onSuccess: () =>
      toast({
        title: isGone ? t('Taken on again') : t('Invitation sent'),
        description: personName(technician),
      }),
    onError: (error) => showFailure(t('No invitation was sent'), error),
  })
  if (status === 'waiting') return null
  const words = invitedAt || lastLoginAt || isGone ? t('Invite again') : t('Invite')
  return (
    <Button
      variant={isGone ? 'primary' : 'secondary'}
      pending={invite.isPending}
      disabledReason={!email && t('There is no e-mail address to write to.')}
      onClick={() => invite.mutate({ params: { id } })}
    >
      {words}
    </Button>
  )
}
