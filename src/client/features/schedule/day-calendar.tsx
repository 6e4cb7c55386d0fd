import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Card } from '#client/ui/card.tsx'
import { addDays } from '#shared/rules/calendar.ts'
import { t } from '#shared/texts/t.ts'
import { Suspense } from 'react'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import type { CalendarProps } from '#client/ui/calendar-month.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

/** Availability covers at most 100 days, including today. */
const farthestAvailability = 99

/** Month calendar; past days are disabled, days with a full slot are marked. */
export function DayCalendar({ date, onDate }: { date: string; onDate: (date: string) => void }) {
  const { today, latestDate } = useBusiness()
  const limit = addDays(today, farthestAvailability)
  const to = latestDate < limit ? latestDate : limit
  const availability = useCall('GET /api/availability', { query: { from: today, to } })
  const busy = new Set(
    (availability.data ?? [])
      .filter((day) => day.slots.some((slot) => slot.status === 'full'))
      .map((day) => day.date),
  )
  return (
    <Card className="w-fit [&>div]:p-2.5!">
      <Calendar
        label={t('Day to plan')}
        value={date}
        onChange={onDate}
        today={today}
        min={today}
        isMarked={(day) => busy.has(day)}
      />
    </Card>
  )
}

const Month = lazyComponent(() => import('#client/ui/calendar-month.tsx'))

/** A lazily loaded month to pick a day from. */
function Calendar(props: CalendarProps) {
  return (
    <Suspense fallback={<Skeleton className="h-85 w-full max-w-85" />}>
      <Month {...props} />
    </Suspense>
  )
}
