import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { legWords } from '#client/app/driving-distance.ts'
import { Badge } from '#client/ui/badge.tsx'
import { LinkButton, SmallButton } from '#client/ui/button.tsx'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { formatSlot, formatSlotStart } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { bookHref, SheetLink, useIsBookable } from './board-links.tsx'
import { type Board, legsOf, type SlotRow } from './board.ts'
import { BlockButton } from './slot-rows.tsx'
import { countVisits, describeSeats } from './technicians-table.tsx'
import type { KnownRoad } from '#shared/rules/day-road.ts'
import type { Refusal } from './drop-rules.ts'
import type { Dragged } from './use-drag.ts'
import { BoardVisitCard, type VisitCommands } from './board-visit-card.tsx'

interface DayListProps {
  date: string
  board: Board
  commands: VisitCommands
  dragged: Dragged | null
  road: KnownRoad | undefined
  found: ReadonlySet<string> | null
  onBlock: (slot: SlotRow) => void
}

export function DayList(props: DayListProps) {
  const { date, board, commands, dragged, road, found, onBlock } = props
  const isBookable = useIsBookable(date)
  const [by, setBy] = useState<'time' | 'technician'>('time')
  const legs = new Map(
    board.rows.flatMap(({ id, cells }) => (id === null ? [] : [...legsOf(cells.flat(), road)])),
  )
  const cards = (jobs: readonly BoardVisit[], noteOf: (job: BoardVisit) => string) =>
    jobs.map((job) => (
      <BoardVisitCard
        key={job.id}
        job={job}
        commands={commands}
        found={found && found.has(job.id)}
        note={noteOf(job)}
        leg={legs.get(job.id)}
      />
    ))
  const choice = (value: typeof by, label: string) => (
    <SmallButton
      variant={by === value ? 'primary' : 'secondary'}
      aria-pressed={by === value}
      onClick={() => setBy(value)}
    >
      {label}
    </SmallButton>
  )
  return (
    <div className="space-y-3">
      <div role="group" aria-label={t('Order of the day')} className="flex gap-2">
        {choice('time', t('By time'))}
        {choice('technician', t('By technician'))}
      </div>
      {by === 'time'
        ? board.slots.map((slot) => (
            <Section
              key={slot.timeSlot}
              id={`*|${slot.timeSlot}`}
              title={formatSlot(slot.timeSlot)}
              detail={
                slot.isBlocked ? (
                  <>
                    <Badge color="red">{t('Blocked')}</Badge> {slot.blockedReason}
                  </>
                ) : (
                  describeSeats(slot)
                )
              }
              action={
                <>
                  <BookButton
                    href={isBookable ? bookHref(date, slot) : null}
                    label={t('Book a visit at {time}', { time: formatSlot(slot.timeSlot) })}
                  />
                  <BlockButton slot={slot} onBlock={onBlock} />
                </>
              }
              refusal={dragged?.refusals.get(`*|${slot.timeSlot}`) ?? null}
            >
              {cards(
                // Unassigned first, as in the tray.
                slot.jobs.toSorted(
                  (a, b) => Number(a.technicianId !== null) - Number(b.technicianId !== null),
                ),
                (job) => job.technician?.name ?? t('Unassigned'),
              )}
            </Section>
          ))
        : board.rows.map((row) => {
            const takesMore = board.slots.some(
              ({ status }, at) => status === 'open' && !row.away[at] && row.cells[at]?.length === 0,
            )
            return (
              <Section
                key={row.id ?? ''}
                id={`${row.id ?? ''}|*`}
                title={row.name}
                detail={countVisits(row.visits)}
                action={
                  row.technician && (
                    <>
                      <BookButton
                        href={
                          isBookable && takesMore
                            ? officePaths.bookFor({ date, technicianId: row.technician.id })
                            : null
                        }
                        label={t('Book a visit for {name}', { name: row.name })}
                      />
                      <SheetLink
                        date={date}
                        technician={{ id: row.technician.id, name: row.name }}
                      />
                    </>
                  )
                }
                refusal={dragged?.refusals.get(`${row.id ?? ''}|*`) ?? null}
              >
                {cards(row.cells.flat(), (job) => {
                  const leg = legs.get(job.id)
                  return [formatSlotStart(job.scheduledTime), leg && legWords(leg)]
                    .filter(Boolean)
                    .join(' · ')
                })}
              </Section>
            )
          })}
    </div>
  )
}

/** Nothing if booking isn't possible. */
const BookButton = ({ href, label }: { href: string | null; label: string }) =>
  href && (
    <LinkButton size="small" variant="quiet" href={href} aria-label={label}>
      {t('action|Book')}
    </LinkButton>
  )

interface SectionProps {
  id: string
  title: string
  detail: ReactNode
  action?: ReactNode
  refusal: Refusal | null
  children: ReactNode
}

function Section({ id, title, detail, action, refusal, children }: SectionProps) {
  return (
    <section
      data-row
      aria-label={title}
      className="rounded-card border border-line bg-card p-3 shadow-lift"
    >
      <div
        data-cell={id}
        className={clsx(
          'relative -m-3 space-y-2 rounded-card p-3 data-over:outline-2 data-over:outline-amber',
          refusal && 'data-over:outline-red',
        )}
      >
        {/* Beside the detail: Spanish times fill the line. */}
        <div>
          <h3 className="font-semibold">{title}</h3>
          <div className="flex items-center justify-between gap-3">
            <p className="min-w-0 text-sm text-soft">{detail}</p>
            <div className="-my-1 flex flex-none">{action}</div>
          </div>
        </div>
        {/* Overlaid: growing sections would move places under the finger. */}
        {refusal && (
          <p className="pointer-events-none absolute top-2 right-2 z-10 max-w-3/5 rounded-chip bg-paper px-2 py-1 text-right text-sm leading-tight text-red shadow-lift">
            {refusal.words}
          </p>
        )}
        {children}
      </div>
    </section>
  )
}
