import { t } from '#shared/texts/t.ts'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { type ComponentProps, useState } from 'react'

/** `description`: the consequences. `children`: anything asked first, such as a reason. */
interface ConfirmDialogProps extends Omit<DialogProps, 'footer' | 'size'> {
  onConfirm: () => void
  /** Names the action: 'Delete vehicle', never 'OK'. */
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

export type Question = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'description' | 'confirmLabel' | 'cancelLabel' | 'danger'
>

/** `confirm` opens a dialog and resolves to the answer; render `confirmDialog`. */
export function useConfirm() {
  const [open, setOpen] = useState<{ words: Question; say: (yes: boolean) => void } | null>(null)
  const confirm = (words: Question) =>
    new Promise<boolean>((resolve) => {
      const say = (yes: boolean) => {
        setOpen(null)
        resolve(yes)
      }
      setOpen({ words, say })
    })
  const confirmDialog = open && (
    <ConfirmDialog
      {...open.words}
      onClose={() => open.say(false)}
      onConfirm={() => open.say(true)}
    />
  )
  return { confirm, confirmDialog }
}
