import { clsx } from 'clsx'
import { Fragment, useEffect, useId, useRef, type ReactNode } from 'react'
import { formatDay, formatMonthName, formatWeekday } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { FieldError, questionStyle } from './field.tsx'
import { BackGlyph } from './glyphs.tsx'
import { IconButton } from './button.tsx'

interface DateChoice {
  /** Business-local date `YYYY-MM-DD`. */
  date: string
  mark?: ReactNode
  /** Read after the date by screen readers: '3 slots free'. */
  detail?: string
  flagged?: boolean
  /** Why it is disabled: 'Closed', 'Fully booked'. */
  disabledReason?: string | false | null
}

interface DateStripProps {
  legend: ReactNode
  days: readonly DateChoice[]
  value: string | null | undefined
  onChange: (date: string) => void
  error?: string | undefined
}

/** A swipeable row of days, as radio inputs. */
export function DateStrip(props: DateStripProps) {
  const { legend, days, value, onChange, error } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('label:has(:checked)')
    if (chosen && list.current) list.current.scrollLeft = chosen.offsetLeft - 16
    // Only the initial choice needs scrolling.
  }, [])

  return (
    <fieldset className="relative min-w-0" aria-describedby={error ? `${id}error` : undefined}>
      <legend className={questionStyle}>{legend}</legend>
      <div
        ref={list}
        className="relative -mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pt-1 pb-2 sm:-mx-1 sm:scroll-px-1 sm:px-1"
      >
        {days.map((day, index) => (
          <Fragment key={day.date}>
            {index > 0 && day.date.endsWith('-01') && (
              <span aria-hidden="true" className="flex-none self-center text-sm font-semibold">
                {formatMonthName(day.date)}
              </span>
            )}
            <Day
              day={day}
              name={id}
              checked={day.date === value}
              onChange={() => onChange(day.date)}
            />
          </Fragment>
        ))}
      </div>
      {/* For a mouse; touch swipes and arrow keys work without it. */}
      <span aria-hidden="true" className="absolute -top-11 right-0 hidden sm:pointer-fine:flex">
        {[-1, 1].map((direction) => (
          <IconButton
            key={direction}
            icon={<BackGlyph />}
            label={direction === 1 ? t('Later days') : t('Earlier days')}
            tabIndex={-1}
            // Six days at a time.
            onClick={() => list.current?.scrollBy({ left: direction * 432 })}
            className={clsx(direction === 1 && 'rotate-180')}
          />
        ))}
      </span>
      {error && <FieldError id={`${id}error`}>{error}</FieldError>}
    </fieldset>
  )
}

interface DayProps {
  day: DateChoice
  name: string
  checked: boolean
  onChange: () => void
}

function Day({ day, name, checked, onChange }: DayProps) {
  const off = Boolean(day.disabledReason)
  const spoken = [formatDay(day.date, { long: true }), day.disabledReason || day.detail]
  return (
    <label
      className={clsx(
        'relative flex min-h-21 w-16 flex-none snap-start flex-col items-center justify-between rounded-control border px-1 py-2 transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-amber',
        checked && 'border-ink bg-ink text-paper',
        !checked &&
          (off ? 'border-transparent text-soft' : 'border-line bg-card hover:border-edge'),
      )}
    >
      <input
        type="radio"
        name={name}
        value={day.date}
        checked={checked}
        disabled={off}
        onChange={onChange}
        aria-label={spoken.filter(Boolean).join(', ')}
        className="absolute inset-0 size-full appearance-none rounded-control outline-none"
      />
      {day.flagged && (
        <span
          aria-hidden="true"
          className="absolute top-1.5 right-1.5 size-2 rounded-full bg-oil"
        />
      )}
      <span aria-hidden="true" className={clsx('text-sm', !checked && 'text-soft')}>
        {formatWeekday(day.date, 'short')}
      </span>
      <span
        aria-hidden="true"
        className={clsx('text-lg leading-none font-semibold', off && 'font-normal line-through')}
      >
        {Number(day.date.slice(8))}
      </span>
      <span aria-hidden="true" className="flex min-h-5 items-center text-sm leading-none">
        {day.mark ?? formatMonthName(day.date)}
      </span>
    </label>
  )
}
