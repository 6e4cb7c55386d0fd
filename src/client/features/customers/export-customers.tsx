import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { saveFile } from '#client/app/save-file.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'

/** All customers as CSV. */
export function ExportCustomers() {
  const { today } = useBusiness()
  const save = useMutation({
    mutationFn: () => saveFile(paths.customersExport, `customers-${today}.csv`),
    onError: () =>
      toast({
        title: t('Failed to export customers. Please try again.'),
        destructive: true,
      }),
  })
  return (
    <Button size="small" icon={<Download />} pending={save.isPending} onClick={() => save.mutate()}>
      {t('Export CSV')}
    </Button>
  )
}
