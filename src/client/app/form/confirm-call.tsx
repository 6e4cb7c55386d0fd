import type { ComponentProps } from 'react'
import type { CallAnswer, CallError, CallInput, Route } from '#client/app/call.ts'
import { useWrite } from '#client/app/queries.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { dismissFailures } from '#client/ui/toast.ts'
import { type FailureToast, showFailure, showSuccess, type SuccessToast } from './form-toasts.ts'

type ConfirmCallProps<R extends Route> = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'open' | 'onConfirm' | 'pending'
> & {
  call: R
  input: CallInput<R>
  successToast: SuccessToast<[answer: CallAnswer<R>]>
  failureToast: FailureToast
  /** The dialog says what is to be looked at once more, and stays open. */
  asksAgain?: (error: CallError) => boolean
  /** After the toast. */
  onDone?: () => void
}

/** Asks before a call that needs nothing typed, open while it is there; closes and says what became of it. */
export function ConfirmCall<R extends Route>(props: ConfirmCallProps<R>) {
  const { call, input, successToast, failureToast, asksAgain, onDone, ...dialog } = props
  const { mutate, isPending } = useWrite(call, {
    // Closed first: the dialog would lie over the toast.
    onSuccess: (answer) => {
      dialog.onClose()
      showSuccess(successToast, answer)
      onDone?.()
    },
    onError: (error) => {
      if (asksAgain?.(error)) return
      dialog.onClose()
      showFailure(failureToast, error)
    },
  })
  const confirm = () => {
    dismissFailures()
    mutate(input)
  }
  return <ConfirmDialog {...dialog} open onConfirm={confirm} pending={isPending} />
}
