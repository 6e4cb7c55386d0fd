import { t } from '#shared/texts/t.ts'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

/** `description`: what will happen, and whether it can be undone. `children`: anything asked before, such as a reason. */
interface ConfirmDialogProps extends Omit<DialogProps, 'footer' | 'size'> {
  onConfirm: () => void
  /** Says what happens: 'Delete vehicle', never 'OK'. */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  pending?: boolean
  disabledReason?: string | false | null
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { onConfirm, confirmLabel, cancelLabel, danger, pending, disabledReason, ...rest } = props
  return (
    <Dialog
      {...rest}
      size="small"
      footer={
        <>
          <Button onClick={rest.onClose}>{cancelLabel ?? t('Cancel')}</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            {...{ pending, disabledReason }}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  )
}
