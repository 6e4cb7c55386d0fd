import type { ComponentProps, ReactNode } from 'react'
import { Loaded } from '#client/app/loaded.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

interface BookingPageProps extends Omit<ComponentProps<typeof Page>, 'back'> {
  /** Data to load before the first question. */
  parts: ComponentProps<typeof Loaded>['parts']
  children: ReactNode
}

/** Shows a booking once everything it needs has loaded. */
export function BookingPage({ parts, children, ...header }: BookingPageProps) {
  return (
    <Page {...header} back={{ href: paths.home, label: t('Home') }}>
      <Loaded
        parts={parts}
        loading={<BookingSkeleton />}
        failed={t('The booking page could not be loaded')}
      >
        {() => children}
      </Loaded>
    </Page>
  )
}

const shapes = ['h-17', 'h-17', 'mt-10 h-21', 'mt-10 h-42']

export function BookingSkeleton() {
  return shapes.map((shape, at) => (
    <Skeleton key={at} className={`mb-2.5 w-full rounded-card! ${shape}`} />
  ))
}
