import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { QuartStrip } from '#client/brand/quart-strip.tsx'
import { Button, IconButton, Anchor, QuietButton } from '#client/ui/button.tsx'
import { addDays, startOfWeek } from '#shared/rules/calendar.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { isOpenDay } from '#shared/rules/weekly-hours.ts'
import { formatDay } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { isDayBlocked, type SlotRow } from './board/board.ts'
import { markOf } from './board/week-board.tsx'

interface DayHeadingProps {
  date: string
  slots: readonly SlotRow[] | undefined
  loading: boolean
  onDate: (date: string) => void
  onBlockDay: (slots: readonly SlotRow[]) => void
}

export function DayHeading({ date, slots, loading, onDate, onBlockDay }: DayHeadingProps) {
  const business = useBusiness()
  const { today } = business
  const visits = slots?.reduce((sum, { jobs }) => sum + jobs.length, 0)
  const blocked = slots && isDayBlocked(slots)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex items-center gap-1">
        <IconButton
          icon={<ChevronLeft />}
          label={t('Previous day')}
          aria-disabled={date <= today || undefined}
          onClick={() => date > today && onDate(addDays(date, -1))}
          className="-ml-2.5"
        />
        <div className="min-w-40 text-center sm:min-w-44" aria-live="polite">
          <h2 className="text-lg">{formatDay(date, { long: true })}</h2>
          <p className="flex items-center justify-center gap-2 text-sm text-soft">
            <QuartStrip marks={slots?.map(markOf) ?? ['free', 'free', 'free', 'free', 'free']} />
            {visits === undefined
              ? loading && t('Loading')
              : plural(visits, { one: '{count} visit', other: '{count} visits' })}
          </p>
        </div>
        <IconButton
          icon={<ChevronRight />}
          label={t('Next day')}
          onClick={() => onDate(addDays(date, 1))}
        />
      </div>
      {date !== today && (
        <QuietButton className="mr-auto" onClick={() => onDate(today)}>
          {t('Today')}
        </QuietButton>
      )}
      {(blocked || isOpenDay(date, business)) && (
        <Button
          disabledReason={!slots && t('The day is still loading')}
          onClick={() => slots && onBlockDay(slots)}
        >
          {blocked ? t('Unblock Day') : t('Block Entire Day')}
        </Button>
      )}
    </div>
  )
}

interface WeekHeadingProps {
  /** A Monday. */
  from: string
  onDate: (date: string) => void
}

export function WeekHeading({ from, onDate }: WeekHeadingProps) {
  const { today } = useBusiness()
  const isFirst = from <= startOfWeek(today)
  const earlier = addDays(from, -7)
  return (
    <div className="flex flex-wrap items-center gap-1">
      <IconButton
        icon={<ChevronLeft />}
        label={t('Previous week')}
        aria-disabled={isFirst || undefined}
        onClick={() => !isFirst && onDate(earlier < today ? today : earlier)}
        className="-ml-2.5"
      />
      <h2 className="min-w-40 text-center text-lg sm:min-w-44" aria-live="polite">
        {formatDay(from)} – {formatDay(addDays(from, 6))}
      </h2>
      <IconButton
        icon={<ChevronRight />}
        label={t('Next week')}
        onClick={() => onDate(addDays(from, 7))}
      />
      {!isFirst && <QuietButton onClick={() => onDate(today)}>{t('Today')}</QuietButton>}
    </div>
  )
}

export function ViewSwitch({ date, isWeek }: { date: string; isWeek: boolean }) {
  const link = (href: string, label: string, current: boolean) => (
    <Anchor
      href={href}
      aria-current={current ? 'page' : undefined}
      className={clsx(
        'inline-flex min-h-11 items-center px-4 font-semibold no-underline',
        current ? 'bg-ink text-paper' : 'hover:bg-ink/6',
      )}
    >
      {label}
    </Anchor>
  )
  return (
    <nav
      aria-label={t('View')}
      className="inline-flex w-fit overflow-clip rounded-control border border-edge/60 bg-card"
    >
      {link(officePaths.scheduleOn(date), t('Day'), !isWeek)}
      {link(officePaths.scheduleWeek(date), t('Week'), isWeek)}
    </nav>
  )
}
