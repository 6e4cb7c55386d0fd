import { showFailure } from '#client/app/form/form-toasts.ts'
import { useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'

/** Lets a technician who signed up themselves work. */
export function ApproveButton({ id, name }: { id: string; name: string }) {
  const approve = useWrite('POST /api/admin/technicians/{id}/approve', {
    onSuccess: () =>
      toast({ title: t('Technician approved'), description: t('{name} can work now.', { name }) }),
    onError: (error) => showFailure(t('Error'), error),
  })
  return (
    <Button
      size="small"
      variant="primary"
      aria-label={t('Approve {name}', { name })}
      pending={approve.isPending}
      onClick={() => approve.mutate({ params: { id } })}
    >
      {t('Approve')}
    </Button>
  )
}
