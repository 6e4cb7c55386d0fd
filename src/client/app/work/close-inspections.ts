import { isOpen } from './waiting-changes.ts'
import { workOutbox } from './work-outbox.ts'

/** Taps within this time are sent together. */
const idleMs = 3000
let timer: ReturnType<typeof setTimeout> | undefined

const entriesOf = () => workOutbox.state.get().entries

/** Sends inspections after a pause in tapping; at once if later work on the visit is waiting or the page is hidden. */
export function closeInspectionsSoon(): void {
  clearTimeout(timer)
  const entries = entriesOf()
  const open = entries.filter(({ change }) => isOpen(change))
  if (open.length === 0) return
  const isFollowed = open.some(({ jobId, order }) =>
    entries.some(
      (later) => later.jobId === jobId && later.order > order && later.change.kind !== 'photo',
    ),
  )
  const now = isFollowed || document.visibilityState === 'hidden'
  timer = setTimeout(() => void closeAll(), now ? 0 : idleMs)
}

async function closeAll(): Promise<void> {
  for (const { key, change } of entriesOf())
    if (change.kind === 'inspection' && isOpen(change)) {
      const { open: _open, ...closed } = change
      await workOutbox.amend(key, closed)
    }
}
