import { useBusiness } from '#client/app/session.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { isBounded } from '#shared/rules/closure-days.ts'
import { slotsBetween } from '#shared/rules/slot-times.ts'
import { type SlotLabel, slotLabel } from '#shared/rules/slots.ts'
import { formatSlot } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { BlockedRange } from './affected-visits-query.ts'

interface ClosedTimesProps {
  /** Undefined for whole days. */
  chosen: readonly SlotLabel[] | undefined
  days: Pick<Typed, 'from' | 'to'>
  onChange: (chosen: readonly SlotLabel[] | undefined) => void
  error: string | undefined
}

export function ClosedTimes({ chosen: some, days, onChange, error }: ClosedTimesProps) {
  const business = useBusiness()
  const { from = business.today, to = from } = days
  const all = slotsBetween(business, { from, to: to < from ? from : to }).map(slotLabel)
  const chosen = some ?? all
  const toggle = (label: SlotLabel) => {
    const next = all.filter((one) => chosen.includes(one) !== (one === label))
    onChange(next.length === all.length ? undefined : next)
  }
  return (
    <fieldset>
      <legend className="font-medium">{t('Times')}</legend>
      <div className="mt-1 grid grid-cols-1 gap-x-3 sm:grid-cols-2">
        <Checkbox
          label={t('Whole days')}
          checked={chosen.length === all.length}
          onChange={({ target }) => onChange(target.checked ? undefined : [])}
        />
        {all.map((label) => (
          <Checkbox
            key={label}
            label={formatSlot(label)}
            checked={chosen.includes(label)}
            onChange={() => toggle(label)}
          />
        ))}
      </div>
      {error && <FieldError id="times-error">{error}</FieldError>}
    </fieldset>
  )
}

type Typed = {
  from?: string | undefined
  to?: string | undefined
  timeSlots?: readonly SlotLabel[] | undefined
}

/** Null if invalid. */
export function rangeOf({ from, to, timeSlots }: Typed): BlockedRange | null {
  if (!from || !to || from > to || !isBounded({ from, to })) return null
  return timeSlots?.length === 0 ? null : { from, to, ...(timeSlots && { timeSlots }) }
}
