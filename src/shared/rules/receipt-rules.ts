import { t, text, translate } from '../texts/t.ts'
import { catalogFields } from './catalog.ts'

/** Facts that a state's rules may ask of a receipt. */
export const receiptFacts = {
  oil: text('Oil by brand, viscosity, service category and quantity'),
  partsAndLabor: text('Parts and labor listed separately, each with a subtotal'),
  condition: text('Condition of parts: new, remanufactured or used'),
  registration: text('Your registration number'),
  tires: text('Tire pressures, or why they were not measured'),
} as const
export type ReceiptFact = keyof typeof receiptFacts

/** Where a rule was read, and of when it is. */
type Source = { facts: readonly ReceiptFact[]; title: string; date: string }

export type ReceiptRules = {
  facts: readonly ReceiptFact[]
  /** Shown where a rule asks for them, and where stating parts apart has no effect on their tax. */
  subtotals: boolean
  sources: readonly Source[]
  /** What an owner should know about a fact that is left out on purpose. */
  note?: string
}

const oilLabeling: Source = {
  facts: ['oil'],
  title: text('Some 23 states ask for this: Lubritec newsletter; NCWM method of sale of motor oil'),
  date: '2015',
}

/** For states without a row of their own: what about half of them ask for. */
const generalRules: ReceiptRules = { facts: ['oil'], subtotals: true, sources: [oilLabeling] }

/**
 * What receipts must show by state: starting values for an operator to check, not advice. Only what its source confirms; a
 * date is that of the source, or the year it was read.
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

/** The state whose rules receipts follow, since an instant: completions from before it need none of its facts. */
export type ReceiptProfile = { state: string; since: string }

/** Whether receipts in a state show subtotals of parts and labor. */
export const showsSubtotals = (state: string): boolean => receiptRules(state).subtotals

/** Whether a visit completed at that time must have its tires measured, or a reason why not. */
export const needsTires = (profile: ReceiptProfile | null, completedAt: Date): boolean =>
  profile !== null &&
  receiptRules(profile.state).facts.includes('tires') &&
  completedAt.toISOString() >= profile.since

/** What a profile needs before it can be switched on, and where it is entered. */
export const productGaps = ['brand', 'viscosity', 'serviceCategory'] as const
export type ProductGap = (typeof productGaps)[number]
/**
 * `product`: an oil of a package on offer, with what it lacks; `package`: one on offer that takes no oil from stock, so its
 * receipt names none.
 */
export type ReceiptGap = {
  kind: 'registration' | 'product' | 'package'
  id?: string | undefined
  name?: string | undefined
  missing?: ProductGap[] | undefined
}

/** A gap in one line, with what is missing. */
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
      return t('{name} takes no oil from stock, so its receipt would name none', { name })
  }
}
