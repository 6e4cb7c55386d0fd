import { currentSettings } from '#server/features/settings/queries.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { finalCents } from '#shared/rules/money.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents, formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { JobRow } from './job-row.ts'

export type JobMail = { to: string; subject: string; body: string; jobId: string }

/** "Tuesday 24 November, 8:00 AM – 9:00 AM" */
export function visitTime(job: Pick<JobRow, 'serviceDate' | 'slot'>): string {
  return formatVisit(job.serviceDate, slotLabel(job.slot), { long: true })
}

export const priceOf = (job: JobRow) => formatCents(finalCents(job))

/** An e-mail about a job: greeting, the paragraphs, and whom to ask. */
export function jobMail(job: JobRow, to: string, subject: string, paragraphs: string[]): JobMail {
  const { brandName, supportEmail, supportPhone } = currentSettings()
  const name = job.customerName.split(' ')[0]
  const body = [
    name ? t('Hello {name},', { name }) : t('Hello,'),
    ...paragraphs,
    t('Questions? Call {phone} or write to {email} and mention {number}.', {
      phone: supportPhone,
      email: supportEmail,
      number: jobNumber(job.number),
    }),
    brandName,
  ].join('\n\n')
  return { to, subject: `${brandName} ${jobNumber(job.number)}: ${subject}`, body, jobId: job.id }
}

/** Where, when, what and how to pay, to the customer who has just booked. */
export function confirmationMail(job: JobRow, to: string): JobMail {
  return jobMail(job, to, t('your visit on {time}', { time: visitTime(job) }), [
    t("You're booked! Your number is {number}.", { number: jobNumber(job.number) }),
    whatIsBooked(job),
    t(
      'To pay, open this visit under Orders and pre-authorize your card. The amount is reserved, not charged, until the service is done.',
    ),
    t('You can move or cancel the visit there too, until the service starts.'),
  ])
}

/** That a visit was asked for, to a customer outside the service area. */
export function requestMail(job: JobRow, to: string): JobMail {
  return jobMail(job, to, t('your request for {time}', { time: visitTime(job) }), [
    t('Request received. Your number is {number}.', { number: jobNumber(job.number) }),
    whatIsBooked(job),
    t(
      'The address is outside our usual area, so we confirm by phone or e-mail. The time is kept for you until then, and there is nothing to pay yet.',
    ),
    t('You can move or cancel the request under Orders.'),
  ])
}

function whatIsBooked(job: JobRow): string {
  const extras = job.addons.map((addon) => addon.name)
  return [
    t('When: {time}', { time: visitTime(job) }),
    t('Where: {address}', { address: job.serviceAddress }),
    t('Vehicle: {car}, {plate}', {
      car: vehicleName(job.vehicle),
      plate: job.vehicle.licensePlate,
    }),
    t('Service: {services}', { services: [job.packageName, ...extras].join(', ') }),
    t('Price: {amount}', { amount: priceOf(job) }),
  ].join('\n')
}

/** Where, when and what, to the customer on the day before. */
export function reminderMail(job: JobRow, to: string): JobMail {
  return jobMail(job, to, t('your visit tomorrow'), [
    t('See you tomorrow. Please leave the car where we can reach it.'),
    whatIsBooked(job),
    t('You can still move or cancel the visit under Orders, until the service starts.'),
  ])
}

/** What was done and what it costs, to the customer. */
export function completionMail(job: JobRow, to: string): JobMail {
  return jobMail(job, to, t('service completed'), [
    t('The service of your {car} is done.', { car: vehicleName(job.vehicle) }),
    t('The final amount is {amount}. You find the receipt under Orders.', {
      amount: priceOf(job),
    }),
    t('We would be glad to hear how the visit was: you can rate it there too.'),
  ])
}
