import { type Slot, type SlotLabel, slotLabel, standardSlots, startOf } from './slots.ts'

/** The labels of the five standard slots. */
export const slotLabels: readonly SlotLabel[] = standardSlots.map(slotLabel)

/** The n-th of the five standard slots, from 1. */
export function slotAt(n: number): Slot {
  const slot = standardSlots[n - 1]
  if (!slot) throw new RangeError(`There is no standard slot ${n}`)
  return slot
}

export const labelAt = (n: number): SlotLabel => slotLabel(slotAt(n))

/** The starts of these of the five standard slots, from 1. */
export const startsAt = (...numbers: number[]): string[] => numbers.map((n) => startOf(slotAt(n)))
