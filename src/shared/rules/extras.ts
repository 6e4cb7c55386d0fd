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

/**
 * What extras may come to before the customer is asked, in cents: the operator's limit less the add-ons that a technician
 * added, which nobody has asked the customer about either. Below zero when the limit was lowered meanwhile.
 */
export const limitBeside = (
  addons: readonly { cents: number; addedByTechnician: boolean }[],
  aboveCents: number,
): number =>
  addons.reduce((left, addon) => left - (addon.addedByTechnician ? addon.cents : 0), aboveCents)

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

/**
 * These extras, in the order they were added, once some of them cost less: what waits and would not be asked about if it
 * were added now is charged without an answer.
 */
export function withoutNeedlessRequests<E extends Priced>(
  extras: readonly E[],
  aboveCents: number,
): E[] {
  const after = [...extras]
  for (const [at, extra] of extras.entries()) {
    if (extra.approval !== 'waiting') continue
    const others = after.filter(
      ({ approval }, i) => i !== at && (i < at || approval === 'not_needed'),
    )
    if (!needsApproval(extra.totalCents, { others, aboveCents }))
      after[at] = { ...extra, approval: 'not_needed' }
  }
  return after
}

/** The extras after `before`, one of them, was corrected to `totalCents`. */
export function extrasAfterCorrection<E extends Priced>(
  extras: readonly E[],
  { before, totalCents, aboveCents }: { before: E; totalCents: number; aboveCents: number },
): E[] {
  const others = extras.filter((extra) => extra !== before)
  const asks = correctionNeedsApproval(totalCents, { before, others, aboveCents })
  const corrected: E = { ...before, totalCents, approval: asks ? 'waiting' : 'not_needed' }
  const after = extras.map((extra) => (extra === before ? corrected : extra))
  return totalCents < before.totalCents ? withoutNeedlessRequests(after, aboveCents) : after
}

/** The extras after `removed`, one of them, was taken away. */
export const extrasAfterRemoval = <E extends Priced>(
  extras: readonly E[],
  { removed, aboveCents }: { removed: E; aboveCents: number },
): E[] =>
  withoutNeedlessRequests(
    extras.filter((extra) => extra !== removed),
    aboveCents,
  )

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
