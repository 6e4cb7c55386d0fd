import type { CallError } from '#client/app/call.ts'
import { toast } from '#client/ui/toast.ts'
import { t, translate } from '#shared/texts/t.ts'

/** The toast for a write of the conversation that failed: the fixed words, then the server's reason. */
export const showConversationFailure = (words: string) => (error: CallError) =>
  void toast({
    title: t('Error'),
    description: `${words} ${translate(error.message)}`,
    destructive: true,
  })
