/**
 * A time that visits are booked for, business-local: start and end as one number, HHMMHHMM. 9301030 is 9:30 to 10:30 AM, so
 * numbers sort by start. Imported visits have no time; theirs are 0 and below.
 */
export type Slot = number

/** "8:00 AM - 9:00 AM" */
export type SlotLabel = `${number}:${number} ${'AM' | 'PM'} - ${number}:${number} ${'AM' | 'PM'}`

/** The times of a day unless the business sets others. */
export const standardSlots: readonly Slot[] = [8000900, 9301030, 13001400, 14301530, 16001700]

/** A time of day, "09:30". */
export const clockTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/

export const slotStatuses = ['open', 'full', 'blocked', 'closed', 'past'] as const
export type SlotStatus = (typeof slotStatuses)[number]

/** A slot's start, "08:00"; SQL: `slot / 10000`. */
export const startOf = (slot: Slot): string => clockOf(Math.floor(slot / 10_000))

/** A slot's end, "09:00"; SQL: `slot % 10000`. */
export const endOf = (slot: Slot): string => clockOf(slot % 10_000)

const clockOf = (hhmm: number): string => {
  const digits = String(hhmm).padStart(4, '0')
  return `${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** The slot from one time of day to another, both "HH:MM". */
export const slotFrom = (start: string, end: string): Slot =>
  Number(start.replace(':', '')) * 10_000 + Number(end.replace(':', ''))

/** Minutes after midnight of "HH:MM". */
export const minutesOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** "HH:MM" of minutes after midnight. */
export const clockAt = (minutes: number): string =>
  clockOf(Math.floor(minutes / 60) * 100 + (minutes % 60))

export const slotLabel = (slot: Slot): SlotLabel =>
  `${halfDay(startOf(slot))} - ${halfDay(endOf(slot))}` as SlotLabel

/** The label for showing a visit's time; empty for an imported visit, whose time is unknown. */
export const shownSlot = (slot: Slot): string => (slot > 0 ? slotLabel(slot) : '')

function halfDay(clock: string): string {
  const hour = Number(clock.slice(0, 2))
  return `${hour % 12 || 12}:${clock.slice(3)} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

const label = /^(\d{1,2}):([0-5]\d) ([AP]M) - (\d{1,2}):([0-5]\d) ([AP]M)$/

/** The slot with this label; undefined for text that is no label. */
export function slotByLabel(text: string): Slot | undefined {
  const [, ...parts] = label.exec(text) ?? []
  if (parts.length === 0) return undefined
  const [start, end] = [hhmmOf(parts.slice(0, 3)), hhmmOf(parts.slice(3))]
  const slot = start * 10_000 + (end || 2400)
  return start < (end || 2400) && slotLabel(slot) === text ? slot : undefined
}

const hhmmOf = ([hour, minute, half]: readonly string[]): number =>
  ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 100 + Number(minute)

/** As `slotByLabel`; 0 for text that is no label. */
export const slotOf = (text: string): Slot => slotByLabel(text) ?? 0

/** Whether two times of a day overlap. */
export const overlap = (one: Slot, other: Slot): boolean =>
  Math.floor(one / 10_000) < other % 10_000 && Math.floor(other / 10_000) < one % 10_000

/** SQL: the same; false for imported visits. */
export const overlapInSql = (one: string, other: string): string =>
  `${one} / 10000 < ${other} % 10000 and ${other} / 10000 < ${one} % 10000`

/**
 * A slot's status for booking now. `past`: started, or within the lead time; `closed`: not offered on that weekday, or
 * beyond the horizon.
 */
export function slotStatus(facts: {
  past: boolean
  offered: boolean
  beyondHorizon: boolean
  blocked: boolean
  taken: number
  capacity: number
}): SlotStatus {
  if (facts.past) return 'past'
  if (!facts.offered || facts.beyondHorizon) return 'closed'
  if (facts.blocked) return 'blocked'
  return facts.taken >= facts.capacity ? 'full' : 'open'
}
