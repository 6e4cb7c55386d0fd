import { text } from '../texts/t.ts'

/** Parts of the product that a business switches on when it needs them; off, nothing shows them and their calls answer 404. */
export const parts = {
  waitlist: {
    title: text('Waitlist'),
    label: text('Customers can wait for an earlier time'),
    hint: text(
      'For customers who find no time that suits them, or want an earlier one. A time that becomes available is held for the first customer waiting for it.',
    ),
    off: text('The waitlist is switched off. The office can switch it on in its settings.'),
  },
  inspections: {
    title: text('Inspections'),
    label: text('Technicians inspect the car'),
    hint: text(
      'Tires, brakes, battery, lights, fluids and leaks, with photos. The customer gets a report, and the car’s values over time.',
    ),
    off: text('Inspections are switched off. The office can switch them on in its settings.'),
  },
  companies: {
    title: text('Companies'),
    label: text('You serve companies with fleets'),
    hint: text(
      'For businesses with several cars: members with roles, unit numbers, many cars booked at once, purchase orders, tax exemption and one statement a month.',
    ),
    off: text('Companies are switched off. The office can switch them on in its settings.'),
  },
  plans: {
    title: text('Plans'),
    label: text('Customers can join a plan'),
    hint: text(
      'Regular service for a car at a kept price or a discount. When it is due, a visit is proposed at the usual place and time.',
    ),
    off: text('Plans are switched off. The office can switch them on in its settings.'),
  },
} as const satisfies Record<string, Record<'title' | 'label' | 'hint' | 'off', string>>

export type Part = keyof typeof parts
export type Uses = Record<Part, boolean>

export const allParts = Object.keys(parts) as Part[]
const usesOf = (isUsed: boolean) =>
  Object.fromEntries(allParts.map((part) => [part, isUsed])) as Uses
export const usesNothing = usesOf(false)
/** Parts the demo uses. */
export const usesEverything = usesOf(true)
