import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { formatDay, formatMonth, formatWeekday } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export interface CalendarProps {
  label: string
  value: string
  onChange: (date: string) => void
  today: string
  /** Earlier days are disabled. */
  min: string
  /** Days with bookings get a small amber mark. */
  isMarked: (date: string) => boolean
}

const dayButton =
  'relative flex h-11 w-full items-center justify-center rounded-control text-base hover:bg-ink/7 disabled:cursor-not-allowed disabled:text-soft/60 disabled:hover:bg-transparent'

const monthButton =
  'flex size-11 items-center justify-center rounded-control hover:bg-ink/7 aria-disabled:opacity-35'

const classNames = {
  root: 'w-full max-w-82',
  months: 'relative',
  month_caption: 'flex h-11 items-center px-2 text-base font-semibold',
  nav: 'absolute top-0 right-0 z-10 flex gap-1',
  button_previous: monthButton,
  button_next: monthButton,
  chevron: 'size-5 fill-current',
  month_grid: 'mt-1 w-full table-fixed border-collapse',
  weekday: 'h-11 text-sm font-medium text-soft',
  day: 'p-px',
  day_button: dayButton,
  today: 'font-bold [&>button]:ring-1 [&>button]:ring-edge [&>button]:ring-inset',
  selected: '[&>button]:bg-ink! [&>button]:text-paper! font-semibold',
  outside: 'invisible',
}

const marked =
  '[&>button]:after:absolute [&>button]:after:bottom-1.5 [&>button]:after:h-1 [&>button]:after:w-3 [&>button]:after:rounded-full [&>button]:after:bg-oil'

export default function CalendarMonth(props: CalendarProps) {
  const { label, value, onChange, today, min, isMarked } = props
  const [month, setMonth] = useState(() => toDate(value))
  const [shown, setShown] = useState(value)
  // Follow a day chosen elsewhere.
  if (value !== shown) {
    setShown(value)
    setMonth(toDate(value))
  }
  return (
    <DayPicker
      mode="single"
      required
      aria-label={label}
      selected={toDate(value)}
      onSelect={(day: Date) => onChange(toIso(day))}
      month={month}
      onMonthChange={setMonth}
      today={toDate(today)}
      startMonth={toDate(min)}
      disabled={{ before: toDate(min) }}
      modifiers={{ marked: (day) => isMarked(toIso(day)) }}
      modifiersClassNames={{ marked }}
      // The default label repeats 'selected' and 'Today', which axe rejects.
      labels={{
        labelNav: () => t('Months'),
        labelPrevious: () => t('Previous month'),
        labelNext: () => t('Next month'),
        labelGrid: (first) => formatMonth(toIso(first)),
        labelWeekday: (day) => formatWeekday(toIso(day), 'long'),
        labelDayButton: (day) => formatDay(toIso(day), { long: true, year: true }),
      }}
      formatters={{
        formatCaption: (first) => formatMonth(toIso(first)),
        formatWeekdayName: (day) => formatWeekday(toIso(day), 'short'),
      }}
      classNames={classNames}
    />
  )
}

// Local noon: no time zone changes its clock then.
function toDate(date: string): Date {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 12)
}

function toIso(day: Date): string {
  const month = `${day.getMonth() + 1}`.padStart(2, '0')
  return `${day.getFullYear()}-${month}-${`${day.getDate()}`.padStart(2, '0')}`
}
