import { useMutation } from '@tanstack/react-query'
import { api, type CallError } from '#client/app/call.ts'
import { beyondRoad } from '#client/app/beyond-road.tsx'
import { moveVisit } from '#client/app/move-visit.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { callQuery, queryClient, refreshAfter } from '#client/app/queries.ts'
import { recordMove } from '#client/app/recent-moves.tsx'
import { toast } from '#client/ui/toast.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { callThem } from '#shared/rules/reach.ts'
import { visitAtSameAddress } from '#shared/rules/same-visit.ts'
import { formatDay, formatSlotStart } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { type BoardPosition, positionOf } from './board.ts'

/** A visit's new time; without `technicianId` its technician keeps it if available. */
export type Destination = Omit<BoardPosition, 'technicianId'> & {
  technicianId?: string | null
  /** Technician's name, for the optimistic update. */
  name?: string
}
type Drop = {
  job: BoardVisit
  to: Destination
}

const move = 'POST /api/jobs/{id}/reschedule'
const assign = 'POST /api/jobs/{id}/assign'
const dayList = 'GET /api/admin/board'
const mutationKey = ['drop visit']

function send({ job, to }: Drop): Promise<Job> {
  const from = positionOf(job)
  const params = { id: job.id }
  const { date: scheduledDate, slot: scheduledTime, technicianId } = to
  const seen = {
    scheduledDate: from.date,
    scheduledTime: from.slot,
    technicianId: from.technicianId,
  }
  if (from.date === to.date && from.slot === to.slot)
    return beyondRoad((part) =>
      api(assign, { params, body: { technicianId: technicianId ?? null, seen, ...part } }),
    )
  return moveVisit({ params, body: { scheduledDate, scheduledTime, technicianId, seen } })
}

const dropped = (
  job: BoardVisit,
  { date, slot, technicianId = job.technicianId, name }: Destination,
): BoardVisit => ({
  ...job,
  scheduledDate: date,
  scheduledTime: slot,
  technicianId,
  technician:
    technicianId === job.technicianId
      ? job.technician
      : technicianId === null
        ? null
        : { id: technicianId, name: name ?? '' },
  status: technicianId ? 'assigned' : 'scheduled',
  needsConfirmation: job.needsConfirmation && !technicianId,
})

/** Updates the visit in every cached list of its day, and removes it from others. */
function show(job: BoardVisit): void {
  const lists = queryClient.getQueriesData<BoardVisit[]>({ queryKey: [dayList] })
  for (const [key, known] of lists) {
    if (!known) continue
    const { query } = key[1] as { query: { date: string } }
    const isHere = query.date === job.scheduledDate
    const isKnown = known.some(({ id }) => id === job.id)
    if (isHere && isKnown)
      queryClient.setQueryData<BoardVisit[]>(
        key,
        known.map((one) => (one.id === job.id ? job : one)),
      )
    else if (isHere) queryClient.setQueryData<BoardVisit[]>(key, [...known, job])
    else if (isKnown)
      queryClient.setQueryData<BoardVisit[]>(
        key,
        known.filter(({ id }) => id !== job.id),
      )
  }
  queryClient.setQueryData<Job>(
    callQuery('GET /api/jobs/{id}', { params: { id: job.id } }).queryKey,
    (known) => known && { ...known, ...placeIn(job) },
  )
}

/** The fields of a visit that a move changes. */
const placeIn = (job: BoardVisit) => ({
  scheduledDate: job.scheduledDate,
  scheduledTime: job.scheduledTime,
  technicianId: job.technicianId,
  technician: job.technician && { phone: '', ...job.technician },
  status: job.status,
  needsConfirmation: job.needsConfirmation,
})

/**
 * Moves and assigns visits: optimistic, in sequence, rolled back with the server's message if refused. `say` announces text
 * to screen readers.
 */
export function useDropVisit(say: (words: string) => void) {
  const { mutate } = useMutation<Job, CallError, Drop>({
    mutationKey,
    scope: { id: 'drop visit' },
    mutationFn: send,
    onSuccess: (job, { job: before }) => {
      const words = describe(before, job)
      say(words)
      toast({
        title: words,
        ...(!sameTime(before, job) && {
          description: [
            callThem(job.customer) ?? t('The customer has been notified.'),
            describeSameAddress(job),
          ]
            .filter(Boolean)
            .join(' '),
        }),
        action: recordMove(before, job),
      })
    },
    onError: (error, { job }) => {
      show(job)
      say(translate(error.message))
      showFailure(t('Could not move {number}', { number: job.number }), error)
    },
    onSettled: (_job, _error, { job }) => {
      // An earlier response would undo pending moves on screen.
      if (queryClient.isMutating({ mutationKey }) === 1)
        refreshAfter(move, { params: { id: job.id } })
    },
  })
  const dropVisit = (drop: Drop) => {
    void queryClient.cancelQueries({ queryKey: [dayList] })
    show(dropped(drop.job, drop.to))
    mutate(drop)
  }
  return dropVisit
}

/** A warning of another visit at the same address and time, if that day is loaded. */
function describeSameAddress(job: Job): string {
  const day = callQuery(dayList, { query: { date: job.scheduledDate } }).queryKey
  const same = visitAtSameAddress(queryClient.getQueryData<BoardVisit[]>(day) ?? [], job)
  return same ? t('{number} is at this address at the same time.', { number: same.number }) : ''
}

const sameTime = (before: BoardVisit, job: BoardVisit) =>
  before.scheduledDate === job.scheduledDate && before.scheduledTime === job.scheduledTime

function describe(before: BoardVisit, job: BoardVisit): string {
  const { number, technician, scheduledDate, scheduledTime } = job
  const name = technician?.name ?? ''
  const time =
    before.scheduledDate === scheduledDate
      ? formatSlotStart(scheduledTime)
      : `${formatDay(scheduledDate)}, ${formatSlotStart(scheduledTime)}`
  if (sameTime(before, job))
    return name
      ? t('{number} is given to {name}', { number, name })
      : t('{number} is back in the queue', { number })
  return name
    ? t('{number} moved to {time}, {name}', { number, time, name })
    : t('{number} moved to {time}, unassigned', { number, time })
}
