import { afterCommit, listen, queryRows } from '#server/database/database.ts'
import { coalesceCalls } from '#server/database/coalesce-calls.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { invalidateAvailability } from './availability-cache.ts'

const unpublished = new Set<LocalDate>()
const listeners: (() => void)[] = []

/** Calls `listener` after seats changed in this process. */
export function whenSlotsChange(listener: () => void): void {
  listeners.push(listener)
}

// Outside the transaction, because commits that notify wait for each other; batched, because bookings come in bursts.
const publishSlotChanges = coalesceCalls('other processes see bookings late', 20, async () => {
  const dates = [...unpublished]
  unpublished.clear()
  const text = 'select pg_notify($1, d) from unnest($2::text[]) d'
  await queryRows({ name: 'publish-slots', text }, ['slots', dates])
})

/**
 * Announces after the commit that seats of a business-local date were taken, freed, blocked or opened: this process shows it
 * at once, the others within milliseconds.
 */
export function slotsChanged(date: LocalDate): void {
  afterCommit(() => {
    invalidateAvailability()
    unpublished.add(date)
    publishSlotChanges()
    for (const listener of listeners) listener()
  })
}

/** Subscribes this process to seat changes in other processes. */
export async function subscribeToSlotChanges(): Promise<void> {
  await listen('slots', invalidateAvailability, { onReconnect: invalidateAvailability })
}
