import { type ComponentProps, useState } from 'react'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'

/** What is asked before something is done. */
export type Question = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'description' | 'confirmLabel' | 'cancelLabel' | 'danger'
>

/** Asks a question and waits for the answer; `asked` is the dialog, to be shown. */
export function useQuestion() {
  const [open, setOpen] = useState<{ words: Question; say: (yes: boolean) => void } | null>(null)
  const askFirst = (words: Question) =>
    new Promise<boolean>((resolve) => {
      const say = (yes: boolean) => {
        setOpen(null)
        resolve(yes)
      }
      setOpen({ words, say })
    })
  const asked = open && (
    <ConfirmDialog
      open
      {...open.words}
      onClose={() => open.say(false)}
      onConfirm={() => open.say(true)}
    />
  )
  return { askFirst, asked }
}
