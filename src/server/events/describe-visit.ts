import type { JobFacts, Words } from './consequence-types.ts'
import { type JobRow, servicesOf } from '#server/reads/job-row.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { takesCards } from '#server/features/payments/queries.ts'
import { costOf, visitCostOf } from '#server/reads/costs.ts'
import { type CancelledMoney, describeCustomersMoney } from '#shared/rules/cancelled-money.ts'
import { explainAmount } from '#shared/rules/cost-words.ts'
import type { VisitTime } from '#shared/rules/events.ts'
import { describeVisitFees, feesOfVisit } from '#shared/rules/fees.ts'
import { howToPay } from '#shared/rules/paying.ts'
import { shownSlot } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatAmount, formatCents, formatInstant, formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** "Tuesday, November 24, 8:00 AM – 9:00 AM" */
export const describeTime = ({ date, slot }: VisitTime): string =>
  formatVisit(date, shownSlot(slot), { long: true })

/** "Tue, Nov 24, 8:00 AM – 9:00 AM", for text messages. */
export const describeTimeShortly = ({ date, slot }: VisitTime): string =>
  formatVisit(date, shownSlot(slot))

export const timeOf = (job: Pick<JobRow, 'serviceDate' | 'slot'>): VisitTime => ({
  date: job.serviceDate,
  slot: job.slot,
})

export const describePrice = (job: JobRow): string => formatAmount(costOf(job).amount)

/** The price, and why it differs from the services' price. */
export const explainPrice = (job: JobRow): string => explainAmount(costOf(job), formatAmount)

/** Explains an adjusted price; empty for any other. */
export function explainAdjusted(job: JobRow): string[] {
  const price = explainPrice(job)
  return price === describePrice(job) ? [] : [t('The visit costs {price}.', { price })]
}

/** For a partly paid visit: the paid amount. Empty if nothing or everything is paid. */
export function describePartPaid(job: JobRow): string[] {
  const { amountCents, paidCents, dueCents } = visitCostOf(job)
  if (paidCents <= 0 || dueCents === 0) return []
  return [
    t('You have paid {paid} of {amount}.', {
      paid: formatCents(paidCents),
      amount: formatCents(amountCents),
    }),
  ]
}

/** The fees this visit was booked with, one sentence each. */
export const describeFeesOf = (job: JobRow): string[] =>
  describeVisitFees(feesOfVisit(job, currentSettings()), job.startsAt, {
    cents: formatCents,
    instant: (instant) => formatInstant(instant, currentSettings().timeZone),
  })

/** How to pay for a completed visit and where to read about it: through the link, or directly when cards are off. */
export const describePaying = (link: (to: 'pay' | 'visit') => string): string =>
  takesCards()
    ? t('Pay here: {link}', { link: link('pay') })
    : `${howToPay('completed', currentSettings())} ${t('Your visit: {link}', { link: link('visit') })}`

/** Time, place, car, services and price, one line each. */
export function describeVisit(job: JobRow): string {
  return [
    t('When: {time}', { time: describeTime(timeOf(job)) }),
    t('Where: {address}', { address: job.serviceAddress }),
    t('Vehicle: {car}', {
      car: [vehicleName(job.vehicle), job.vehicle.licensePlate].filter(Boolean).join(', '),
    }),
    t('Service: {services}', { services: servicesOf(job).join(', ') }),
    t('Price: {amount}', { amount: explainPrice(job) }),
  ].join('\n')
}

/** What happens to the customer's money on cancellation, one sentence each; empty if no money is involved. */
export const describeReturn = (money: CancelledMoney): string[] =>
  describeCustomersMoney(money, formatCents)

/** Time and place; only the time for readers who may no longer know the place. */
export const whenAndWhere = (time: VisitTime, { serviceAddress }: JobFacts): string =>
  [describeTime(time), serviceAddress].filter(Boolean).join(', ')

/** A technician's notification about a visit. */
export const forTechnician = (title: string, time: VisitTime, job: JobFacts): Words => ({
  title,
  message: whenAndWhere(time, job),
})
