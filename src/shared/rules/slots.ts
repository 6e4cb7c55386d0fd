/** The five fixed slots of a day, by start (business-local time). */
export const slots = [
  { number: 1, label: '8:00 AM - 9:00 AM', start: '08:00', end: '09:00' },
  { number: 2, label: '9:30 AM - 10:30 AM', start: '09:30', end: '10:30' },
  { number: 3, label: '1:00 PM - 2:00 PM', start: '13:00', end: '14:00' },
  { number: 4, label: '2:30 PM - 3:30 PM', start: '14:30', end: '15:30' },
  { number: 5, label: '4:00 PM - 5:00 PM', start: '16:00', end: '17:00' },
] as const

export type Slot = (typeof slots)[number]
export type SlotNumber = Slot['number']
export type SlotLabel = Slot['label']

export const slotLabels = slots.map((slot) => slot.label) as unknown as readonly [
  SlotLabel,
  ...SlotLabel[],
]

export const slotStatuses = ['open', 'full', 'blocked', 'closed', 'past'] as const
export type SlotStatus = (typeof slotStatuses)[number]

/** The slot with this label; undefined if unknown. */
export function slotByLabel(label: string): Slot | undefined {
  return slots.find((slot) => slot.label === label)
}

/** From 1; 0 for an unknown label. */
export const slotNumber = (label: string): number => slotByLabel(label)?.number ?? 0

export function slotLabel(number: number): SlotLabel {
  const slot = slots[number - 1]
  if (!slot) throw new RangeError(`There is no slot ${number}`)
  return slot.label
}

/** The label for showing a visit's time; empty for an imported visit, whose time is unknown. */
export const shownSlot = (number: number): string => (number > 0 ? slotLabel(number) : '')

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
