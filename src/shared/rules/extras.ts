import { text } from '../texts/t.ts'

/** Extra service types a technician can charge, with the preset price in cents and description where there is one. */
export const extraTypes = {
  oil_quart_conventional: {
    label: text('Additional oil quart, conventional'),
    priceCents: 699,
    description: text('Additional quart of conventional oil'),
  },
  oil_quart_semi_synthetic: {
    label: text('Additional oil quart, semi synthetic'),
    priceCents: 899,
    description: text('Additional quart of semi synthetic oil'),
  },
  oil_quart_full_synthetic: {
    label: text('Additional oil quart, full synthetic'),
    priceCents: 1099,
    description: text('Additional quart of full synthetic oil'),
  },
  oil_quart_diesel_full_synthetic: {
    label: text('Additional oil quart, diesel full synthetic'),
    priceCents: 1299,
    description: text('Additional quart of diesel full synthetic oil'),
  },
  air_filter: { label: text('Air filter') },
  cabin_filter: { label: text('Cabin filter') },
  windshield_wiper: { label: text('Windshield wiper') },
  battery_test: { label: text('Battery test') },
  fluid_top_off: { label: text('Fluid top off') },
  other: { label: text('Other') },
} as const satisfies Record<string, { label: string; priceCents?: number; description?: string }>

/**
 * What the customer said to an extra above the operator's limit; `not_needed` below it, `left_out` when the visit was over
 * before they said anything.
 */
export const extraApprovals = ['not_needed', 'waiting', 'approved', 'declined', 'left_out'] as const
export type ExtraApproval = (typeof extraApprovals)[number]

/** Nobody pays for what they were asked about and have not agreed to. */
export const isCharged = ({ approval }: { approval: ExtraApproval }) =>
  approval === 'not_needed' || approval === 'approved'

type Priced = { totalCents: number; approval: ExtraApproval }

/** What the customer has not said yes or no to, in cents. */
export const unapprovedCents = (extras: readonly Priced[]): number =>
  extras
    .filter(({ approval }) => approval === 'not_needed' || approval === 'waiting')
    .reduce((sum, { totalCents }) => sum + totalCents, 0)

/**
 * Whether the customer is asked first: one dear extra, and as well the one with which many cheap ones pass the limit.
 * `others` are all other extras of the visit. Amounts in cents, with their quantity.
 */
export const needsApproval = (
  totalCents: number,
  { others, aboveCents }: { others: readonly Priced[]; aboveCents: number },
): boolean => totalCents > 0 && unapprovedCents(others) + totalCents > aboveCents

/** The same for an extra that was another one before: nobody is asked whether they want to pay less. */
export const correctionNeedsApproval = (
  totalCents: number,
  { before, ...limit }: { before: Priced; others: readonly Priced[]; aboveCents: number },
): boolean =>
  !(before.approval === 'not_needed' && totalCents <= before.totalCents) &&
  needsApproval(totalCents, limit)

/** What the customer has answered is corrected by nobody; it can be removed. */
export const isAnswered = ({ approval }: { approval: ExtraApproval }) =>
  approval === 'approved' || approval === 'declined'

export type ExtraType = keyof typeof extraTypes
export const extraTypeIds = Object.keys(extraTypes) as [ExtraType, ...ExtraType[]]

/** How often one extra is charged at once, at most. */
export const mostOfAnExtra = 99

/** The most one extra may cost in cents, quantity included: a slip of the finger is not charged. */
const highestExtraCents = 1_000_000
export const mayCost = (totalCents: number) => totalCents <= highestExtraCents
export const tooDear = text('An extra may cost at most $10,000.00.')
