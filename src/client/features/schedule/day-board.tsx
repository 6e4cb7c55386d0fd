import { clsx } from 'clsx'
import type { ComponentProps, CSSProperties } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { mayTransition } from '#shared/rules/job-transitions.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatSlot } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { AssignSelect } from './assign-select.tsx'
import type { Board, BoardRow } from './board.ts'
import { ConfirmRequest } from './confirm-request.tsx'
import { VisitCustomer } from './visit-customer.tsx'

interface DayBoardProps {
  board: Board
  technicians: readonly Technician[]
  onBlock: (row: BoardRow) => void
  /** No service day: its times are not free, whoever is. */
  closed: boolean
}

const hatch =
  'bg-[repeating-linear-gradient(-45deg,transparent_0_6px,color-mix(in_oklab,var(--edge)_16%,transparent)_6px_7px)]'

/** The day: a row for each slot, a column for each technician. On a phone the slots follow one another. */
export function DayBoard(props: DayBoardProps) {
  const { board, technicians, onBlock, closed } = props
  const jobs = board.rows.flatMap((row) => row.jobs)
  return (
    <div
      role="region"
      aria-label={t('Day board')}
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-card shadow-lift -outline-offset-2"
    >
      {/* Explicit roles: as blocks on a phone these elements would lose their own. */}
      <table
        role="table"
        style={{ '--board': `${11.5 + board.columns.length * 10.5}rem` } as CSSProperties}
        className="w-full border-separate border-spacing-0 max-md:block md:min-w-(--board) md:table-fixed"
      >
        <caption className="sr-only">{t('Visits of the day by time and technician')}</caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            <th
              role="columnheader"
              scope="col"
              className="sticky left-0 z-10 w-46 border-b border-line bg-card px-4 py-3 text-left text-sm font-medium text-soft"
            >
              {t('Time')}
            </th>
            {board.columns.map((column) => (
              <th
                key={column.id ?? ''}
                role="columnheader"
                scope="col"
                className="border-b border-l border-line px-3 py-3 text-left text-sm font-semibold"
              >
                <span className="flex gap-1.5">
                  <span className="truncate" title={column.name}>
                    {column.name}
                  </span>
                  <span className="font-normal text-soft">{column.jobs}</span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {board.rows.map((row) => (
            <tr
              key={row.timeSlot}
              role="row"
              className="group max-md:block max-md:border-b max-md:border-line max-md:py-3 max-md:last:border-0"
            >
              <SlotHead row={row} closed={closed} onBlock={() => onBlock(row)} />
              {row.cells.map((cell, at) => (
                <td
                  key={board.columns[at]?.id ?? ''}
                  role="cell"
                  className={clsx(
                    'space-y-2 align-top md:border-b md:border-l md:border-line md:p-2 md:group-last:border-b-0',
                    'max-md:block max-md:px-4 max-md:pt-2 max-md:empty:hidden',
                    row.isBlocked && hatch,
                  )}
                >
                  {cell.map((job) => (
                    <BoardVisit key={job.id} job={job} jobs={jobs} technicians={technicians} />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SlotHeadProps {
  row: BoardRow
  closed: boolean
  onBlock: () => void
}

function SlotHead({ row, closed, onBlock }: SlotHeadProps) {
  const { timeSlot, isBlocked, blockedReason, jobs } = row
  const time = formatSlot(timeSlot)
  return (
    <th
      role="rowheader"
      scope="row"
      className="left-0 z-10 bg-card text-left align-top font-normal max-md:flex max-md:items-start max-md:justify-between max-md:gap-3 max-md:px-4 md:sticky md:border-b md:border-line md:px-4 md:py-3 md:group-last:border-b-0"
    >
      <span className="block">
        <span className="block font-semibold whitespace-nowrap">{time}</span>
        <span className="mt-1 block text-sm text-soft">
          {isBlocked ? (
            <>
              <Badge color="red">{t('Blocked')}</Badge>
              {blockedReason && <span className="mt-1 block">{blockedReason}</span>}
            </>
          ) : (
            describeSlot(jobs, closed)
          )}
        </span>
      </span>
      <Button
        size="small"
        variant={isBlocked ? 'secondary' : 'quiet'}
        className="md:mt-2 md:-ml-3"
        aria-label={isBlocked ? t('Unblock {time}', { time }) : t('Block {time}', { time })}
        onClick={onBlock}
      >
        {isBlocked ? t('Unblock') : t('Block')}
      </Button>
    </th>
  )
}

/** A request takes no seat, so its time is free all the same. */
function describeSlot(jobs: readonly Job[], closed: boolean): string {
  const requests = jobs.filter((job) => job.needsConfirmation).length
  const visits = jobs.length - requests
  const taken = plural(visits, { one: '{count} visit', other: '{count} visits' })
  const asked = plural(requests, { one: '{count} request', other: '{count} requests' })
  const free = closed ? t('Closed') : t('Free')
  return [visits > 0 ? taken : free, requests > 0 && asked].filter(Boolean).join(' · ')
}

type BoardVisitProps = Pick<ComponentProps<typeof AssignSelect>, 'job' | 'jobs' | 'technicians'>

/** One visit on the board: enough to know it, and who does it. */
function BoardVisit({ job, ...around }: BoardVisitProps) {
  return (
    <article className="rounded-control border border-line bg-card p-2.5 text-sm shadow-lift">
      <p className="flex flex-wrap items-center justify-between gap-1">
        <TextLink href={paths.officeVisit(job.id)}>{job.number}</TextLink>
        <VisitBadge job={job} />
      </p>
      <p className="mt-1 font-medium">
        <VisitCustomer job={job} />
      </p>
      <p className="text-soft">{vehicleName(job.vehicle)}</p>
      <p className="line-clamp-2 text-soft" title={job.serviceAddress}>
        {job.serviceAddress}
      </p>
      <ConfirmRequest job={job} />
      <AssignSelect
        {...around}
        job={job}
        // The column says who did it; on a phone there are no columns.
        className={clsx(
          'mt-2 block font-medium',
          !mayTransition('assign', job.status, 'admin') && 'md:hidden',
        )}
      />
    </article>
  )
}
