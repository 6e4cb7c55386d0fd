import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from '#client/ui/button.tsx'
import { lazyLoad } from '#client/ui/lazy-load.ts'
import { toast, type ToastMessage } from '#client/ui/toast.ts'
import { lazyDialog } from './form/lazy-dialog.tsx'
import { t } from '#shared/texts/t.ts'
import { useBusiness } from './session.ts'

const LazyDialog = lazyDialog(async () => ({
  default: (await import('#client/ui/dialog.tsx')).Dialog,
}))
const loadSaving = lazyLoad(() => import('./file-transfer.ts'))

interface ExportButtonProps extends Pick<ButtonProps, 'size'> {
  url: string
  /** File name without the date. */
  name: string
  saved?: ToastMessage
  /** An alert stays open until dismissed. */
  failed: ToastMessage | { alert: string }
  children: ReactNode
}

/** Downloads a CSV with today's date in its name. */
export function ExportButton({ url, name, saved, failed, ...look }: ExportButtonProps) {
  const { today } = useBusiness()
  const [alert, setAlert] = useState('')
  const save = useMutation({
    mutationFn: async () => (await loadSaving()).downloadFile(url, `${name}-${today}.csv`),
    onSuccess: () => saved && toast(saved),
    onError: () =>
      'alert' in failed ? setAlert(failed.alert) : toast({ ...failed, destructive: true }),
  })
  const start = () => {
    setAlert('')
    save.mutate()
  }
  return (
    <>
      <Button {...look} icon={<Download />} pending={save.isPending} onClick={start} />
      {alert && (
        <LazyDialog
          alert
          size="small"
          title={alert}
          onClose={() => setAlert('')}
          footer={
            <Button variant="primary" onClick={start}>
              {t('Try again')}
            </Button>
          }
        />
      )}
    </>
  )
}

/** The export URL for a list with its current filters, search and order. */
export function exportUrl(path: string, shown: Record<string, string | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(shown)) if (value) query.set(name, value)
  return query.size > 0 ? `${path}?${query}` : path
}
