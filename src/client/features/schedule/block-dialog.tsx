import { api, type CallError } from '#client/app/call.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callQuery, queryClient, refreshAfter } from '#client/app/queries.ts'
import { BlockForm } from '#shared/contract/admin.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { formatDay, formatSlot, formatVisit } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

/** What is to be blocked or unblocked; without a slot the whole day. */
export type BlockChange = { date: string; slot: SlotLabel | null; block: boolean; affected: Job[] }

/** Asks before a slot or day is closed to new bookings, and shows the visits that stay. */
export default function BlockDialog(props: { change: BlockChange; onClose: () => void }) {
  const { change, onClose } = props
  const { date, slot, block, affected } = change
  const what = slot ? formatVisit(date, slot) : formatDay(date, { long: true })
  return (
    <DialogForm
      schema={BlockForm}
      draft={`block ${date} ${slot ?? ''}`}
      send={({ reason }) => setBlock(change, reason)}
      defaultValues={{}}
      onClose={onClose}
      size="small"
      title={block ? t('Block {what}?', { what }) : t('Unblock {what}?', { what })}
      description={
        block
          ? t('Nobody can book it until you unblock it.')
          : t('Customers can book it again right away.')
      }
      submitLabel={confirmLabel(change)}
      successToast={{
        title: t('Success'),
        description: slot
          ? t('Time slot updated successfully')
          : t('Day schedule updated successfully'),
      }}
      failureToast={(error) => ({ title: t('Error'), description: statusAndText(error) })}
    >
      {({ TextField }) =>
        block && (
          <>
            {affected.length > 0 && <Affected jobs={affected} />}
            <TextField name="reason" label={t('Reason')} hint={t('Only the office sees it.')} />
          </>
        )
      }
    </DialogForm>
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

function statusAndText({ status, message }: CallError): string {
  return status ? `${status}: ${translate(message)}` : translate(message)
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
