import type { KeyboardEvent } from 'react'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { weekdayNames } from '#shared/rules/service-days.ts'
import { slotLabel, standardSlots, startOf } from '#shared/rules/slots.ts'
import {
  describeHours,
  describeWeeklyHours,
  slotsAt,
  type WeeklyHours,
} from '#shared/rules/weekly-hours.ts'
import { formatClock, formatSlot } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

interface HoursGridProps {
  label: string
  hours: WeeklyHours
  onChange: (hours: WeeklyHours) => void
  error: string | undefined
}

const columns = 'grid grid-cols-5 @lg:grid-cols-[minmax(0,1fr)_repeat(5,3.5rem)]'
const allStarts = standardSlots.map(startOf)
/** The whole day plus its slots. */
const boxesOfDay = standardSlots.length + 1

export function HoursGrid({ label, hours, onChange, error }: HoursGridProps) {
  const set = (day: number, own: readonly string[]) =>
    onChange(weekdayNames.map((_, at) => (at === day ? own : (hours[at] ?? []))))
  return (
    <fieldset
      className="@container"
      aria-describedby={error ? 'hours-error' : undefined}
      onKeyDown={moveFocus}
    >
      <legend className="font-medium">{label}</legend>
      <div aria-hidden="true" className={`${columns} pt-2 @max-lg:hidden`}>
        <span />
        {standardSlots.map((slot) => (
          <span key={slot} className="px-1 text-center text-sm text-soft">
            {formatClock(startOf(slot))}
          </span>
        ))}
      </div>
      <ul className="divide-y divide-line">
        {weekdayNames.map((name, day) => (
          <Day
            key={name}
            name={translate(name)}
            own={hours[day] ?? []}
            onChange={(own) => set(day, own)}
          />
        ))}
      </ul>
      {error ? (
        <FieldError id="hours-error">{error}</FieldError>
      ) : (
        <p className="mt-2 text-sm text-soft" aria-live="polite">
          {t('Your pages show: {hours}', { hours: describeWeeklyHours(hours) })}
        </p>
      )}
    </fieldset>
  )
}

interface DayProps {
  name: string
  own: readonly string[]
  onChange: (own: string[]) => void
}

function Day({ name, own, onChange }: DayProps) {
  const isWhole = own.length === allStarts.length
  return (
    <li className={`${columns} items-center py-1.5`}>
      <Checkbox
        className="max-lg:min-h-11 @max-lg:col-span-5"
        label={name}
        description={own.length > 0 ? describeHours(slotsAt(own)) : t('Closed')}
        aria-label={t('{day}, whole day', { day: name })}
        checked={isWhole}
        indeterminate={!isWhole && own.length > 0}
        onChange={({ target }) => onChange(target.checked ? [...allStarts] : [])}
      />
      {standardSlots.map((slot) => (
        <Checkbox
          key={slot}
          stacked
          label={
            <span className="block text-center text-sm leading-tight text-soft @lg:hidden">
              {formatClock(startOf(slot))}
            </span>
          }
          aria-label={t('{day}, {time}', { day: name, time: formatSlot(slotLabel(slot)) })}
          checked={own.includes(startOf(slot))}
          onChange={() =>
            onChange(allStarts.filter((one) => own.includes(one) !== (one === startOf(slot))))
          }
        />
      ))}
    </li>
  )
}

/** Arrow keys follow the grid; Tab visits every box too. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -boxesOfDay, ArrowDown: boxesOfDay }[
    event.key
  ]
  if (!step) return
  const boxes = [...event.currentTarget.querySelectorAll('input')]
  const next = boxes[boxes.findIndex((box) => box === document.activeElement) + step]
  event.preventDefault()
  next?.focus()
}
