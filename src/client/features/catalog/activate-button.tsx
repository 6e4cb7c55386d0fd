import { showFailure } from '#client/app/form/form-toasts.ts'
import { useWrite } from '#client/app/queries.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'

interface ActivateButtonProps {
  call: `PATCH /api/admin/${'service-packages' | 'products' | 'promotions'}/{id}`
  record: { id: string; version: number }
  label: string
  /** With the record's name, for screen readers. */
  full: string
  done: string
  variant?: 'quiet'
}

/** Puts a record back on sale, or switches a code on. */
export function ActivateButton(props: ActivateButtonProps) {
  const { call, record, label, full, done, variant } = props
  const { id, version } = record
  const write = useWrite(call, {
    onSuccess: () => toast({ title: t('Success'), description: done }),
    onError: (error) => showFailure(t('Error'), error),
  })
  return (
    <SmallButton
      variant={variant}
      pending={write.isPending}
      aria-label={full}
      onClick={() => write.mutate({ params: { id }, body: { isActive: true }, ifMatch: version })}
    >
      {label}
    </SmallButton>
  )
}
