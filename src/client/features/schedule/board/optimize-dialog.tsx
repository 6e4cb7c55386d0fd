import { WriteFailure } from '#client/app/call-failure.tsx'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent } from 'react'
import { useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { BoardVisit, OptimizedDay } from '#shared/contract/dispatch.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay, formatSlotStart } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

const route = 'POST /api/admin/days/{date}/optimize'

interface OptimizeDialogProps {
  date: string
  jobs: readonly BoardVisit[]
  onClose: () => void
}

type Move = OptimizedDay['moves'][number]

/** Proposes the technicians with the least driving for a day; applies them on confirmation, and undoes that. */
export default function OptimizeDialog({ date, jobs, onClose }: OptimizeDialogProps) {
  const proposal = useWrite(route)
  const done = useWrite(route)
  const undone = useWrite(route)
  const params = { date }
  const look = () => proposal.mutate({ params, body: { dryRun: true } })
  const ask = useEffectEvent(look)
  useEffect(() => ask(), [])
  const proposed = proposal.data
  const moves = proposed?.moves ?? []
  const apply = () =>
    done.mutate({
      params,
      body: {
        version: proposed?.version,
        moves: moves.map(({ jobId, from, to }) => ({ jobId, from, to })),
      },
    })
  const undo = () =>
    undone.mutate({
      params,
      body: {
        version: done.data?.version,
        undo: true,
        moves: moves.map(({ jobId, from, to }) => ({ jobId, from: to, to: from })),
      },
    })
  const again = () => {
    done.reset()
    undone.reset()
    look()
  }
  const failed = undone.error ?? done.error ?? proposal.error
  const nothing = proposed && moves.length === 0 ? whyNothing(proposed, jobs) : undefined
  return (
    <Dialog
      onClose={onClose}
      title={t('Optimize {day}', { day: formatDay(date) })}
      description={
        undone.data
          ? t('Everything is back as it was.')
          : done.data
            ? t('Done. The technicians have been notified.')
            : t('Finds the technicians with the least driving. Times stay; nothing is changed yet.')
      }
      footer={
        failed ? (
          <>
            <Button onClick={onClose}>{t('Close')}</Button>
            <Button variant="primary" pending={proposal.isPending} onClick={again}>
              {t('Look again')}
            </Button>
          </>
        ) : done.data ? (
          <>
            {!undone.data && (
              <Button pending={undone.isPending} onClick={undo}>
                {t('Undo')}
              </Button>
            )}
            <Button variant="primary" onClick={onClose}>
              {t('Done')}
            </Button>
          </>
        ) : nothing ? (
          <Button variant="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button
              variant="primary"
              pending={done.isPending}
              disabledReason={!proposed && t('Loading')}
              onClick={apply}
            >
              {plural(moves.length, {
                one: 'Change {count} visit',
                other: 'Change {count} visits',
              })}
            </Button>
          </>
        )
      }
    >
      <WriteFailure title={t('This did not work')} error={failed} />
      {!proposed && !failed && <Skeleton lines={4} />}
      {proposed && <Proposal day={proposed} jobs={jobs} nothing={nothing} />}
    </Dialog>
  )
}

function whyNothing({ locked, unassigned }: OptimizedDay, jobs: readonly BoardVisit[]): string {
  const visits = jobs.filter((job) => job.status !== 'cancelled' && !job.needsConfirmation)
  if (locked.length > 0 && locked.length === visits.length)
    return t('Every visit of this day stays with its technician.')
  return unassigned.length > 0 && unassigned.length === visits.length
    ? t('No technician can take any visit of this day.')
    : t('This day cannot be driven any shorter.')
}

interface ProposalProps {
  day: OptimizedDay
  jobs: readonly BoardVisit[]
  nothing: string | undefined
}

function Proposal({ day, jobs, nothing }: ProposalProps) {
  const nameOf = (id: string | null) =>
    day.technicians.find((one) => one.id === id)?.name ?? t('Unassigned')
  const changed = day.technicians.filter(
    ({ before, after }) => before.minutes !== after.minutes || before.miles !== after.miles,
  )
  changed.sort((a, b) => a.name.localeCompare(b.name))
  return (
    <div className="space-y-4" aria-live="polite">
      {nothing ? (
        <p>
          <span className="block font-medium">{nothing}</span>
          <span className="tabular-nums text-soft">
            {t('{minutes} min and {miles} mi in all', {
              minutes: day.before.minutes,
              miles: day.before.miles.toFixed(1),
            })}
          </span>
        </p>
      ) : (
        <>
          <Saved title={t('All technicians')} {...day} isTotal />
          <ul className="divide-y divide-line border-y border-line">
            {changed.map((one) => (
              <li key={one.id} className="py-1.5">
                <Saved title={one.name} {...one} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Part title={t('What changes')}>
        {day.moves.map((move) => (
          <Line key={move.jobId} job={jobs.find(({ id }) => id === move.jobId)}>
            <span className="block">
              {t('{from} → {to}', { from: nameOf(move.from), to: nameOf(move.to) })}
            </span>
            {reasonOf(move)}
          </Line>
        ))}
      </Part>
      <Part title={t('Without a technician')}>
        {day.unassigned.map(({ jobId, reason }) => (
          <Line key={jobId} job={jobs.find(({ id }) => id === jobId)}>
            {reason}
          </Line>
        ))}
      </Part>
      <Part title={t('Visits that stay')}>
        {day.locked.map(({ jobId, reason }) => (
          <Line key={jobId} job={jobs.find(({ id }) => id === jobId)}>
            {reason}
          </Line>
        ))}
      </Part>
    </div>
  )
}

type SavedProps = Pick<OptimizedDay, 'before' | 'after'> & { title: string; isTotal?: boolean }

function Saved({ title, before, after, isTotal = false }: SavedProps) {
  const minutes = before.minutes - after.minutes
  const miles = before.miles - after.miles
  const words = {
    minutes: Math.abs(minutes),
    miles: Math.abs(miles).toFixed(1),
  }
  return (
    <p className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
      <span className={isTotal ? 'font-medium' : undefined}>{title}</span>
      <span className="text-right tabular-nums">
        <span className={clsx('block', isTotal && 'font-medium', minutes > 0 && 'text-green')}>
          {minutes >= 0
            ? t('{minutes} min and {miles} mi less', words)
            : t('{minutes} min and {miles} mi more', words)}
        </span>{' '}
        <span className="block text-sm text-soft">
          {t('{before} min before, {after} after', {
            before: before.minutes,
            after: after.minutes,
          })}
        </span>
      </span>
    </p>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section>
      <h3 className="font-medium">{title}</h3>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  )
}

function Line({ job, children }: { job: BoardVisit | undefined; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-2">
      <span className="min-w-0">
        {job && (
          <>
            <span className="block">
              {formatSlotStart(job.scheduledTime)} · {vehicleName(job.vehicle)}
            </span>
            <span className="block text-sm text-soft">
              {job.number} · {job.customer.name}
            </span>
          </>
        )}
      </span>
      <span className="text-sm sm:text-right">{children}</span>
    </li>
  )
}

function reasonOf({ reason }: Move) {
  if (!reason) return null
  const { kind, minutes, minutesNow = 0 } = reason
  const words = {
    placed: t('Had no technician; {minutes} min to drive', { minutes }),
    shorter: t('{minutes} min to drive instead of {before}', { minutes, before: minutesNow }),
    room: t('Makes other drives of the day shorter'),
  }[kind]
  return <span className="block text-soft">{words}</span>
}
