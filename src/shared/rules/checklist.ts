import { text } from '../texts/t.ts'

/**
 * The eight steps of every visit: instruction for the technician and report for the customer. Ids are stored; the order is
 * the order of work.
 */
export const checklist = [
  {
    id: 'vehicle_inspection',
    label: text('Walk around the car and note existing damage'),
    done: text('Walked around the car'),
  },
  {
    id: 'oil_level_checked',
    label: text('Check the oil level and the ground for leaks'),
    done: text('Oil level and leaks checked before'),
  },
  {
    id: 'oil_drained',
    label: text('Drain the old oil'),
    done: text('Old oil drained'),
  },
  {
    id: 'filter_replaced',
    label: text('Replace the oil filter'),
    done: text('Oil filter replaced'),
  },
  {
    id: 'drain_plug_torqued',
    label: text('Refit the drain plug with a new washer'),
    done: text('Drain plug refitted with a new washer'),
  },
  {
    id: 'oil_filled',
    label: text('Fill with the right oil and amount'),
    done: text('New oil filled in'),
  },
  {
    id: 'leaks_checked',
    label: text('Run the engine and check for leaks'),
    done: text('Engine run and checked for leaks'),
  },
  {
    id: 'reset_and_sticker',
    label: text('Reset the oil light and place the sticker'),
    done: text('Oil light reset, sticker placed'),
  },
] as const

export type ChecklistItemId = (typeof checklist)[number]['id']
export const checklistIds = checklist.map((item) => item.id) as unknown as readonly [
  ChecklistItemId,
  ...ChecklistItemId[],
]

/** The ticked steps, and the ones on screen before. */
export type Ticking = {
  items: readonly ChecklistItemId[]
  seen?: readonly ChecklistItemId[] | undefined
}

/** The resulting ticks in order of work: changes only what differs from what was on screen, if known. */
export const tickedAfter = (
  ticked: readonly ChecklistItemId[],
  { items, seen = ticked }: Ticking,
): ChecklistItemId[] =>
  checklistIds.filter((id) => {
    const isChanged = items.includes(id) !== seen.includes(id)
    return isChanged ? items.includes(id) : ticked.includes(id)
  })
