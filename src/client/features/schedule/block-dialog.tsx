import { useState } from 'react'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { formatDay, formatSlot, formatVisit } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

/** What is to be blocked or unblocked; without a slot the whole day. */
export type BlockChange = { date: string; slot: SlotLabel | null; block: boolean; affected: Job[] }

interface BlockDialogProps {
  change: BlockChange
  pending: boolean
  onClose: () => void
  onConfirm: (reason: string) => void
}

/** Asks before a slot or day is closed to new bookings, and shows the visits that stay. */
export function BlockDialog({ change, pending, onClose, onConfirm }: BlockDialogProps) {
  const [reason, setReason] = useState('')
  const { date, slot, block, affected } = change
  const what = slot ? formatVisit(date, slot) : formatDay(date, { long: true })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => onConfirm(reason.trim())}
      pending={pending}
      title={block ? t('Block {what}?', { what }) : t('Unblock {what}?', { what })}
      description={
        block
          ? t('Nobody can book it until you unblock it.')
          : t('Customers can book it again at once.')
      }
      confirmLabel={confirmLabel(change)}
    >
      {block && (
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!pending) onConfirm(reason.trim())
          }}
        >
          {affected.length > 0 && <Affected jobs={affected} />}
          <Field label={t('Reason')} optional hint={t('Only the office sees it.')}>
            <TextInput
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        </form>
      )}
    </ConfirmDialog>
  )
}

function confirmLabel({ slot, block }: BlockChange): string {
  if (slot) return block ? t('Block time') : t('Unblock time')
  return block ? t('Block Entire Day') : t('Unblock Day')
}

function Affected({ jobs }: { jobs: readonly Job[] }) {
  return (
    <div className="rounded-control bg-amber-wash px-3 py-2.5">
      <p className="font-medium text-amber">
        {plural(jobs.length, {
          one: '{count} visit is booked and stays:',
          other: '{count} visits are booked and stay:',
        })}
      </p>
      <ul className="mt-1 text-sm">
        {jobs.map((job) => (
          <li key={job.id}>
            {formatSlot(job.scheduledTime)} · {job.number} · {job.customer.name}
          </li>
        ))}
      </ul>
    </div>
  )
}
