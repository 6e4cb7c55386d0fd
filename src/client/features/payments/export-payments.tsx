import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { saveFile } from '#client/app/save-file.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'

/** All payments as CSV. */
export function ExportPayments() {
  const { today } = useBusiness()
  const save = useMutation({
    mutationFn: () => saveFile(paths.paymentsExport, `payment-data-${today}.csv`),
    onSuccess: () => toast({ title: t('Export successful') }),
    onError: () =>
      toast({
        title: t('Export failed'),
        description: t('Unable to export payment data.'),
        destructive: true,
      }),
  })
  return (
    <Button icon={<Download />} pending={save.isPending} onClick={() => save.mutate()}>
      {t('Export Data')}
    </Button>
  )
}
