import { Undo2 } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { createStore, useStore } from '#client/ui/store.ts'
import { toast, type ToastMessage } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { api, CallError } from './call.ts'
import { showFailure } from './form/form-toasts.ts'
import { refreshAfter } from './queries.ts'

/** A visit's time and technician. */
type Placed = Pick<Job, 'id' | 'number' | 'scheduledDate' | 'scheduledTime' | 'technicianId'> & {
  technician: { name: string } | null
}
type RecentMove = { before: Placed; after: Placed }

/** The office's latest moves and assignments on this page, newest first, since a toast shows only the last one. */
const recentMoves = createStore<readonly RecentMove[]>([])
const remembered = 10

/** Remembers a visit's previous place. Returns the action for the toast. */
export function recordMove(before: Placed, after: Placed): NonNullable<ToastMessage['action']> {
  const move = { before, after }
  recentMoves.set([move, ...recentMoves.get()].slice(0, remembered))
  return { label: t('Undo'), onSelect: () => void undoMove(move) }
}

const forget = (move: RecentMove) =>
  recentMoves.set(recentMoves.get().filter((one) => one !== move))

const isSameTime = ({ before, after }: RecentMove) =>
  before.scheduledDate === after.scheduledDate && before.scheduledTime === after.scheduledTime

/** Puts the visit back, unless someone has moved it again in the meantime. */
async function undoMove(move: RecentMove): Promise<void> {
  const { before, after } = move
  const params = { id: before.id }
  const seen = placeOf(after)
  forget(move)
  try {
    await (isSameTime(move)
      ? api('POST /api/jobs/{id}/assign', {
          params,
          body: { technicianId: before.technicianId, seen },
        })
      : api('POST /api/jobs/{id}/reschedule', { params, body: { ...placeOf(before), seen } }))
    toast({ title: t('{number}: back to {place}', wordsOf(move)) })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // Only a refusal settles it; without an answer it can be tried again.
    if (error.status === 0) recentMoves.set([move, ...recentMoves.get()])
    showFailure(t('Could not move {number}', { number: before.number }), error)
  } finally {
    refreshAfter('POST /api/jobs/{id}/reschedule', { params })
  }
}

const placeOf = ({ scheduledDate, scheduledTime, technicianId }: Placed) => ({
  scheduledDate,
  scheduledTime: scheduledTime as SlotLabel,
  technicianId,
})

/** The technician it goes back to, or the time. */
function wordsOf(move: RecentMove): { number: string; place: string } {
  const { number, technician, scheduledDate, scheduledTime } = move.before
  const place = isSameTime(move)
    ? (technician?.name ?? t('Unassigned'))
    : formatVisit(scheduledDate, scheduledTime)
  return { number, place }
}

/** Undoes each of the latest moves, of one visit the latest first; nothing before the first one. */
export function RecentMoves() {
  const all = useStore(recentMoves)
  if (all.length === 0) return null
  const moves = all.filter(
    ({ before: { id } }, at) => all.findIndex(({ before }) => before.id === id) === at,
  )
  return (
    <Menu
      items={moves.map((move) => ({
        label: t('Undo {number}: back to {place}', wordsOf(move)),
        onSelect: () => void undoMove(move),
      }))}
      trigger={(props) => (
        <Button {...props} icon={<Undo2 />}>
          {t('Recent moves')}
        </Button>
      )}
    />
  )
}
