import { text } from '../texts/t.ts'

/** Setup steps of a new business before its first booking, in order. */
export const setupSteps = [
  {
    step: 'reach',
    title: text('How customers reach you'),
    missing: text('Your pages are missing a phone number or an e-mail address.'),
  },
  {
    step: 'hours',
    title: text('Days and time zone'),
    missing: text('Your service days are not set yet.'),
  },
  {
    step: 'area',
    title: text('Where you work'),
    missing: text('Without a core spot everybody can book, wherever they are.'),
  },
  {
    step: 'prices',
    title: text('What it costs'),
    missing: text('The starting prices have not been checked yet.'),
  },
  {
    step: 'tax',
    title: text('Sales tax'),
    missing: text('You haven’t set yet whether you charge sales tax.'),
  },
  {
    step: 'payment',
    title: text('How customers pay'),
    missing: text('Customers are not told how they can pay you.'),
  },
  {
    step: 'technician',
    title: text('Who does the work'),
    missing: text('No technician can be assigned a visit.'),
  },
  {
    step: 'stock',
    title: text('Stock'),
    missing: text('Nothing has been counted yet, so you are not warned when it runs low.'),
    optional: true,
  },
  {
    step: 'import',
    title: text('Customers you already have'),
    missing: text('No list has been imported from another program or a spreadsheet.'),
    optional: true,
  },
  {
    step: 'uses',
    title: text('What you use'),
    missing: text('You haven’t chosen yet which optional parts you need.'),
    optional: true,
  },
] as const satisfies readonly SetupStepWords[]
export type SetupStep = (typeof setupSteps)[number]['step']

type SetupStepWords = {
  step: string
  title: string
  /** Shown while the step is open. */
  missing: string
  /** Bookings work without it, so the office is not reminded of it. */
  optional?: true
}

/** Steps that the office is reminded of until they are done. */
export const requiredSteps: ReadonlySet<SetupStep> = new Set(
  setupSteps.filter((one) => !('optional' in one)).map(({ step }) => step),
)

/** Facts that complete a step. */
export type SetupFacts = {
  saysHowToReach: boolean
  coreSpots: number
  technicians: number
  takesSalesTax: boolean
  countedProducts: number
  /** Imports of customers that were not undone. */
  imports: number
  /** Steps the office confirmed without a change. */
  confirmed: readonly SetupStep[]
}

/** Adds a step, each once. */
export const confirmStep = (confirmed: readonly SetupStep[], step: SetupStep): SetupStep[] => [
  ...new Set([...confirmed, step]),
]

/** Open steps. A booking completes none of them. */
export function openSteps(facts: SetupFacts): SetupStep[] {
  const done: Record<SetupStep, boolean> = {
    reach: facts.saysHowToReach,
    hours: false,
    area: facts.coreSpots > 0,
    prices: false,
    tax: facts.takesSalesTax,
    payment: false,
    technician: facts.technicians > 0,
    stock: facts.countedProducts > 0,
    import: facts.imports > 0,
    uses: false,
  }
  return setupSteps
    .map(({ step }) => step)
    .filter((step) => !done[step] && !facts.confirmed.includes(step))
}

/** What public pages may show: hours and prices once the office has confirmed the initial ones. */
export const published = (confirmed: readonly SetupStep[]) => ({
  hours: confirmed.includes('hours'),
  prices: confirmed.includes('prices'),
})
