import { useEffect } from 'react'
import { officePaths } from '#shared/rules/office-paths.ts'
import { useBusiness } from '#client/app/session.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { TextLink, SmallButton } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { AffectedVisit } from '#shared/contract/closures.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { callThem } from '#shared/rules/reach.ts'
import { slotOf } from '#shared/rules/slots.ts'
import { isOffered, type WeeklyHours, withHours } from '#shared/rules/weekly-hours.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import {
  type BlockedRange,
  isInRange,
  useAffectedVisits,
  useVisitsOutside,
} from './affected-visits-query.ts'
import { type IsClosed, type MoveResult, type Moves, nameVisit } from './use-visit-moves.tsx'

interface AffectedVisitsProps {
  range: BlockedRange
  moves: Moves
  /** Collects ids of the visits shown. */
  seen?: Set<string>
  blocked?: boolean
}

export function AffectedVisits({ range, ...rest }: AffectedVisitsProps) {
  const isClosed: IsClosed = (date, time) => isInRange(range, date, time)
  return <StandingVisits visits={useAffectedVisits(range)} isClosed={isClosed} {...rest} />
}

export function VisitsOutsideHours({ hours, moves }: { hours: WeeklyHours; moves: Moves }) {
  const business = useBusiness()
  const isClosed: IsClosed = (date, time) =>
    !isOffered(date, slotOf(time), withHours(business, { weeklyHours: hours }, business.today))
  return <StandingVisits visits={useVisitsOutside(hours)} isClosed={isClosed} moves={moves} />
}

interface StandingVisitsProps extends Omit<AffectedVisitsProps, 'range'> {
  visits: ReturnType<typeof useAffectedVisits>
  isClosed: IsClosed
}

/** Visits in closing times: move one, move all, or keep them. */
function StandingVisits({ visits, isClosed, moves, seen, blocked }: StandingVisitsProps) {
  useEffect(() => {
    for (const { job } of visits.data ?? []) seen?.add(job.id)
  }, [visits.data, seen])
  return (
    <div aria-live="polite" className="space-y-2 empty:hidden">
      <Loaded
        parts={[visits]}
        loading={<Skeleton lines={1} />}
        failed={t('The visits of this time could not be loaded')}
      >
        {(list) =>
          list.length > 0 ? (
            <Visits {...{ isClosed, list, moves, blocked }} />
          ) : (
            blocked && <p className="text-soft">{t('No visits are left at this time.')}</p>
          )
        }
      </Loaded>
      {moves.results.length > 0 && <Results results={moves.results} />}
    </div>
  )
}

interface VisitsProps {
  isClosed: IsClosed
  list: readonly AffectedVisit[]
  moves: Moves
  blocked: boolean | undefined
}

function Visits({ isClosed, list, moves, blocked }: VisitsProps) {
  const movable = list.filter(({ proposal }) => proposal)
  return (
    <section
      aria-label={t('Visits in this time')}
      className="rounded-control bg-amber-wash px-3 py-2.5"
    >
      <p className="font-medium text-amber">
        {plural(list.length, {
          one: '{count} visit is booked and stays:',
          other: '{count} visits are booked and stay:',
        })}
      </p>
      <ul className="mt-1 max-h-72 divide-y divide-amber/20 overflow-y-auto text-sm">
        {list.map((visit) => (
          <VisitRow
            key={visit.job.id}
            visit={visit}
            busy={moves.pending}
            onMove={() => moves.move(visit, isClosed)}
          />
        ))}
      </ul>
      {movable.length > 1 && (
        <SmallButton
          className="mt-2"
          pending={moves.pending}
          pendingLabel={t('Moving {done} of {all}…', {
            done: moves.results.length,
            all: movable.length,
          })}
          onClick={() => void moves.moveAll(movable)}
        >
          {t('Move all to the proposed times')}
        </SmallButton>
      )}
      {!blocked && (
        <p className="mt-2 text-sm text-soft">
          {list.some(({ job }) => job.customer.isUnreached)
            ? t(
                'Customers are notified when you move them, except those you must call. Other visits stay booked.',
              )
            : t('Customers are notified when you move them. Other visits stay booked.')}
        </p>
      )}
    </section>
  )
}

function VisitRow(props: { visit: AffectedVisit; busy: boolean; onMove: () => void }) {
  const { visit, busy, onMove } = props
  const { job } = visit
  const call = callThem(job.customer)
  return (
    <li className="flex items-center justify-between gap-3 py-1.5">
      <span className="min-w-0">
        <span className="block wrap-anywhere">
          {formatVisit(job.scheduledDate, job.scheduledTime)} ·{' '}
          <TextLink href={officePaths.officeVisit(job.id)}>{job.number}</TextLink>
          {job.customer.name && ` · ${job.customer.name}`}
        </span>
        <span className="block text-soft">{describeProposal(visit)}</span>
        {call && <span className="block">{call}</span>}
      </span>
      {isNotStarted(job.status) && (
        <SmallButton
          className="flex-none"
          aria-label={t('Move {number}', { number: job.number })}
          disabledReason={busy && t('The visits are being moved')}
          onClick={onMove}
        >
          {t('Move')}
        </SmallButton>
      )}
    </li>
  )
}

function describeProposal({ job, proposal }: AffectedVisit): string {
  if (!isNotStarted(job.status)) return t('Under way, it cannot be moved.')
  if (!proposal) return t('No available time was found.')
  const visit = formatVisit(proposal.scheduledDate, proposal.scheduledTime)
  return proposal.technicianId === null
    ? t('Next available time: {visit}, unassigned', { visit })
    : t('Next available time: {visit}', { visit })
}

function Results({ results }: { results: readonly MoveResult[] }) {
  return (
    <ul className="space-y-1 text-sm">
      {results.map(({ jobId, number, customer, moved, text }) => (
        <li key={jobId} className={moved ? 'text-green' : 'text-red'}>
          {moved ? (
            `✓ ${number}`
          ) : (
            <>
              ✗{' '}
              <TextLink href={officePaths.officeVisit(jobId)}>
                {nameVisit(number, customer)}
              </TextLink>
            </>
          )}
          : {text}
        </li>
      ))}
    </ul>
  )
}
