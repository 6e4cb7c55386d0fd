import { useBusiness } from '#client/app/session.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { isBounded } from '#shared/rules/closure-days.ts'
import { dateRange } from '#shared/rules/calendar.ts'
import { slotDaysFrom } from '#shared/rules/slot-times.ts'
import { type SlotLabel, slotLabel } from '#shared/rules/slots.ts'
import { type OpeningHours, slotsOn } from '#shared/rules/weekly-hours.ts'
import { formatDay, formatDays, formatSlot } from '#shared/texts/format.ts'
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
  const isRange = from <= to && isBounded({ from, to })
  const { times, changes } = timesOfDays(business, { from, to: isRange ? to : from })
  const all = times.map(({ label }) => label)
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
          checked={all.every((label) => chosen.includes(label))}
          onChange={({ target }) => onChange(target.checked ? undefined : [])}
        />
        {times.map(({ label, when }) => (
          <Checkbox
            key={label}
            label={formatSlot(label)}
            description={when}
            checked={chosen.includes(label)}
            onChange={() => toggle(label)}
          />
        ))}
      </div>
      {changes.length > 0 && (
        <p className="mt-1 text-sm text-soft" aria-live="polite">
          {t('The times of a day change on {days}.', {
            days: changes.map((day) => formatDay(day)).join('; '),
          })}
        </p>
      )}
      {error && <FieldError id="times-error">{error}</FieldError>}
    </fieldset>
  )
}

/** The times that some day of a range offers (all of its times if none does), and the days on which they change. */
function timesOfDays(business: OpeningHours, { from, to }: { from: string; to: string }) {
  const own = slotDaysFrom(from, business).filter(({ first }) => first <= to)
  const offered = new Set(dateRange(from, to).flatMap((date) => slotsOn(date, business)))
  const times = [...Map.groupBy(own, ({ slot }) => slot)]
    .filter(([slot]) => offered.size === 0 || offered.has(slot))
    .toSorted(([one], [other]) => one - other)
    .map(([slot, days]) => {
      const [first, last] = [days[0]?.first ?? from, days.at(-1)?.last ?? to]
      return { label: slotLabel(slot), when: describeDaysWithin({ from, to }, { first, last }) }
    })
  return { times, changes: [...new Set(own.map(({ first }) => first))].filter((day) => day > from) }
}

function describeDaysWithin(
  { from, to }: { from: string; to: string },
  { first, last }: { first: string; last: string },
): string | undefined {
  if (first > from && last < to) return formatDays(first, last)
  if (first > from) return t('From {day}', { day: formatDay(first) })
  return last < to ? t('Until {day}', { day: formatDay(last) }) : undefined
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
