import { type ComponentProps, useState } from 'react'
import type { CallAnswer, CallError, CallInput, Route } from '#client/app/call.ts'
import { refreshAfter, useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { dismissFailures } from '#client/ui/toast.ts'
import { translate } from '#shared/texts/t.ts'
import { type FailureToast, showFailure, showSuccess, type SuccessToast } from './form-toasts.ts'

type ConfirmCallProps<R extends Route> = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'onConfirm' | 'pending'
> & {
  call: R
  input: CallInput<R>
  /** Version of the target. If it has changed since opening, the dialog explains that and asks again. */
  version?: number
  successToast: SuccessToast<[answer: CallAnswer<R>]>
  failureToast: FailureToast
  /** Returns true when the dialog shows the error itself and stays open. */
  asksAgain?: (error: CallError) => boolean
  onDone?: () => void
}

/** Confirms a call that needs no input, then closes and shows the result as a toast. */
export function ConfirmCall<R extends Route>(props: ConfirmCallProps<R>) {
  const { call, input, version, successToast, failureToast, asksAgain, onDone, ...dialog } = props
  const [seen, setSeen] = useState(version)
  const [conflict, setConflict] = useState('')
  const sent = seen === undefined ? input : { ...input, ifMatch: seen }
  const { mutate, isPending } = useWrite(call, {
    // Close first: the dialog would cover the toast.
    onSuccess: (answer) => {
      dialog.onClose()
      showSuccess(successToast, answer)
      onDone?.()
    },
    onError: (error) => {
      if (asksAgain?.(error)) return
      const newer = newerVersion(error)
      if (newer !== undefined) {
        setSeen(newer)
        setConflict(translate(error.message))
        return refreshAfter(call, input)
      }
      dialog.onClose()
      showFailure(failureToast, error)
    },
  })
  const confirm = () => {
    dismissFailures()
    mutate(sent)
  }
  return (
    <ConfirmDialog {...dialog} onConfirm={confirm} pending={isPending}>
      {conflict ? (
        <div className="space-y-3">
          <Banner live tone="warning">
            {conflict}
          </Banner>
          {dialog.children}
        </div>
      ) : (
        dialog.children
      )}
    </ConfirmDialog>
  )
}

/** The current version, when someone else changed it. */
function newerVersion({ status, details }: CallError): number | undefined {
  const { reason, now } = (details ?? {}) as { reason?: string; now?: { version?: number } }
  return status === 409 && reason === 'changed' ? now?.version : undefined
}
