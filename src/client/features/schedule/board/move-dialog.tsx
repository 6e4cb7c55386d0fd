import { keepPreviousData } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { hasSameVisit, SameVisitBanner } from '#client/app/same-visit-banner.tsx'
import { Button, IconButton, SmallButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { addDays, startOfWeek } from '#shared/rules/calendar.ts'
import { callThem } from '#shared/rules/reach.ts'
import { formatDay, formatSlotStart, formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { BoardPosition } from './board.ts'
import { slotRefusal, technicianRefusal } from './drop-rules.ts'
import type { Destination } from './use-drop-visit.ts'

interface MoveDialogProps {
  job: BoardVisit
  /** Visits of its current day. */
  jobs: readonly BoardVisit[]
  technicians: readonly Technician[]
  onMove: (to: Destination) => void
  onClose: () => void
}

export default function MoveDialog(props: MoveDialogProps) {
  const { job, jobs, technicians, onMove, onClose } = props
  const { today } = useBusiness()
  const [from, setFrom] = useState(startOfWeek(job.scheduledDate))
  const to = addDays(from, 6)
  const week = useCall(
    'GET /api/admin/schedule',
    { query: { from, to } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  const isFirst = from <= today
  const [comesAlong, setComesAlong] = useState(job.technicianId !== null)
  const technician = technicians.find(({ id }) => id === job.technicianId)
  // Somewhere it would be doubled, which the next press confirms.
  const [doubled, setDoubled] = useState<Pick<BoardPosition, 'date' | 'slot'> | null>(null)
  const moveTo = (to: Pick<BoardPosition, 'date' | 'slot'>) =>
    onMove({ ...to, technicianId: comesAlong ? job.technicianId : null })
  const choose = async (to: Pick<BoardPosition, 'date' | 'slot'>) => {
    const { id, serviceAddress } = job
    const { date: scheduledDate, slot: scheduledTime } = to
    const isDoubled = await hasSameVisit({ id, serviceAddress, scheduledDate, scheduledTime })
    if (isDoubled) setDoubled(to)
    else moveTo(to)
  }
  const whyNot = (to: Pick<BoardPosition, 'date' | 'slot'>) =>
    comesAlong ? (technicianRefusal(job, to, technician, jobs)?.words ?? null) : null
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={t('Move {number}', { number: job.number })}
      description={[
        t('Now on {visit}.', { visit: formatVisit(job.scheduledDate, job.scheduledTime) }),
        callThem(job.customer) ?? t('The customer is notified.'),
      ].join(' ')}
    >
      {job.technician && (
        <Checkbox
          label={t('Keep {name} on the visit', { name: job.technician.name })}
          checked={comesAlong}
          onChange={(event) => setComesAlong(event.target.checked)}
        />
      )}
      <Loaded
        parts={[week]}
        loading={<Skeleton className="h-72 w-full rounded-card!" />}
        failed={t('The free times could not be loaded')}
      >
        {(days) => (
          <ul className="divide-y divide-line">
            {days
              .filter(({ date }) => date >= today)
              .map(({ date, slots }) => (
                <li key={date} className="flex flex-wrap items-center gap-2 py-2">
                  <span className="w-28 font-medium max-sm:w-full">{formatDay(date)}</span>
                  {slots.map((slot) => {
                    const isHere = date === job.scheduledDate && slot.timeSlot === job.scheduledTime
                    const why = isHere
                      ? t('Already at this time')
                      : (slotRefusal(slot) ?? whyNot({ date, slot: slot.timeSlot }))
                    const isChosen = doubled?.date === date && doubled.slot === slot.timeSlot
                    return (
                      <SmallButton
                        key={slot.timeSlot}
                        aria-label={formatVisit(date, slot.timeSlot)}
                        disabledReason={why}
                        aria-pressed={isChosen || undefined}
                        className={isChosen ? 'border-ink! ring-1 ring-ink' : undefined}
                        onClick={() => void choose({ date, slot: slot.timeSlot })}
                      >
                        {formatSlotStart(slot.timeSlot)}
                      </SmallButton>
                    )
                  })}
                </li>
              ))}
          </ul>
        )}
      </Loaded>
      {doubled && (
        <div className="mt-2 space-y-3">
          <SameVisitBanner
            id={job.id}
            date={doubled.date}
            time={doubled.slot}
            address={job.serviceAddress}
          />
          <Button variant="primary" onClick={() => moveTo(doubled)}>
            {t('Move to {visit} anyway', { visit: formatVisit(doubled.date, doubled.slot) })}
          </Button>
        </div>
      )}
      <div className="mt-2 flex items-center gap-1">
        <IconButton
          icon={<ChevronLeft />}
          label={t('Previous week')}
          aria-disabled={isFirst || undefined}
          onClick={() => !isFirst && setFrom(addDays(from, -7))}
        />
        <p className="min-w-44 text-center font-medium" aria-live="polite">
          {formatDay(from)} – {formatDay(to)}
        </p>
        <IconButton
          icon={<ChevronRight />}
          label={t('Next week')}
          onClick={() => setFrom(addDays(from, 7))}
        />
      </div>
    </Dialog>
  )
}
