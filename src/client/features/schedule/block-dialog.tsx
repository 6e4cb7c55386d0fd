import { useState } from 'react'
import { api, CallError } from '#client/app/call.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { callQuery, queryClient, refreshAfter } from '#client/app/queries.ts'
import { toast } from '#client/ui/toast.ts'
import { BlockForm } from '#shared/contract/admin.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { formatDay, formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { blockFailure, toastNewVisits } from './describe-block.ts'
import type { BlockedRange } from './affected-visits-query.ts'
import { AffectedVisits } from './affected-visits.tsx'
import { type MoveDialog, useVisitMoves } from './use-visit-moves.tsx'

/** Slot to block or unblock; no slot means the whole day. */
export type BlockChange = {
  date: string
  slot: SlotLabel | null
  block: boolean
  /** The times that were open before. */
  open: readonly SlotLabel[]
  affected: readonly { id: string }[]
}

interface BlockDialogProps {
  change: BlockChange
  moveDialog: MoveDialog
  onMeanwhile: (range: BlockedRange) => void
  onClose: () => void
}

export default function BlockDialog(props: BlockDialogProps) {
  const { change, onClose } = props
  const { date, slot, block } = change
  const what = slot ? formatVisit(date, slot) : formatDay(date, { long: true })
  const range: BlockedRange = { from: date, to: date, ...(slot && { timeSlots: [slot] }) }
  const moves = useVisitMoves(props.moveDialog)
  const [seen] = useState(() => new Set(change.affected.map(({ id }) => id)))
  return (
    <>
      <DialogForm
        schema={BlockForm}
        draft={`block ${date} ${slot ?? ''}`}
        send={async ({ reason }) => {
          const known = new Set(seen)
          await setBlock(change, reason)
          if (block) void toastNewVisits(range, known, () => props.onMeanwhile(range))
          return true
        }}
        defaultValues={{}}
        onClose={onClose}
        size={change.affected.length > 0 ? 'normal' : 'small'}
        title={block ? t('Block {what}?', { what }) : t('Unblock {what}?', { what })}
        description={
          block
            ? t('No one can book it until you unblock it.')
            : t('Customers can book it again right away.')
        }
        submitLabel={confirmLabel(change)}
        successToast={{
          title: t('Success'),
          description: slot
            ? t('Time slot updated successfully')
            : t('Day schedule updated successfully'),
          ...(block && { action: { label: t('Undo'), onSelect: () => void unblock(change) } }),
        }}
        failureToast={blockFailure}
        disabledReason={() => moves.pending && t('The visits are being moved')}
      >
        {({ TextField }) =>
          block && (
            <>
              <AffectedVisits range={range} moves={moves} seen={seen} />
              <TextField name="reason" label={t('Reason')} hint={t('Only the office sees it.')} />
            </>
          )
        }
      </DialogForm>
      {moves.dialog}
    </>
  )
}

async function setBlock({ date, slot, block }: BlockChange, reason: string | undefined) {
  const body = { date, isBlocked: block, reason }
  const blocks = await (slot
    ? api('POST /api/admin/block-slot', { body: { ...body, timeSlot: slot } })
    : api('POST /api/admin/block-day', { body }))
  const { queryKey } = callQuery('GET /api/admin/blocked-slots', { query: { date } })
  queryClient.setQueryData(queryKey, blocks)
  refreshAfter(slot ? 'POST /api/admin/block-slot' : 'POST /api/admin/block-day')
}

/** Opens again what this block closed. */
async function unblock({ date, open }: BlockChange): Promise<void> {
  const body = { from: date, to: date, timeSlots: [...open], isBlocked: false }
  try {
    await api('POST /api/admin/block-range', { body })
    toast({ title: t('Undone'), description: formatDay(date, { long: true }) })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    showFailure(t('It could not be undone'), error)
  } finally {
    refreshAfter('POST /api/admin/block-range')
  }
}

function confirmLabel({ slot, block }: BlockChange): string {
  if (slot) return block ? t('Block time') : t('Unblock time')
  return block ? t('Block Entire Day') : t('Unblock Day')
}
