import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { addDays, startOfWeek } from '#shared/rules/calendar.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface WeekHeadingProps {
  /** A Monday. */
  from: string
  onDate: (date: string) => void
}

/** The seven days that are shown, and the way to those before and after. */
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
      {!isFirst && (
        <Button size="small" variant="quiet" onClick={() => onDate(today)}>
          {t('Today')}
        </Button>
      )}
    </div>
  )
}
