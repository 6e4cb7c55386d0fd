import { formatCents, formatNumber } from '../texts/format.ts'
import { plural, t } from '../texts/t.ts'
import { planCents, type PlanPrice } from '../rules/plans.ts'

export type PlanTerms = PlanPrice & {
  everyMonths: number
  everyMiles: number | null
  termMonths: number | null
}

/** "Every 6 months or 5,000 miles, whichever comes first". */
export function describeInterval({ everyMonths, everyMiles }: PlanTerms): string {
  const months = plural(everyMonths, {
    one: 'Every month',
    other: 'Every {count} months',
  })
  return everyMiles === null
    ? months
    : t('{months} or {miles} miles, whichever comes first', {
        months,
        miles: formatNumber(everyMiles),
      })
}

/** The price of a visit; `linesCents` is the current price without the plan, before sales tax. */
export function describePlanPrice(terms: PlanTerms, linesCents: number): string {
  const { keptCents, percent, firstVisits, firstPercent } = terms
  const usual =
    keptCents !== null
      ? t('{price} per visit', {
          price: formatCents(planCents(terms, linesCents, firstVisits + 1)),
        })
      : percent
        ? t('{percent}% off the price of the day, currently {price} per visit', {
            percent,
            price: formatCents(planCents(terms, linesCents, firstVisits + 1)),
          })
        : t('the price of the day, currently {price} per visit', { price: formatCents(linesCents) })
  if (firstVisits === 0) return usual
  const first = plural(
    firstVisits,
    {
      one: 'first visit {price} ({percent}% off)',
      other: 'first {count} visits {price} each ({percent}% off)',
    },
    { price: formatCents(planCents(terms, linesCents, 1)), percent: firstPercent },
  )
  return t('{first}, then {usual}', { first, usual })
}

type Joined = {
  terms: PlanTerms
  linesCents: number
  plan: string
  vehicle: string
  packageName: string
  brand: string
  autoBook: boolean
  /** Visits are paid by card. */
  byCard: boolean
}

/** What a customer agrees to when they join, word for word. */
export function describePlanConsent(joined: Joined): string {
  const { terms, plan, vehicle, packageName, brand, autoBook } = joined
  const { termMonths } = terms
  return [
    t('{plan} for your {vehicle}: {package}.', { plan, vehicle, package: packageName }),
    `${describeInterval(terms)}.`,
    t('Price: {price}, plus sales tax where it applies.', {
      price: describePlanPrice(terms, joined.linesCents),
    }),
    t('The plan continues until you cancel it.'),
    ...(termMonths === null
      ? []
      : [
          plural(termMonths, {
            one: 'It renews every month.',
            other: 'It renews every {count} months.',
          }),
        ]),
    autoBook
      ? t('About two weeks before a service is due, {brand} books a visit for you.', { brand })
      : t(
          'About two weeks before a service is due, {brand} proposes a visit. Nothing is booked until you accept.',
          { brand },
        ),
    joined.byCard
      ? t('You pay for each visit after it is done, with the card you chose for the plan.')
      : t('Each visit is billed after it is done.'),
    t('A higher price applies only after you agree to it.'),
    t(
      'You can skip a visit, pause or cancel online at any time. After you cancel, nothing more is charged for the plan.',
    ),
  ].join(' ')
}
