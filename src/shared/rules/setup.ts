import { text } from '../texts/t.ts'

/** What a new business is asked before its first booking, in order. */
export const setupSteps = [
  {
    step: 'reach',
    title: text('How customers reach you'),
    missing: text('Your pages name no phone number or no e-mail address.'),
  },
  {
    step: 'hours',
    title: text('Days and time zone'),
    missing: text('Nobody has said yet on which days you work.'),
  },
  {
    step: 'area',
    title: text('Where you work'),
    missing: text('Without a core spot everybody can book, wherever they are.'),
  },
  {
    step: 'prices',
    title: text('What it costs'),
    missing: text('Nobody has checked the prices that a new business starts with.'),
  },
  {
    step: 'technician',
    title: text('Who does the work'),
    missing: text('Nobody can be given a visit.'),
  },
] as const
export type SetupStep = (typeof setupSteps)[number]['step']

/** What there is of it. */
export type SetupFacts = {
  saysHowToReach: boolean
  coreSpots: number
  technicians: number
  /** A visit was done. */
  hasServed: boolean
  /** Steps that the office has looked at and leaves as they are. */
  confirmed: readonly SetupStep[]
}

/** With one more, each once. */
export const confirmStep = (confirmed: readonly SetupStep[], step: SetupStep): SetupStep[] => [
  ...new Set([...confirmed, step]),
]

/** Steps that are not done. Days, area and prices have proved themselves once a visit was done; that one was booked says nothing. */
export function openSteps(facts: SetupFacts): SetupStep[] {
  const done: Record<SetupStep, boolean> = {
    reach: facts.saysHowToReach,
    hours: facts.hasServed,
    area: facts.hasServed || facts.coreSpots > 0,
    prices: facts.hasServed,
    technician: facts.technicians > 0,
  }
  return setupSteps
    .map(({ step }) => step)
    .filter((step) => !done[step] && !facts.confirmed.includes(step))
}
