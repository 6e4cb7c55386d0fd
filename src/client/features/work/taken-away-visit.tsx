import { CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { stuckOf } from '#client/app/work/waiting-changes.ts'
import { useWaiting } from '#client/app/work/work-outbox.ts'
import { Card } from '#client/ui/card.tsx'
import { ErrorState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { TakenAway as Fact } from '#shared/contract/unsent-work.ts'
import { formatInstant, formatVisit } from '#shared/texts/format.ts'
import { askUs } from '#shared/rules/reach.ts'
import { t, translate, wording } from '#shared/texts/t.ts'
import { UnsentChanges } from './unsent-changes.tsx'

interface TakenAwayProps {
  jobId: string
  /** Shown if the visit was never this technician's. */
  otherwise?: ReactNode
  /** Cached facts, above the loading error. */
  known?: ReactNode
}

/** Explains a visit that was reassigned, moved or cancelled, with the technician's unsent work on it. */
export default function TakenAway({ jobId, otherwise, known }: TakenAwayProps) {
  const fact = useCall('GET /api/jobs/{id}/taken-away', { params: { id: jobId } }, { staleTime: 0 })
  const { entries } = useWaiting()
  const own = entries.filter((entry) => entry.jobId === jobId)
  // Work for the new time is being sent.
  const isStillTheirs = fact.data && stillTheirs.has(fact.data.what)
  const unsent = isStillTheirs ? stuckOf(jobId, entries) : own
  if (fact.isPending) return <Skeleton className="h-40 w-full rounded-card!" />
  // The page already asks to sign in.
  if (fact.error?.status === 401) return null
  const isUnknown = fact.error?.status === 404 || fact.error?.status === 400
  // Visits the technician ended have their own banner.
  const isOwn = fact.data?.by === 'self'
  if ((isUnknown || isOwn) && unsent.length === 0) return otherwise
  if (!fact.data && !isUnknown)
    return (
      <div className="space-y-4">
        {known}
        <ErrorState
          title={t('What happened to this visit could not be loaded')}
          text={translate(fact.error?.message ?? '')}
          onRetry={() => void fact.refetch()}
          pending={fact.isFetching}
        />
      </div>
    )
  return (
    <Card title={fact.data ? titleOf(fact.data) : t('This visit is no longer yours')}>
      {fact.data && <ReassignedNote fact={fact.data} />}
      {unsent.length > 0 && <UnsentChanges jobId={jobId} fact={fact.data} entries={unsent} />}
    </Card>
  )
}

const stillTheirs = new Set<Fact['what']>(['rescheduled', 'completed', 'other_car'])

function titleOf({ what, number }: Fact): string {
  if (what === 'cancelled') return t('Visit {number} was cancelled', { number })
  if (what === 'not_done') return t('Visit {number} was ended as not done', { number })
  if (what === 'completed') return t('Visit {number} was completed', { number })
  if (what === 'other_car') return t('Visit {number} is for another car now', { number })
  if (what === 'rescheduled') return t('Visit {number} was moved', { number })
  return t('Visit {number} is no longer yours', { number })
}

function ReassignedNote({ fact }: { fact: Fact }) {
  const business = useBusiness()
  const facts = {
    by: whoDid(fact),
    at: formatInstant(fact.at, business.timeZone),
    visit: formatVisit(fact.scheduledDate, fact.scheduledTime),
  }
  return (
    <>
      <p className="flex gap-2.5">
        <CalendarX className="mt-0.5 flex-none text-amber" />
        {sentences[fact.what](facts)}
      </p>
      {fact.what === 'cancelled' && (
        <p className="mt-2">
          {t('There is nothing left to do there. For questions, {askUs}', {
            askUs: wording(askUs('phone', business)),
          })}
        </p>
      )}
      {fact.reason && <p className="mt-2">{t('Reason: {reason}', { reason: fact.reason })}</p>}
    </>
  )
}

function whoDid({ by, name }: Fact): string {
  if (by === 'self') return t('You')
  if (by === 'customer') return t('The customer')
  return by === 'office' && name ? t('{name} of the office', { name }) : t('The office')
}

type Facts = { by: string; at: string; visit: string }

const sentences: Record<Fact['what'], (facts: Facts) => string> = {
  reassigned: (facts) => t('{by} gave it to another technician on {at}. It was on {visit}.', facts),
  unassigned: (facts) => t('{by} took it off your list on {at}. It was on {visit}.', facts),
  moved: (facts) =>
    t('{by} moved it on {at}, and another technician comes then. It was on {visit}.', facts),
  rescheduled: (facts) => t('{by} moved it on {at}. It was on {visit}.', facts),
  not_done: (facts) => t('{by} ended it as not done on {at}. It was on {visit}.', facts),
  completed: (facts) => t('{by} completed it on {at}. It was on {visit}.', facts),
  other_car: (facts) => t('{by} chose another car on {at}. The visit is on {visit}.', facts),
  cancelled: (facts) => t('{by} cancelled it on {at}. It was on {visit}.', facts),
}
