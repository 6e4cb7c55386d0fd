import { CallError } from '#client/app/call.ts'
import { storageFailed } from '#client/app/device-storage.ts'
import type { Outcome } from '#client/app/outbox/outbox.ts'
import { toast, type ToastMessage } from '#client/ui/toast.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { WorkChange } from './waiting-changes.ts'
import { workOutbox } from './work-outbox.ts'
import { paths } from '#shared/rules/paths.ts'

type Waiting = Extract<Outcome, { state: 'waiting' }>

interface Making {
  jobId: string
  change: WorkChange
  refused: (error: CallError) => void
  /** Toast after success; none when the screen shows the change anyway. */
  success?: ToastMessage | undefined
}

/**
 * Makes a change and shows the outcome. True when it is stored here or on the server; false when refused, so the
 * input should stay.
 */
export async function makeChange(making: Making): Promise<boolean> {
  const { jobId, change, refused, success } = making
  try {
    const outcome = await workOutbox.add(jobId, change)
    // A refusal stays on the page, with what to do about it.
    if (outcome.state === 'refused') return true
    if (outcome.state === 'waiting')
      showWaiting(outcome, { aloud: success !== undefined, action: success?.action })
    else if (success) toast(success)
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    refused(error)
    return false
  }
}

type Saying = { aloud?: boolean; action?: ToastMessage['action'] | undefined }

/** Shows that a change is only on this device; `aloud` unless the screen shows it anyway. */
export function showWaiting({ signIn }: Waiting, { aloud = true, action }: Saying = {}): void {
  const offer = action && { action }
  if (signIn) signInAgain()
  else if (storageFailed())
    toast({
      ...offer,
      title: t('Not sent yet'),
      description: t('This browser cannot store anything: keep this page open until it is sent.'),
      destructive: true,
    })
  else if (aloud)
    toast({
      ...offer,
      title: t('Saved on this device'),
      description: t('We send it as soon as there is a signal.'),
    })
}

const redirectAfterMs = 500

/** Sends a user with an ended session to sign in and back. */
function signInAgain(): void {
  toast({
    title: t('Unauthorized'),
    description: t('You are logged out. Logging in again...'),
    destructive: true,
  })
  setTimeout(() => location.assign(paths.loginAgain(location.pathname)), redirectAfterMs)
}

/** Toast for a failed change: fixed words, then the server's reason. */
export const showWorkFailure =
  (words: string, title = t('Error')) =>
  (error: CallError): void => {
    if (error.status === 401) return signInAgain()
    // Refused with a reason, or unreachable.
    const reason = [0, 400, 404, 409].includes(error.status) && translate(error.message)
    toast({ title, description: [words, reason].filter(Boolean).join(' '), destructive: true })
  }
