import { clsx } from 'clsx'
import { memo, type ReactNode } from 'react'
import { type Leg, legWords, riskColor } from '#client/app/driving-distance.ts'
import { Dipstick } from '#client/brand/dipstick.tsx'
import { Badge } from '#client/ui/badge.tsx'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import { formatNarrowSlot, formatSlot } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { BookCell, bookHref, SheetLink, useIsBookable } from './board-links.tsx'
import { type Board, cellKey, type SlotRow, legsOf, type TechnicianRow } from './board.ts'
import type { KnownRoad } from '#shared/rules/day-road.ts'
import type { Refusal } from './drop-rules.ts'
import type { Dragged } from './use-drag.ts'
import { BoardVisitCard, type VisitCommands } from './board-visit-card.tsx'

interface BoardViewProps {
  date: string
  board: Board
  commands: VisitCommands
  /** Dragged visit, with the reasons places refuse it. */
  dragged: Dragged | null
  road: KnownRoad | undefined
  found: ReadonlySet<string> | null
  now: ReactNode
}

const hatch =
  'bg-[repeating-linear-gradient(-45deg,transparent_0_6px,color-mix(in_oklab,var(--edge)_16%,transparent)_6px_7px)]'

/** A row per technician, unassigned visits first, with equal slots; many of them scroll. */
export function TechniciansTable(props: BoardViewProps) {
  const { date, board, commands, dragged, road, found, now } = props
  const isBookable = useIsBookable(date)
  return (
    <div
      data-scrolls
      className="max-h-[calc(100dvh-5rem)] overflow-auto overscroll-x-contain rounded-card border border-line bg-card shadow-lift"
    >
      <div className="relative" style={{ minWidth: `${11 + board.slots.length * 10.8}rem` }}>
        <table
          role="grid"
          aria-label={t('Day board')}
          aria-describedby="board-keys"
          className="w-full table-fixed border-separate border-spacing-0"
        >
          <thead>
            <tr>
              <th
                scope="col"
                className="sticky top-0 left-0 z-30 w-44 border-b border-line bg-card px-3 py-2 text-left text-sm font-medium text-soft"
              >
                {t('Technician')}
              </th>
              {board.slots.map((slot) => (
                <SlotHead key={slot.timeSlot} slot={slot} />
              ))}
            </tr>
          </thead>
          <tbody>
            {board.rows.map((row) => (
              <Row
                key={row.id ?? ''}
                date={date}
                isBookable={isBookable}
                row={row}
                slots={board.slots}
                commands={commands}
                road={road}
                refusals={dragged?.refusals ?? null}
                found={found}
              />
            ))}
          </tbody>
        </table>
        {now}
      </div>
    </div>
  )
}

function SlotHead({ slot }: { slot: SlotRow }) {
  return (
    <th
      scope="col"
      className="sticky top-0 z-20 border-b border-l border-line bg-card px-2.5 py-2 text-left text-sm font-semibold"
    >
      <span className="block">{formatNarrowSlot(slot.timeSlot)}</span>
      <span className="block font-normal text-soft">
        {slot.isBlocked ? <Badge color="red">{t('Blocked')}</Badge> : describeSeats(slot)}
      </span>
    </th>
  )
}

/** Requests take no seat, so their slot counts as free. */
export function describeSeats({ status, booked, capacity }: SlotRow): string {
  const seats = t('{booked} of {capacity} taken', { booked, capacity })
  if (status === 'closed' && booked === 0) return t('Closed')
  if (status === 'closed') return t('{seats}, closed', { seats })
  return status === 'past' ? t('{seats}, past', { seats }) : seats
}

interface RowProps {
  date: string
  isBookable: boolean
  row: TechnicianRow
  slots: readonly SlotRow[]
  commands: VisitCommands
  road: KnownRoad | undefined
  refusals: Dragged['refusals'] | null
  found: ReadonlySet<string> | null
}

const Row = memo(function Row(props: RowProps) {
  const { date, isBookable, row, slots, commands, road, refusals, found } = props
  const isTray = row.id === null
  const legs = isTray ? null : legsOf(row.cells.flat(), road)
  return (
    <tr data-row className="group">
      <th
        scope="row"
        className={clsx(
          'sticky left-0 z-10 border-b border-line px-3 py-2 text-left align-top font-normal',
          isTray ? 'bg-sunken' : 'bg-card',
        )}
      >
        <span className="flex items-start justify-between gap-1">
          <span className="min-w-0 text-sm font-semibold wrap-anywhere">{row.name}</span>
          {row.technician && (
            <span className="-my-1.5 -mr-2 flex-none">
              <SheetLink date={date} technician={{ id: row.technician.id, name: row.name }} />
            </span>
          )}
        </span>
        {isTray ? (
          <span className="text-sm text-soft">{countVisits(row.visits)}</span>
        ) : (
          <Dipstick
            meter
            label={t('Day of {name}', { name: row.name })}
            value={row.visits}
            max={slots.length}
            valueText={countVisits(row.visits)}
            showValue
          />
        )}
      </th>
      {row.cells.map((jobs, at) => {
        const slot = slots[at]
        return (
          slot && (
            <Cell
              key={slot.timeSlot}
              name={row.name}
              id={cellKey(row.id, slot.timeSlot)}
              slot={slot}
              jobs={jobs}
              legs={legs}
              isTray={isTray}
              isAway={row.away[at] ?? false}
              bookHref={
                isBookable && !row.away[at] && (isTray || row.technician)
                  ? bookHref(date, slot, row.id)
                  : null
              }
              refusal={refusals?.get(cellKey(row.id, slot.timeSlot)) ?? null}
              commands={commands}
              found={found}
            />
          )
        )
      })}
    </tr>
  )
})

interface CellProps extends Pick<RowProps, 'commands' | 'found'> {
  name: string
  id: string
  slot: SlotRow
  jobs: readonly BoardVisit[]
  legs: ReadonlyMap<string, Leg> | null
  isTray: boolean
  isAway: boolean
  /** Booking link while empty. */
  bookHref: string | null
  /** Why it refuses the dragged visit. */
  refusal: Refusal | null
}

function Cell(props: CellProps) {
  const { name, id, slot, jobs, legs, isTray, isAway, bookHref, refusal, commands, found } = props
  const isEmpty = jobs.length === 0
  const slotName = describeEmpty(name, slot, isAway)
  const leg = jobs[0] && legs?.get(jobs[0].id)
  return (
    <td
      data-cell={id}
      {...(isEmpty && !bookHref && { 'data-stop': `cell:${id}`, tabIndex: -1 })}
      aria-label={isEmpty && !bookHref ? slotName : undefined}
      className={clsx(
        'relative space-y-1.5 border-b border-l border-line px-1.5 pb-1.5 align-top -outline-offset-2 data-over:outline-2 data-over:outline-amber',
        isTray ? 'bg-sunken pt-1.5' : 'h-22 pt-5',
        (slot.isBlocked || slot.status === 'closed' || isAway) && hatch,
        refusal && 'data-over:outline-red',
      )}
    >
      {leg && (
        <span
          title={legWords(leg)}
          className={clsx(
            'absolute top-0.5 left-0 z-[5] -translate-x-1/2 rounded-chip border bg-paper px-1 text-sm leading-tight whitespace-nowrap',
            // The technician's name would cover half of it.
            '[td:first-of-type>&]:left-1.5 [td:first-of-type>&]:translate-x-0',
            leg.risk ? 'border-current font-medium' : 'border-line',
            riskColor(leg),
          )}
        >
          <span className="sr-only">
            {leg.isFirst ? t('To the first visit:') : t('From the previous visit:')} {legWords(leg)}
          </span>
          <span aria-hidden="true">{leg.time ?? leg.way}</span>
        </span>
      )}
      {jobs.map((job) => (
        <BoardVisitCard
          key={job.id}
          job={job}
          commands={commands}
          found={found && found.has(job.id)}
          leg={legs?.get(job.id)}
          // Booked before the times of the day changed.
          note={
            job.scheduledTime === slot.timeSlot ? undefined : formatNarrowSlot(job.scheduledTime)
          }
        />
      ))}
      {isEmpty && bookHref && <BookCell href={bookHref} stop={`cell:${id}`} slot={slotName} />}
      {isAway && isEmpty && <p className="px-1 text-sm text-soft">{t('Away')}</p>}
      {/* Overlaid: growing rows would move places under the pointer. */}
      {refusal && (
        <p className="pointer-events-none absolute inset-x-1 bottom-1 z-[6] max-h-full overflow-hidden rounded-chip bg-paper/90 px-1 text-sm leading-tight text-red">
          {refusal.words}
        </p>
      )}
    </td>
  )
}

function describeEmpty(name: string, slot: SlotRow, isAway: boolean): string {
  const time = formatSlot(slot.timeSlot)
  if (isAway) return t('{name}, {time}, away', { name, time })
  if (slot.isBlocked) return t('{name}, {time}, blocked', { name, time })
  return slot.status === 'closed'
    ? t('{name}, {time}, closed', { name, time })
    : t('{name}, {time}, no visit', { name, time })
}

export const countVisits = (visits: number) =>
  plural(visits, { one: '{count} visit', other: '{count} visits' })
