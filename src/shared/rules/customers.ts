import { text } from '../texts/t.ts'
import { addMonths, type LocalDate } from './calendar.ts'

/** Where a customer stands, from their visits alone. */
export const customerStatuses = ['active', 'new', 'inactive'] as const
export type CustomerStatus = (typeof customerStatuses)[number]

export const customerStatusLabels = {
  active: text('person|Active'),
  new: text('person|New'),
  inactive: text('person|Inactive'),
} as const satisfies Record<CustomerStatus, string>

const activeMonths = 12

/** The first day on which a visit keeps a customer active today. */
export const activeSince = (today: LocalDate): LocalDate => addMonths(today, -activeMonths)

/** New before their first visit; active with one ahead or in the last twelve months. `lastVisit` was not cancelled. */
export function customerStatus(lastVisit: LocalDate | null, today: LocalDate): CustomerStatus {
  if (lastVisit === null) return 'new'
  return lastVisit >= activeSince(today) ? 'active' : 'inactive'
}

export const longestTag = 30
export const mostTags = 20

/** Tags as they are stored: without blanks around them, each once whatever its case, in order. */
export function tidyTags(tags: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const tag of tags) {
    const tidy = tag.trim().replace(/\s+/g, ' ')
    const key = tidy.toLowerCase()
    if (tidy && !known.has(key)) known.set(key, tidy)
  }
  return [...known.values()].toSorted((one, other) => one.localeCompare(other, 'en'))
}

/** Why two accounts may be one person. */
export const duplicateReasons = ['phone', 'email', 'name_and_zip'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

export const duplicateReasonLabels = {
  phone: text('Same phone number'),
  email: text('Same mailbox'),
  name_and_zip: text('Same name and ZIP code'),
} as const satisfies Record<DuplicateReason, string>
