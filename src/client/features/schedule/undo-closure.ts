import { api, CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { refreshAfter } from '#client/app/queries.ts'
import { toast, type ToastMessage } from '#client/ui/toast.ts'
import type { Closure } from '#shared/contract/closures.ts'
import { t } from '#shared/texts/t.ts'
import type { BlockedRange } from './affected-visits-query.ts'
import { describeDays, describeTimes, type Opened } from './describe-block.ts'

const route = 'POST /api/admin/block-range'

/** A toast naming the days and times; `undo` throws CallError. */
export function closureToast(
  title: string,
  closure: Pick<Closure, 'from' | 'to' | 'timeSlots' | 'wholeDays' | 'name'>,
  undo: (() => Promise<unknown>) | null,
): ToastMessage {
  const takeBack = async () => {
    try {
      await undo?.()
      toast({ title: t('Undone') })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      showFailure(t('It could not be undone'), error)
    } finally {
      refreshAfter(route)
    }
  }
  return {
    title,
    description: [closure.name, describeDays(closure), describeTimes(closure)]
      .filter(Boolean)
      .join(' · '),
    ...(undo && { action: { label: t('Undo'), onSelect: () => void takeBack() } }),
  }
}

/** Opens the times of a closure that did not exist before. */
export const undoNewClosure = (closure: Closure) => () =>
  api('DELETE /api/admin/closures/{id}', {
    params: { id: closure.id },
    ifMatch: closure.version,
  })

/** Restores the closure's days, times and words, unless someone changed it again. */
export const undoChange = (before: Closure, after: Closure) => () =>
  api('PUT /api/admin/closures/{id}', {
    params: { id: after.id },
    body: { ...bodyOf(before), name: before.name, reason: before.reason },
    ifMatch: after.version,
  })

/** Closes the removed closure's times again, except those that were open already. */
export const undoRemoval = (closure: Closure, today: string) => () =>
  closeAgain([
    {
      closure,
      part: { ...closure, from: closure.from < today ? today : closure.from },
      openAlready: closure.except,
    },
  ])

/** Restores closed parts under their names, leaving already open times open. */
export async function closeAgain(opened: readonly Opened[]): Promise<void> {
  try {
    for (const { closure, part } of opened) {
      const { name, reason } = closure
      const wholeDays = closure.wholeDays && part.timeSlots.length === closure.timeSlots.length
      const body = { ...bodyOf({ ...part, wholeDays }), name, reason, isBlocked: true }
      await api(route, { body })
    }
    for (const { openAlready } of opened)
      for (const one of openAlready)
        await api(route, { body: { ...bodyOf(one), isBlocked: false } })
  } finally {
    refreshAfter(route)
  }
}

export const bodyOf = ({
  from,
  to,
  timeSlots,
  wholeDays,
}: BlockedRange & { wholeDays?: boolean }) => ({
  from,
  to,
  ...(timeSlots && !wholeDays && { timeSlots: [...timeSlots] }),
})
