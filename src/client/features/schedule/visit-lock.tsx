import { Lock } from 'lucide-react'
import { callAndRefresh } from '#client/app/queries.ts'
import { CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { toast } from '#client/ui/toast.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { t } from '#shared/texts/t.ts'

/** Why the visit keeps its technician; null if it is neither locked nor promised. */
export function lockWords({ technicianLock, technician, status }: BoardVisit): string | null {
  if (!technicianLock || !isNotStarted(status)) return null
  const name = technician?.name ?? ''
  return technicianLock === 'office'
    ? t('Locked to {name} and its time', { name })
    : t('Promised: {name} comes', { name })
}

/** A lock icon with its reason as tooltip and label. */
export function VisitLock({ job }: { job: BoardVisit }) {
  const words = lockWords(job)
  if (!words) return null
  return (
    <span title={words} className="text-soft">
      <Lock aria-hidden className="inline size-3.5 align-[-2px]" />
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** Locks a visit to its technician and time; removes the lock or the promise. */
export async function lockVisit({ id, number }: BoardVisit, locked: boolean): Promise<void> {
  try {
    await callAndRefresh('PUT /api/jobs/{id}/lock', { params: { id }, body: { locked } })
    toast({
      title: locked
        ? t('{number} is locked to its technician', { number })
        : t('{number} is no longer locked', { number }),
    })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    showFailure(t('The lock of {number} could not be changed', { number }), error)
  }
}
