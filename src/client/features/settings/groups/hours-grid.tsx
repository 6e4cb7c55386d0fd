import { clsx } from 'clsx'
import type { CSSProperties, KeyboardEvent } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { weekdayNames } from '#shared/rules/service-days.ts'
import {
  storedLists,
  listsOf,
  slotsBetween,
  slotsIn,
  slotsOfDay,
  type SlotTimes,
} from '#shared/rules/slot-times.ts'
import { type Slot, slotLabel, startOf } from '#shared/rules/slots.ts'
import {
  describeHours,
  describeWeeklyHours,
  slotsAt,
  startsWithOlder,
  type WeeklyHours,
} from '#shared/rules/weekly-hours.ts'
import { formatClock, formatDay, formatSlot } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

interface HoursGridProps {
  label: string
  hours: WeeklyHours
  onChange: (hours: WeeklyHours) => void
  error: string | undefined
  /** The times of a list being planned; without it, those from today on. */
  times?: SlotTimes
}

/** More times than fit next to the day's name go below it. */
const mostBeside = 6
const beside =
  'grid grid-cols-5 gap-y-1.5 @lg:grid-cols-[minmax(0,1fr)_repeat(var(--times),3.5rem)]'
const below = 'grid grid-cols-5 gap-y-1.5 @lg:grid-cols-6'

export function HoursGrid({ label, hours, onChange, error, times }: HoursGridProps) {
  const business = useBusiness()
  // A planned list of times has its own columns until it takes effect.
  const slots = times ? slotsIn(times) : slotsBetween(business, { from: business.today })
  const older = listsOf(business)
    .slice(-storedLists)
    .flatMap(slotsIn)
    .filter((slot) => !slots.includes(slot))
  const change = !times && listsOf(business).find(({ from }) => from > business.today)?.from
  const set = (day: number, own: readonly string[]) =>
    onChange(weekdayNames.map((_, at) => (at === day ? own : (hours[at] ?? []))))
  return (
    <fieldset
      className="@container"
      style={{ '--times': slots.length } as CSSProperties}
      aria-describedby={error ? 'hours-error' : undefined}
      onKeyDown={(event) => moveFocus(event, slots.length + 1)}
    >
      <legend className="font-medium">{label}</legend>
      {slots.length <= mostBeside && (
        <div aria-hidden="true" className={`${beside} pt-2 @max-lg:hidden`}>
          <span />
          {slots.map((slot) => (
            <span key={slot} className="px-1 text-center text-sm text-soft">
              {formatClock(startOf(slot))}
            </span>
          ))}
        </div>
      )}
      <ul className="divide-y divide-line">
        {weekdayNames.map((name, day) => (
          <Day
            key={name}
            name={translate(name)}
            slots={slots}
            older={older}
            own={hours[day] ?? []}
            onChange={(own) => set(day, own)}
          />
        ))}
      </ul>
      {change && (
        <p className="mt-2 text-sm text-soft">
          {t(
            'The times of a day change on {day}. Until then, the times before and after it are here.',
            {
              day: formatDay(change, { year: true }),
            },
          )}
        </p>
      )}
      {error ? (
        <FieldError id="hours-error">{error}</FieldError>
      ) : (
        <p className="mt-2 text-sm text-soft" aria-live="polite">
          {t('Your pages show: {hours}', {
            hours: describeWeeklyHours(hours, times ? slots : slotsOfDay(business.today, business)),
          })}
        </p>
      )}
    </fieldset>
  )
}

interface DayProps {
  name: string
  slots: readonly Slot[]
  /** Of earlier lists. */
  older: readonly Slot[]
  own: readonly string[]
  onChange: (own: string[]) => void
}

function Day({ name, slots, older, own, onChange }: DayProps) {
  const starts = [...new Set(slots.map(startOf))]
  const shown = slotsAt(own, slots)
  const isBeside = slots.length <= mostBeside
  const isWhole = starts.every((start) => own.includes(start))
  const choose = (chosen: readonly string[]) =>
    onChange(startsWithOlder(chosen, { before: own, slots, older }))
  return (
    <li className={clsx('items-center py-1.5', isBeside ? beside : below)}>
      <Checkbox
        className={clsx('max-lg:min-h-11', isBeside ? '@max-lg:col-span-5' : 'col-span-full')}
        label={name}
        description={shown.length > 0 ? describeHours(shown, slots) : t('Closed')}
        aria-label={t('{day}, whole day', { day: name })}
        checked={isWhole}
        indeterminate={!isWhole && shown.length > 0}
        onChange={({ target }) => choose(target.checked ? starts : [])}
      />
      {slots.map((slot) => (
        <Checkbox
          key={slot}
          stacked
          label={
            <span
              className={clsx(
                'block text-center text-sm leading-tight text-soft',
                isBeside && '@lg:hidden',
              )}
            >
              {formatClock(startOf(slot))}
            </span>
          }
          aria-label={t('{day}, {time}', { day: name, time: formatSlot(slotLabel(slot)) })}
          checked={own.includes(startOf(slot))}
          onChange={() =>
            choose(starts.filter((one) => own.includes(one) !== (one === startOf(slot))))
          }
        />
      ))}
    </li>
  )
}

/** Arrow keys follow the grid of a box for the whole day and one for each time; Tab visits every box too. */
function moveFocus(event: KeyboardEvent<HTMLElement>, boxesOfDay: number): void {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -boxesOfDay, ArrowDown: boxesOfDay }[
    event.key
  ]
  if (!step) return
  const boxes = [...event.currentTarget.querySelectorAll('input')]
  const next = boxes[boxes.findIndex((box) => box === document.activeElement) + step]
  event.preventDefault()
  next?.focus()
}
