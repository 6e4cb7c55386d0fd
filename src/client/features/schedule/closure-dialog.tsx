import { useState } from 'react'
import { api } from '#client/app/call.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { refreshAfter } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { type Closure, ClosureForm } from '#shared/contract/closures.ts'
import { slotLabels } from '#shared/rules/slots.ts'
import { t } from '#shared/texts/t.ts'
import { blockFailure, toastNewVisits } from './describe-block.ts'
import { ClosedTimes, rangeOf } from './closed-times.tsx'
import type { BlockedRange } from './affected-visits-query.ts'
import { AffectedVisits } from './affected-visits.tsx'
import { type MoveDialog, useVisitMoves } from './use-visit-moves.tsx'

interface ClosureDialogProps {
  /** Closure to edit; null for a new one. */
  closure: Closure | null
  /** First day of a new closure. */
  date: string
  moveDialog: MoveDialog
  /** Shows visits booked in the meantime. */
  onMeanwhile: (range: BlockedRange) => void
  onClose: () => void
}

export default function ClosureDialog(props: ClosureDialogProps) {
  const { closure, date, onClose } = props
  const { today } = useBusiness()
  const moves = useVisitMoves(props.moveDialog)
  const [seen] = useState(() => new Set<string>())
  const earliest = closure && closure.from < today ? closure.from : today
  return (
    <>
      <DialogForm
        schema={ClosureForm}
        draft={`closure ${closure?.id ?? ''}`}
        send={async (form) => {
          const [known, range] = [new Set(seen), rangeOf(form)]
          await saveClosure(closure, form)
          if (range) void toastNewVisits(range, known, () => props.onMeanwhile(range))
          return true
        }}
        defaultValues={closure ? formOf(closure) : { from: date, to: date }}
        onClose={onClose}
        title={closure ? t('Change this closure') : t('Close days')}
        description={t(
          'Nobody can book these times. Visits already booked stay until you move them.',
        )}
        submitLabel={closure ? t('Save') : t('Block these times')}
        successToast={{
          title: t('Success'),
          description: t('Day schedule updated successfully'),
        }}
        failureToast={blockFailure}
        disabledReason={() => moves.pending && t('The visits are being moved')}
      >
        {({ TextField, DateField, ControlField }, values) => {
          const range = rangeOf(values)
          return (
            <>
              <TextField
                name="name"
                label={t('Name')}
                hint={t('For example Thanksgiving, or truck in repair.')}
              />
              <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2 min-[24rem]:gap-3">
                <DateField name="from" label={t('First day')} min={earliest} />
                <DateField name="to" label={t('Last day')} min={values.from || today} />
              </div>
              <ControlField name="timeSlots">
                {({ value, onChange, error }) => (
                  <ClosedTimes chosen={value ?? slotLabels} onChange={onChange} error={error} />
                )}
              </ControlField>
              <TextField name="reason" label={t('Reason')} hint={t('Only the office sees it.')} />
              {range && <AffectedVisits range={range} moves={moves} seen={seen} />}
            </>
          )
        }}
      </DialogForm>
      {moves.dialog}
    </>
  )
}

const formOf = ({ from, to, timeSlots, name, reason }: Closure) => ({
  from,
  to,
  name,
  reason,
  ...(timeSlots.length < slotLabels.length && { timeSlots }),
})

async function saveClosure(closure: Closure | null, form: ClosureForm): Promise<void> {
  if (closure) {
    const input = { params: { id: closure.id }, body: form, ifMatch: closure.version }
    // Also after a failure, to show someone else's change.
    await api('PUT /api/admin/closures/{id}', input).finally(() =>
      refreshAfter('PUT /api/admin/closures/{id}', input),
    )
    return
  }
  await api('POST /api/admin/block-range', { body: { ...form, isBlocked: true } })
  refreshAfter('POST /api/admin/block-range')
}
