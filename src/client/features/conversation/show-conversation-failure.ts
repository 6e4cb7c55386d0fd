import type { CallError } from '#client/app/call.ts'
import { toast } from '#client/ui/toast.ts'
import { t, translate } from '#shared/texts/t.ts'

/** Shows a toast for a failed conversation write, with the server's reason. */
export const showConversationFailure = (words: string) => (error: CallError) =>
  void toast({
    title: t('Error'),
    description: `${words} ${translate(error.message)}`,
    destructive: true,
  })
