import type { CallError } from '#client/app/call.ts'
import { callQuery, queryClient, useWrite } from '#client/app/queries.ts'
import { toast } from '#client/ui/toast.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { Block } from './board.ts'

/** Blocking and unblocking of one slot or a whole day; `onSettled` after either, done or failed. */
export function useBlocks(onSettled: () => void) {
  const after = (words: string) => ({
    onSuccess: (blocks: Block[], { body }: { body: { date: string } }) => {
      const { queryKey } = callQuery('GET /api/admin/blocked-slots', { query: { date: body.date } })
      queryClient.setQueryData(queryKey, blocks)
      toast({ title: t('Success'), description: words })
    },
    onError: (error: CallError) =>
      toast({ title: t('Error'), description: statusAndText(error), destructive: true }),
    onSettled,
  })
  const slot = useWrite('POST /api/admin/block-slot', after(t('Time slot updated successfully')))
  const day = useWrite('POST /api/admin/block-day', after(t('Day schedule updated successfully')))
  return { slot, day, pending: slot.isPending || day.isPending }
}

function statusAndText({ status, message }: CallError): string {
  return status ? `${status}: ${translate(message)}` : translate(message)
}
