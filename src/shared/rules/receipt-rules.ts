import { t, text, translate } from '../texts/t.ts'
import { catalogFields } from './catalog.ts'
import type { TaxMode } from './sales-tax.ts'

/** Facts that a state's rules may require on a receipt. */
export const receiptFacts = {
  oil: text('Oil by brand, viscosity, service category and quantity'),
  partsAndLabor: text('Parts and labor listed separately, each with a subtotal'),
  condition: text('Condition of parts: new, remanufactured or used'),
  registration: text('Your registration number'),
  tires: text('Tire pressures, or why they were not measured'),
} as const
type ReceiptFact = keyof typeof receiptFacts

/** The source of a rule, and its date. */
type Source = { facts: readonly ReceiptFact[]; title: string; date: string }

type ReceiptRules = {
  facts: readonly ReceiptFact[]
  /** Shown where a rule requires them, and where separately stated parts are not taxed differently. */
  subtotals: boolean
  sources: readonly Source[]
  /** A note for the owner about a fact left out on purpose. */
  note?: string
}

const oilLabeling: Source = {
  facts: ['oil'],
  title: text('Some 23 states ask for this: Lubritec newsletter; NCWM method of sale of motor oil'),
  date: '2015',
}

/** For states without a row of their own: what about half of the states require. */
const generalRules: ReceiptRules = { facts: ['oil'], subtotals: true, sources: [oilLabeling] }

/**
 * Required receipt facts by state: starting values for an operator to check, not advice. Contains only what the source
 * confirms; dates are the source's, or the year it was read.
 */
const rulesByState: Readonly<Record<string, ReceiptRules>> = {
  CA: {
    facts: ['oil', 'partsAndLabor', 'condition', 'registration', 'tires'],
    subtotals: true,
    sources: [
      oilLabeling,
      {
        facts: ['partsAndLabor', 'condition', 'registration'],
        title: text('California, 16 CCR 3356: parts, labor and registration'),
        date: '2026',
      },
      {
        facts: ['tires'],
        title: text('California, 17 CCR 95550: kept for three years'),
        date: '2026',
      },
    ],
  },
  TX: {
    ...generalRules,
    subtotals: false,
    sources: [
      oilLabeling,
      {
        facts: [],
        title: text('Texas Tax Publication 94-113: separately stated parts are taxed'),
        date: '2003',
      },
    ],
    note: text(
      'Parts and labor stay one sum: in Texas, parts that are stated separately are taxed, and a lump sum is not.',
    ),
  },
}

/** What receipts in a state must show. */
export const receiptRules = (state: string): ReceiptRules => rulesByState[state] ?? generalRules

/** Whether a state has a row of its own. */
export const isKnownState = (state: string): boolean => Object.hasOwn(rulesByState, state)

/** The state whose rules receipts follow since an instant; earlier completions need none of its facts. */
export type ReceiptProfile = { state: string; since: string }

/** Whether receipts in a state show subtotals of parts and labor. A lump sum stays one, unless the state asks for both. */
export function showsSubtotals(state: string, taxMode: TaxMode): boolean {
  const { facts, subtotals } = receiptRules(state)
  return subtotals && (taxMode !== 'none' || facts.includes('partsAndLabor'))
}

/** Whether a visit completed at that time needs tire pressures or a reason. */
export const needsTires = (profile: ReceiptProfile | null, completedAt: Date): boolean =>
  profile !== null &&
  receiptRules(profile.state).facts.includes('tires') &&
  completedAt.toISOString() >= profile.since

/** A fact a profile needs before it can be switched on, and where to enter it. */
export const productGaps = ['brand', 'viscosity', 'serviceCategory'] as const
type ProductGap = (typeof productGaps)[number]
/**
 * `product`: an oil of a package on sale, with its missing facts; `package`: a package on sale that takes no oil from
 * stock, so its receipt cannot name one.
 */
export type ReceiptGap = {
  kind: 'registration' | 'product' | 'package'
  id?: string | undefined
  name?: string | undefined
  missing?: ProductGap[] | undefined
}

export function describeGap({ kind, name = '', missing = [] }: ReceiptGap): string {
  switch (kind) {
    case 'registration':
      return t('Your registration number is missing')
    case 'product':
      return t('{name} lacks: {facts}', {
        name,
        facts: missing.map((fact) => translate(catalogFields[fact])).join(', '),
      })
    case 'package':
      return t('{name} takes no oil from stock, so its receipt cannot name the oil', { name })
  }
}
