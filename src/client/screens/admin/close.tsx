import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useSearchParam } from '#client/app/search-params.ts'
import { useBusiness } from '#client/app/session.ts'
import { ComparisonCard } from '#client/features/daily-close/comparison-card.tsx'
import { DayNav, Figures, NetChart } from '#client/features/daily-close/day-and-figures.tsx'
import { LedgerCard } from '#client/features/daily-close/ledger-card.tsx'
import { ProblemsCard } from '#client/features/daily-close/difference-list.tsx'
import { SignOffCard } from '#client/features/daily-close/sign-off-card.tsx'
import { TechniciansCard } from '#client/features/daily-close/technicians-card.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CloseProblem, DailyClose } from '#shared/contract/daily-close.ts'
import { isLocalDate } from '#shared/rules/calendar.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const ResolveDialog = lazyDialog(() => import('#client/features/payments/resolve-dialog.tsx'))

/** The day's money by the ledger, compared with the card network and signed off. */
export default function Close() {
  const { today } = useBusiness()
  const [requested, setDate] = useSearchParam('date')
  const date = isLocalDate(requested) && requested <= today ? requested : today
  const close = useCall('GET /api/admin/close', { query: { date } })
  return (
    <Page
      wide
      title={t('Daily close')}
      back={{ href: paths.payments, label: t('Payments') }}
      lede={formatDay(date, { long: true, year: true })}
    >
      <DayNav
        date={date}
        first={close.data?.first}
        onDate={(day) => setDate(day === today ? '' : day)}
      />
      <Loaded
        parts={[close]}
        loading={<Skeleton className="h-140 w-full rounded-card!" />}
        failed={t('The day could not be loaded')}
      >
        {(day) => <Day close={day} />}
      </Loaded>
    </Page>
  )
}

function Day({ close }: { close: DailyClose }) {
  // As of opening the dialog.
  const [problem, setProblem] = useState<CloseProblem | null>(null)
  return (
    <div className="space-y-4">
      <About close={close} />
      <Figures figures={close.total} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="min-w-0 space-y-4">
          <ComparisonCard close={close} />
          <ProblemsCard problems={close.problems} onResolve={setProblem} />
        </div>
        <div className="min-w-0 space-y-4">
          <SignOffCard close={close} />
          <NetChart days={close.days} />
        </div>
      </div>
      <TechniciansCard close={close} />
      <LedgerCard close={close} />
      {problem && (
        <ResolveDialog
          payment={{ ...problem, problems: [problem] }}
          onClose={() => setProblem(null)}
        />
      )}
    </div>
  )
}

/** Notes about the day, above its figures. */
function About({ close: { state, hours, entries } }: { close: DailyClose }) {
  const words = [
    state === 'running' && t('This day is not over yet: figures are as of now.'),
    hours !== 24 && t('The clocks changed on this day: it has {hours} hours.', { hours }),
    entries === 0 && state === 'over' && t('Nothing was booked on this day.'),
  ].filter((line) => line !== false)
  if (words.length === 0) return null
  return <Banner>{words.join(' ')}</Banner>
}
