import type { CallError } from '#client/app/call.ts'
import { toast } from '#client/ui/toast.ts'
import { t, translate } from '#shared/texts/t.ts'

/** The toast for a write of the conversation that failed: the fixed words, then the server's reason. */
export function showConversationFailure(error: CallError, words: string): void {
  const description = `${words} ${translate(error.message)}`
  toast({ title: t('Error'), description, destructive: true })
}
