import { CallError } from '#client/app/call.ts'
import { toast, type ToastMessage } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'
import type { WorkChange } from './waiting-changes.ts'
import { workOutbox } from './work-outbox.ts'

interface Making {
  jobId: string
  change: WorkChange
  /** Shows why the server did not take it. */
  refused: (error: CallError) => void
  /** Shown when the server has it; a change without it is silent, as the screen shows it anyway. */
  success?: ToastMessage | undefined
}

/**
 * Makes a change of a job and shows what became of it. True when it is safe, with the server or on this device;
 * false when it was refused, and what was entered should stay where it is.
 */
export async function makeChange(making: Making): Promise<boolean> {
  const { jobId, change, refused, success } = making
  try {
    const { state } = await workOutbox.add(jobId, change)
    if (success && state === 'sent') toast(success)
    if (success && state === 'waiting') showSavedHere(success.action)
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    refused(error)
    // After signing in again it is sent.
    return error.status === 401
  }
}

export function showSavedHere(action?: ToastMessage['action']): void {
  toast({
    ...(action && { action }),
    title: t('Saved on this device'),
    description: t('We send it as soon as there is a signal.'),
  })
}
