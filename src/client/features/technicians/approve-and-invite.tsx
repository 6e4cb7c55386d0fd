import { showFailure } from '#client/app/form/form-toasts.ts'
import { personName } from '#client/app/person-name.ts'
import { useWrite } from '#client/app/queries.ts'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { t } from '#shared/texts/t.ts'

export function ApproveButton({ id, name }: { id: string; name: string }) {
  const approve = useWrite('POST /api/admin/technicians/{id}/approve', {
    onSuccess: () =>
      toast({ title: t('Technician approved'), description: t('{name} can work now.', { name }) }),
    onError: (error) => showFailure(t('Error'), error),
  })
  return (
    <SmallButton
      variant="primary"
      aria-label={t('Approve {name}', { name })}
      pending={approve.isPending}
      onClick={() => approve.mutate({ params: { id } })}
    >
      {t('Approve')}
    </SmallButton>
  )
}

/** Mails a sign-in link; reactivates a deactivated technician. */
export function InviteButton({ technician }: { technician: Technician }) {
  const { id, status, email, invitedAt, lastLoginAt } = technician
  const isGone = status === 'deactivated'
  const invite = useWrite('POST /api/admin/technicians/{id}/invite', {
    onSuccess: () =>
      toast({
        title: isGone ? t('Rehired') : t('Invitation sent'),
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
