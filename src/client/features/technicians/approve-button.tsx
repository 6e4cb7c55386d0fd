import { personName } from '#client/app/person-name.ts'
import { useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Technician } from '#shared/contract/admin.ts'
import { t, translate } from '#shared/texts/t.ts'

/** Lets a technician who signed up themselves work. */
export function ApproveButton({ technician }: { technician: Technician }) {
  const name = personName(technician)
  const approve = useWrite('POST /api/admin/technicians/{id}/approve', {
    onSuccess: () =>
      toast({ title: t('Technician approved'), description: t('{name} can work now.', { name }) }),
    onError: (error) =>
      toast({
        title: t('Error'),
        description: translate(error.message),
        destructive: true,
      }),
  })
  return (
    <Button
      size="small"
      variant="primary"
      aria-label={t('Approve {name}', { name })}
      pending={approve.isPending}
      onClick={() => approve.mutate({ params: { id: technician.id } })}
    >
      {t('Approve')}
    </Button>
  )
}
