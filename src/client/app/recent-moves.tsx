import { Suspense } from 'react'
import { lazyComponent, lazyLoad } from '#client/ui/lazy-load.ts'
import { createStore, useStore } from '#client/ui/store.ts'
import { toast, type ToastMessage } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'

/** A visit's time and technician. */
type Placed = Pick<Job, 'id' | 'number' | 'scheduledDate' | 'scheduledTime' | 'technicianId'> & {
  technician: { name: string } | null
}
export type RecentMove = { before: Placed; after: Placed }

/** The office's latest moves and assignments on this page, newest first, since a toast shows only the last one. */
export const recentMoves = createStore<readonly RecentMove[]>([])
const remembered = 10

/** Remembers a visit's previous place. Returns the action for the toast. */
export function recordMove(before: Placed, after: Placed): NonNullable<ToastMessage['action']> {
  const move = { before, after }
  recentMoves.set([move, ...recentMoves.get()].slice(0, remembered))
  void loadMenu().catch(() => {})
  return { label: t('Undo'), onSelect: () => void undo(move) }
}

const loadMenu = lazyLoad(() => import('./recent-moves-menu.tsx'))

async function undo(move: RecentMove): Promise<void> {
  const part = await loadMenu().catch(() => undefined)
  if (part) await part.undoMove(move)
  else
    toast({
      title: t('No connection. Please check the network and try again.'),
      destructive: true,
    })
}

const RecentMovesMenu = lazyComponent(loadMenu)

/** Undoes each of the latest moves; nothing before the first one. */
export function RecentMoves() {
  const moves = useStore(recentMoves)
  if (moves.length === 0) return null
  return (
    <Suspense>
      <RecentMovesMenu />
    </Suspense>
  )
}
