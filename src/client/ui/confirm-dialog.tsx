import type { ReactNode } from 'react'
import { t } from '#shared/texts/t.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  /** What will happen, and whether it can be undone. */
  description?: ReactNode
  /** Says what happens: 'Delete vehicle', never 'OK'. */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  pending?: boolean
  disabledReason?: string | false | null
  /** Anything asked before confirming, such as a reason. */
  children?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      size="small"
      footer={
        <>
          <Button onClick={props.onClose}>{props.cancelLabel ?? t('Cancel')}</Button>
          <Button
            variant={props.danger ? 'danger' : 'primary'}
            pending={props.pending}
            disabledReason={props.disabledReason}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  )
}
