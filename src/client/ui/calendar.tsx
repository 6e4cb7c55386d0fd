import { Suspense } from 'react'
import { lazyComponent } from './lazy-load.ts'
import type { CalendarProps } from './calendar-month.tsx'
import { Skeleton } from './skeleton.tsx'

const Month = lazyComponent(() => import('./calendar-month.tsx'))

/** A lazily loaded month to pick a day from. */
export function Calendar(props: CalendarProps) {
  return (
    <Suspense fallback={<Skeleton className="h-85 w-full max-w-85" />}>
      <Month {...props} />
    </Suspense>
  )
}
