import { text, translate } from '../texts/t.ts'
import type { LineKind } from './lines.ts'

/** Extra service types with preset price in cents and description, if any. */
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

const presetWords: readonly string[] = Object.values(extraTypes).flatMap((type) =>
  'description' in type ? [type.label, type.description] : [type.label],
)

export const isPresetExtra = (description: string) => presetWords.includes(description)

/** A preset's words in the reader's language; typed words as they are. */
export const extraWords = (description: string): string =>
  isPresetExtra(description) ? translate(description) : description

/** A preset's words in English, as they are stored; typed words as they are. */
export const extraInEnglish = (description: string): string =>
  presetWords.find((words) => translate(words) === description) ?? description

/** The customer's answer to an extra above the operator's limit; `not_needed` below it, `left_out` if the visit ended first. */
export const extraApprovals = ['not_needed', 'waiting', 'approved', 'declined', 'left_out'] as const
export type ExtraApproval = (typeof extraApprovals)[number]

/** The customer's answer, for staff; nothing if not asked. */
export const approvalLabels: Partial<Record<ExtraApproval, string>> = {
  waiting: text('Waiting for the customer'),
  approved: text('Approved'),
  declined: text('Declined'),
  left_out: text('Left out, not answered'),
}

/** Extras awaiting or refused approval are not charged. */
export const isCharged = ({ approval }: { approval: ExtraApproval }) =>
  approval === 'not_needed' || approval === 'approved'

type Priced = { totalCents: number; approval: ExtraApproval }

/**
 * Sum of extras allowed without approval, in cents: the operator's limit minus add-ons added by the technician, which the
 * customer has not approved either. Negative if the limit was lowered since.
 */
export const limitBeside = (
  addons: readonly { cents: number; addedByTechnician: boolean }[],
  aboveCents: number,
): number =>
  addons.reduce((left, addon) => left - (addon.addedByTechnician ? addon.cents : 0), aboveCents)

/** Cents the customer has neither approved nor declined. */
export const unapprovedCents = (extras: readonly Priced[]): number =>
  extras
    .filter(({ approval }) => approval === 'not_needed' || approval === 'waiting')
    .reduce((sum, { totalCents }) => sum + totalCents, 0)

/**
 * Whether the customer must approve: for one expensive extra, and for the cheap one that passes the limit. `others` are all
 * other extras of the visit. Amounts in cents, including quantity.
 */
export const needsApproval = (
  totalCents: number,
  { others, aboveCents }: { others: readonly Priced[]; aboveCents: number },
): boolean => totalCents > 0 && unapprovedCents(others) + totalCents > aboveCents

/**
 * The same for a corrected extra. A lower price of one that was never asked for needs no approval; one that was answered or
 * offered is asked again.
 */
export const correctionNeedsApproval = (
  totalCents: number,
  { before, ...limit }: { before: Priced & Asked; others: readonly Priced[]; aboveCents: number },
): boolean =>
  before.offered ||
  isAnswered(before) ||
  (!(before.approval === 'not_needed' && totalCents <= before.totalCents) &&
    needsApproval(totalCents, limit))

/** `offered`: asked whatever its price. */
type Asked = { offered: boolean }

export const isAnswered = ({ approval }: { approval: ExtraApproval }) =>
  approval === 'approved' || approval === 'declined'

/** Services rather than goods; the office's own descriptions may be either. */
const laborExtras: readonly ExtraType[] = ['battery_test', 'other']
export const kindOfExtra = (type: ExtraType): LineKind =>
  laborExtras.includes(type) ? 'labor' : 'part'

export type ExtraType = keyof typeof extraTypes
export const extraTypeIds = Object.keys(extraTypes) as [ExtraType, ...ExtraType[]]

export const maxExtraQuantity = 99

/** Maximum cost of one extra in cents, including quantity, to catch typing errors. */
const maxExtraCents = 1_000_000
export const isWithinExtraLimit = (totalCents: number) => totalCents <= maxExtraCents
export const extraTooExpensive = text('An extra may cost at most $10,000.00.')
