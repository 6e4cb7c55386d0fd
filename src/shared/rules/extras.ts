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

/** What the customer said to an extra above the operator's limit; `not_needed` below it. */
export const extraApprovals = ['not_needed', 'waiting', 'approved', 'declined'] as const
export type ExtraApproval = (typeof extraApprovals)[number]

/** Nobody pays for what they were asked about and have not agreed to. */
export const isCharged = ({ approval }: { approval: ExtraApproval }) =>
  approval === 'not_needed' || approval === 'approved'

/** Whether the customer is asked first. Both amounts in cents, the extra's with its quantity. */
export const needsApproval = (totalCents: number, aboveCents: number) => totalCents > aboveCents

export type ExtraType = keyof typeof extraTypes
export const extraTypeIds = Object.keys(extraTypes) as [ExtraType, ...ExtraType[]]

/** How often one extra is charged at once, at most. */
export const mostOfAnExtra = 99

/** The most one extra may cost in cents, quantity included: a slip of the finger is not charged. */
export const highestExtraCents = 1_000_000
