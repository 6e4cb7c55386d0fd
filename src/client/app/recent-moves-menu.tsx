import { Undo2 } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { useStore } from '#client/ui/store.ts'
import { toast } from '#client/ui/toast.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { beyondRoad } from './beyond-road.tsx'
import { api, CallError } from './call.ts'
import { showFailure } from './form/form-toasts.ts'
import { moveVisit } from './move-visit.tsx'
import { refreshAfter } from './queries.ts'
import { recentMoves, type RecentMove } from './recent-moves.tsx'

type Before = RecentMove['before']

const drop = (move: RecentMove) => recentMoves.set(recentMoves.get().filter((one) => one !== move))

const isSameTime = ({ before, after }: RecentMove) =>
  before.scheduledDate === after.scheduledDate && before.scheduledTime === after.scheduledTime

/** Puts the visit back, unless someone has moved it again in the meantime. */
export async function undoMove(move: RecentMove): Promise<void> {
  const { before, after } = move
  const params = { id: before.id }
  const seen = partsOf(after)
  drop(move)
  try {
    await (isSameTime(move)
      ? beyondRoad((part) =>
          api('POST /api/jobs/{id}/assign', {
            params,
            body: { technicianId: before.technicianId, seen, ...part },
          }),
        )
      : moveVisit({ params, body: { ...partsOf(before), seen } }))
    toast({ title: t('{number}: back to {before}', wordsOf(move)) })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // Only a refusal settles it; without an answer it can be tried again.
    if (error.status === 0) recentMoves.set([move, ...recentMoves.get()])
    showFailure(t('Could not move {number}', { number: before.number }), error)
  } finally {
    refreshAfter('POST /api/jobs/{id}/reschedule', { params })
  }
}

const partsOf = ({ scheduledDate, scheduledTime, technicianId }: Before) => ({
  scheduledDate,
  scheduledTime: scheduledTime as SlotLabel,
  technicianId,
})

/** The technician it goes back to, or the time. */
function wordsOf(move: RecentMove): { number: string; before: string } {
  const { number, technician, scheduledDate, scheduledTime } = move.before
  const text = isSameTime(move)
    ? (technician?.name ?? t('Unassigned'))
    : formatVisit(scheduledDate, scheduledTime)
  return { number, before: text }
}

/** Undoes each of the latest moves, of one visit the latest first. */
export default function RecentMovesMenu() {
  const all = useStore(recentMoves)
  const moves = all.filter(
    ({ before: { id } }, at) => all.findIndex(({ before }) => before.id === id) === at,
  )
  return (
    <Menu
      items={moves.map((move) => ({
        label: t('Undo {number}: back to {before}', wordsOf(move)),
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
