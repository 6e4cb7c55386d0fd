import { text } from '../texts/t.ts'
import { addMonths, type LocalDate } from './calendar.ts'

/** A customer's status, computed from their visits only. */
export const customerStatuses = ['active', 'new', 'inactive'] as const
export type CustomerStatus = (typeof customerStatuses)[number]

export const customerStatusLabels = {
  active: text('person|Active'),
  new: text('person|New'),
  inactive: text('person|Inactive'),
} as const satisfies Record<CustomerStatus, string>

const activeMonths = 12

/** The earliest visit date that still makes a customer active today. */
export const activeSince = (today: LocalDate): LocalDate => addMonths(today, -activeMonths)

/** New before the first visit; active with one ahead or in the last twelve months. `lastVisit` excludes cancelled ones. */
export function customerStatus(lastVisit: LocalDate | null, today: LocalDate): CustomerStatus {
  if (lastVisit === null) return 'new'
  return lastVisit >= activeSince(today) ? 'active' : 'inactive'
}

/** Entries of a customer's history. */
export const customerEventKinds = [
  'added',
  'changed',
  'note_added',
  'note_removed',
  'vehicle_recovered',
  'merged',
  'texts_agreed',
  'texts_ended',
] as const
export type CustomerEventKind = (typeof customerEventKinds)[number]

export const maxTagLength = 30
export const maxTags = 20

/** Tags in stored form: trimmed, unique ignoring case, in order. */
export function tidyTags(tags: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const tag of tags) {
    const tidy = tag.trim().replace(/\s+/g, ' ')
    const key = tidy.toLowerCase()
    if (tidy && !known.has(key)) known.set(key, tidy)
  }
  return [...known.values()].toSorted((one, other) => one.localeCompare(other, 'en'))
}

/** Why two accounts may belong to one person. */
export const duplicateReasons = ['phone', 'email', 'name_and_zip'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

export const duplicateReasonLabels = {
  phone: text('Same phone number'),
  email: text('Same mailbox'),
  name_and_zip: text('Same name and ZIP code'),
} as const satisfies Record<DuplicateReason, string>
