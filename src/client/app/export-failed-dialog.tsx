import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { t } from '#shared/texts/t.ts'

interface ExportFailedDialogProps {
  title: string
  onRetry: () => void
  onClose: () => void
}

/** Stays until somebody has seen that nothing was saved. */
export default function ExportFailedDialog({ title, onRetry, onClose }: ExportFailedDialogProps) {
  return (
    <Dialog
      alert
      open
      onClose={onClose}
      size="small"
      title={title}
      footer={
        <Button variant="primary" onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    />
  )
}
