import type { CallError } from '#client/app/call.ts'
import { paths } from '#shared/rules/paths.ts'
import { toast } from '#client/ui/toast.ts'
import { t, translate } from '#shared/texts/t.ts'

const redirectAfterMs = 500

/** A session that has ended leads to signing in and back to this page. */
export function signInAgain(): void {
  toast({
    title: t('Unauthorized'),
    description: t('You are logged out. Logging in again...'),
    destructive: true,
  })
  setTimeout(() => location.assign(paths.loginAgain(location.pathname)), redirectAfterMs)
}

/** The toast for a write of the work that failed: the fixed words, then the server's reason where there is one. */
export const showWorkFailure =
  (words: string, title = t('Error')) =>
  (error: CallError): void => {
    if (error.status === 401) return signInAgain()
    // It refused with a reason, or could not be reached.
    const reason = [0, 400, 404, 409].includes(error.status) && translate(error.message)
    toast({ title, description: [words, reason].filter(Boolean).join(' '), destructive: true })
  }
