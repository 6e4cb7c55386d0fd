import type { LocalDate } from '#shared/rules/calendar.ts'
import { slotsChanged } from '../slot-changes.ts'

/** For other features: seats on a business-local date were blocked or opened in the current transaction. */
export function publishSlots(date: LocalDate): void {
  slotsChanged(date)
}
