import { keepPreviousData } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useRoad } from '#client/app/driving-distance.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { hasSameVisit, SameVisitBanner } from '#client/app/same-visit-banner.tsx'
import { Button, IconButton, SmallButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Day } from '#shared/contract/booking.ts'
import type { BoardVisit, ScheduleDay } from '#shared/contract/dispatch.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { addDays, startOfWeek } from '#shared/rules/calendar.ts'
import { callThem } from '#shared/rules/reach.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
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
  const own = { from, to, jobId: job.id }
  const options = { staleTime: 0, placeholderData: keepPreviousData }
  const open = useCall('GET /api/availability', { query: own }, options)
  const there = useCall(
    'GET /api/availability',
    { query: { ...own, address: job.serviceAddress } },
    options,
  )
  const road = useRoad(job.scheduledDate)
  const isFirst = from <= today
  const [comesAlong, setComesAlong] = useState(job.technicianId !== null)
  const technician = technicians.find(({ id }) => id === job.technicianId)
  // A time with another visit at that address, which the next press confirms.
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
  const ofTechnician = (to: Pick<BoardPosition, 'date' | 'slot'>) =>
    comesAlong
      ? technicianRefusal(
          job,
          to,
          technician,
          jobs,
          to.date === job.scheduledDate ? road : undefined,
        )
      : null
  /** Why its technician, or anyone, cannot be there in time; the office is then asked. */
  const whyLate = (to: Pick<BoardPosition, 'date' | 'slot'>) =>
    ofTechnician(to)?.words ??
    (!job.needsConfirmation && isOpenAt(open.data, to) && !isOpenAt(there.data ?? open.data, to)
      ? t('No technician can be there in time.')
      : null)
  const factsOf = (date: string, slot: ScheduleDay['slots'][number]) => {
    const at = { date, slot: slot.timeSlot }
    const isHere = date === job.scheduledDate && slot.timeSlot === job.scheduledTime
    const refused = ofTechnician(at)
    const why = isHere
      ? t('Already at this time')
      : (slotRefusal(slot) ?? (refused && !refused.mayInsist ? refused.words : null))
    return { why, late: why ? null : whyLate(at) }
  }
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
        failed={t('The available times could not be loaded')}
      >
        {(days) => (
          <ul className="divide-y divide-line">
            {days
              .filter(({ date }) => date >= today)
              .map(({ date, slots }) => (
                <li key={date} className="flex flex-wrap items-center gap-2 py-2">
                  <span className="w-28 font-medium max-sm:w-full">{formatDay(date)}</span>
                  {slots.map((slot) => {
                    const at = { date, slot: slot.timeSlot }
                    const { why, late } = factsOf(date, slot)
                    const isChosen = doubled?.date === date && doubled.slot === slot.timeSlot
                    return (
                      <SmallButton
                        key={slot.timeSlot}
                        aria-label={[formatVisit(date, slot.timeSlot), late]
                          .filter(Boolean)
                          .join(', ')}
                        disabledReason={why}
                        aria-pressed={isChosen || undefined}
                        className={clsx(
                          isChosen && 'border-ink! ring-1 ring-ink',
                          late && 'text-red!',
                        )}
                        onClick={() => void choose(at)}
                      >
                        {formatSlotStart(slot.timeSlot)}
                      </SmallButton>
                    )
                  })}
                  <Reasons
                    times={slots.map((slot) => {
                      const { why, late } = factsOf(date, slot)
                      return { time: slot.timeSlot, words: why ?? late, isLate: late !== null }
                    })}
                  />
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

const isOpenAt = (
  days: readonly Day[] | undefined,
  { date, slot }: Pick<BoardPosition, 'date' | 'slot'>,
): boolean =>
  days
    ?.find((day) => day.date === date)
    ?.slots.some(({ timeSlot, status }) => timeSlot === slot && status === 'open') === true

interface ReasonsProps {
  times: readonly { time: SlotLabel; words: string | null; isLate: boolean }[]
}

/** Why times of a day are gray or red, for touch screens; equal reasons share a line. */
function Reasons({ times }: ReasonsProps) {
  const groups = [...Map.groupBy(times, ({ words }) => words)]
  return groups.map(
    ([words, own]) =>
      words && (
        <p
          key={words}
          aria-hidden="true"
          className={clsx('w-full text-sm sm:pl-30', own[0]?.isLate ? 'text-red' : 'text-soft')}
        >
          {own.length === times.length
            ? words
            : `${own.map(({ time }) => formatSlotStart(time)).join(', ')}: ${words}`}
        </p>
      ),
  )
}
