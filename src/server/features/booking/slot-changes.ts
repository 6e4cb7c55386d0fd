import { afterCommit, listen, queryRows } from '#server/database/database.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { forgetAvailability } from './availability-cache.ts'

const untold = new Set<LocalDate>()
let telling = false

/**
 * Says that places of a business-local date were taken, freed, blocked or opened: once the current transaction
 * commits, this process shows it at once and the others within milliseconds.
 */
export function slotsChanged(date: LocalDate): void {
  afterCommit(() => {
    forgetAvailability()
    untold.add(date)
    return tellOthers()
  })
}

// Outside the transaction, because commits that notify wait for each other; while one message is on its way the
// next dates gather.
async function tellOthers(): Promise<void> {
  if (telling) return
  telling = true
  try {
    while (untold.size > 0) {
      const dates = [...untold]
      untold.clear()
      await queryRows(
        { name: 'tell-slots', text: `select pg_notify('slots', d) from unnest($1::text[]) d` },
        [dates],
      )
    }
  } finally {
    telling = false
  }
}

/** Makes this process hear of bookings made by the others. */
export async function followSlotChanges(): Promise<void> {
  await listen('slots', forgetAvailability, { onReconnect: forgetAvailability })
}
