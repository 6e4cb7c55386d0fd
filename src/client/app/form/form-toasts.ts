import type { CallError } from '#client/app/call.ts'
import { toast, type ToastMessage } from '#client/ui/toast.ts'
import { translate } from '#shared/texts/t.ts'

/** Shown after success. */
export type SuccessToast<Args extends unknown[]> = ToastMessage | ((...args: Args) => ToastMessage)

/** Shown after a refusal; a plain title is followed by the server's reason. */
export type FailureToast = string | ((error: CallError) => ToastMessage)

export function showSuccess<Args extends unknown[]>(
  words: SuccessToast<Args>,
  ...args: Args
): void {
  toast(typeof words === 'function' ? words(...args) : words)
}

export function showFailure(words: FailureToast, error: CallError): void {
  const message =
    typeof words === 'string'
      ? { title: words, description: translate(error.message) }
      : words(error)
  toast({ ...message, destructive: true })
}
