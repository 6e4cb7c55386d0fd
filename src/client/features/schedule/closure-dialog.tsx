import { useState } from 'react'
import { api } from '#client/app/call.ts'
import { DayRangeFields } from '#client/app/form/day-range-fields.tsx'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callQuery, queryClient, refreshAfter } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { type Closure, ClosureForm } from '#shared/contract/closures.ts'
import { t } from '#shared/texts/t.ts'
import { blockFailure, toastNewVisits } from './describe-block.ts'
import { ClosedTimes, rangeOf } from './closed-times.tsx'
import type { BlockedRange } from './affected-visits-query.ts'
import { closureToast, undoChange, undoNewClosure } from './undo-closure.ts'
import { AffectedVisits } from './affected-visits.tsx'
import { type MoveDialog, useVisitMoves } from './use-visit-moves.tsx'

interface ClosureDialogProps {
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
          const saved = await saveClosure(closure, form)
          if (range) void toastNewVisits(range, known, () => props.onMeanwhile(range))
          return saved
        }}
        defaultValues={closure ? formOf(closure) : { from: date, to: date }}
        onClose={onClose}
        title={closure ? t('Change this closure') : t('Close days')}
        description={t(
          'No one can book these times. Visits already booked stay until you move them.',
        )}
        submitLabel={closure ? t('Save') : t('Block these times')}
        successToast={({ saved, undo }) =>
          closureToast(closure ? t('Closure changed') : t('Days closed'), saved, undo)
        }
        failureToast={blockFailure}
        disabledReason={() => moves.pending && t('The visits are being moved')}
      >
        {({ TextField, ControlField }, values) => {
          const range = rangeOf(values)
          return (
            <>
              <TextField
                name="name"
                label={t('Name')}
                hint={t('For example Thanksgiving, or truck in repair.')}
              />
              <DayRangeFields earliest={earliest} />
              <ControlField name="timeSlots">
                {({ value, onChange, error }) => (
                  <ClosedTimes days={values} chosen={value} onChange={onChange} error={error} />
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

const formOf = ({ from, to, timeSlots, wholeDays, name, reason }: Closure) => ({
  from,
  to,
  name,
  reason,
  ...(!wholeDays && { timeSlots }),
})

type Saved = {
  saved: Pick<Closure, 'from' | 'to' | 'timeSlots' | 'wholeDays' | 'name'>
  undo: (() => Promise<unknown>) | null
}

async function saveClosure(closure: Closure | null, form: ClosureForm): Promise<Saved> {
  if (closure) {
    const input = { params: { id: closure.id }, body: form, ifMatch: closure.version }
    // Also after a failure, to show someone else's change.
    const saved = await api('PUT /api/admin/closures/{id}', input).finally(() =>
      refreshAfter('PUT /api/admin/closures/{id}', input),
    )
    return { saved, undo: undoChange(closure, saved) }
  }
  const known = queryClient.getQueryData<Closure[]>(callQuery('GET /api/admin/closures').queryKey)
  const answer = await api('POST /api/admin/block-range', { body: { ...form, isBlocked: true } })
  refreshAfter('POST /api/admin/block-range')
  const { closure: made } = answer
  const saved = made ?? {
    ...form,
    timeSlots: form.timeSlots ?? [],
    wholeDays: form.timeSlots === undefined,
    name: form.name ?? '',
  }
  // Times added to an existing closure can only be reopened as days.
  const isNew = made && known && !known.some(({ id }) => id === made.id)
  return { saved, undo: isNew ? undoNewClosure(made) : null }
}
