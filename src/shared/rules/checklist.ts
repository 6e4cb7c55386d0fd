import { text } from '../texts/t.ts'

/** The eight steps of every visit. Ids are stored; the order is the order of work. */
export const checklist = [
  { id: 'vehicle_inspection', label: text('Walk around the car and note existing damage') },
  { id: 'oil_level_checked', label: text('Check the oil level and the ground for leaks') },
  { id: 'oil_drained', label: text('Drain the old oil') },
  { id: 'filter_replaced', label: text('Replace the oil filter') },
  { id: 'drain_plug_torqued', label: text('Refit the drain plug with a new washer') },
  { id: 'oil_filled', label: text('Fill with the right oil and amount') },
  { id: 'leaks_checked', label: text('Run the engine and check for leaks') },
  { id: 'reset_and_sticker', label: text('Reset the oil light and place the sticker') },
] as const

export type ChecklistItemId = (typeof checklist)[number]['id']
export const checklistIds = checklist.map((item) => item.id) as unknown as readonly [
  ChecklistItemId,
  ...ChecklistItemId[],
]
