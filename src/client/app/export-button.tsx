import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast, type ToastMessage } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'
import { saveFile } from './save-file.ts'
import { useBusiness } from './session.ts'

interface ExportButtonProps extends Pick<ButtonProps, 'size'> {
  url: string
  /** Of the file, before the day. */
  name: string
  saved?: ToastMessage
  /** An alert stays until somebody has seen it. */
  failed: ToastMessage | { alert: string }
  children: ReactNode
}

/** Saves a CSV of the server with the day in its name. */
export function ExportButton({ url, name, saved, failed, ...look }: ExportButtonProps) {
  const { today } = useBusiness()
  const [alert, setAlert] = useState('')
  const save = useMutation({
    mutationFn: () => saveFile(url, `${name}-${today}.csv`),
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
      <Dialog
        alert
        open={Boolean(alert)}
        onClose={() => setAlert('')}
        size="small"
        title={alert}
        footer={
          <Button variant="primary" onClick={start}>
            {t('Try again')}
          </Button>
        }
      />
    </>
  )
}
