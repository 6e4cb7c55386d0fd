import { startOfBusinessDay } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { takesCards } from '#server/features/payments/queries.ts'
import { costOf } from '#server/reads/costs.ts'
import { isFeeDue } from '#shared/rules/cancelled-money.ts'
import type { BookingEvents, VisitTime } from '#shared/rules/events.ts'
import { jobNumber, notStartedStatuses } from '#shared/rules/jobs.ts'
import { howToPay, otherWaysToPay, owesNothing } from '#shared/rules/paying.ts'
import { isOnInvoice } from '#shared/rules/payments.ts'
import { formatCents, formatTime } from '#shared/texts/format.ts'
import { t, text } from '#shared/texts/t.ts'
import type { Consequences, JobFacts, SomeConsequences } from '../consequence-types.ts'
import {
  describeFeesOf,
  describePaying,
  describeReturn,
  describeTime,
  describeTimeShortly,
  describeVisit,
  forTechnician,
  timeOf,
  whenAndWhere,
} from '../describe-visit.ts'
import { atBusiness, givenTo, timeLine } from './log-lines.ts'

/** Once per time of a visit: a moved visit is announced again. */
const atItsTime = ({ job }: { job: JobRow }) => ({
  about: `${job.id} ${job.startsAt.toISOString()}`,
})

/** Confirms the visit to the customer and announces it to its technician. */
const booked = {
  notifies: [
    {
      to: 'technician',
      link: 'visit',
      bell: ({ data, job }) => forTechnician(t('New visit'), data, job),
    },
    {
      to: 'customer',
      link: 'visit',
      bell: ({ data, job }) => ({ title: t("You're Booked!"), message: whenAndWhere(data, job) }),
      calendar: true,
      smsForMail: ({ job }) =>
        t('your visit on {time}', { time: describeTimeShortly(timeOf(job)) }),
      mail: ({ job, link }) => ({
        subject: t('your visit on {time}', { time: describeTime(timeOf(job)) }),
        paragraphs: [
          t("You're booked! Your number is {number}.", { number: jobNumber(job.number) }),
          describeVisit(job),
          describeHowToPay(job, link),
          t('Until the service starts you can move or cancel the visit here:') +
            `\n${link('visit')}`,
          ...describeFeesOf(job),
        ],
      }),
    },
  ],
} satisfies Pick<Consequences<'job_booked' | 'job_confirmed'>, 'notifies'>

function describeHowToPay(job: JobRow, link: (to: 'pre_authorize') => string): string {
  if (owesNothing(costOf(job))) return t('There is nothing to pay, and no card is needed.')
  if (isOnInvoice(job.payState))
    return t('You will get an invoice after the visit. No card is needed.')
  return takesCards()
    ? t(
        'To pay, pre-authorize your card here. The amount is reserved, not charged, until the service is done:',
      ) +
        ['', link('pre_authorize'), otherWaysToPay(job.status, currentSettings())]
          .filter((line, at) => at === 0 || line)
          .join('\n')
    : howToPay(job.status, currentSettings())
}

/** Booking, from the request to the last change of time and the reminders before the day. */
export const bookingConsequences = {
  job_booked: {
    tellsMembers: { title: text('Visit booked') },
    history: ({ technicianId, ...time }, nameOf) => ({
      title: t('Booked'),
      lines: [timeLine(time), givenTo(technicianId, nameOf)],
    }),
    changes: ['jobs', 'availability', 'vehicles', 'payments'],
    hears: ['parties', 'office', 'queue'],
    resendWhile: notStartedStatuses,
    ...booked,
  },

  job_requested: {
    tellsMembers: { title: text('Request received') },
    history: (time) => ({ title: t('Request received'), lines: [timeLine(time)] }),
    changes: ['jobs', 'vehicles'],
    hears: ['parties', 'office'],
    resendWhile: ['scheduled'],
    notifies: [
      {
        to: 'office',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('Request outside the service area'),
          message: whenAndWhere(data, job),
        }),
      },
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('Request received'),
          message: whenAndWhere(data, job),
        }),
        mail: ({ job, link }) => ({
          subject: t('your request for {time}', { time: describeTime(timeOf(job)) }),
          paragraphs: [
            t('Request received. Your number is {number}.', { number: jobNumber(job.number) }),
            describeVisit(job),
            t(
              'The address is outside our usual area, so this is a request: we confirm by phone or e-mail. The time is not held for you until then, and there is nothing to pay yet.',
            ),
            t('You can move or cancel the request here:') + `\n${link('visit')}`,
          ],
        }),
      },
    ],
  },

  request_expired: {
    tellsMembers: { title: text('Your request has expired'), managers: true },
    history: (time) => ({ title: t('A request has expired'), lines: [timeLine(time)] }),
    changes: ['jobs', 'vehicles'],
    hears: ['parties', 'office'],
    resendWhile: ['cancelled'],
    notifies: [
      {
        to: 'office',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('A request has expired'),
          message: whenAndWhere(data, job),
        }),
      },
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('Your request has expired'),
          message: describeExpiry(data, job),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('your request has expired'),
          paragraphs: [
            describeExpiry(data, job),
            t('Nothing was reserved and nothing is charged. You can ask for another time.'),
            t('Your request: {link}', { link: link('visit') }),
          ],
        }),
      },
    ],
  },

  job_confirmed: {
    tellsMembers: { title: text('Request confirmed'), managers: true },
    history: (time) => ({ title: t('Request confirmed'), lines: [timeLine(time)] }),
    changes: ['jobs', 'availability', 'payments'],
    hears: ['parties', 'office', 'queue'],
    resendWhile: notStartedStatuses,
    ...booked,
  },

  job_reminded: {
    history: () => ({ title: t('Customer reminded of the visit') }),
    once: atItsTime,
    changes: [],
    hears: [],
    resendWhile: notStartedStatuses,
    notifies: [
      {
        to: 'customer',
        preference: 'appointmentReminders',
        calendar: true,
        whileJobIs: notStartedStatuses,
        // The message reads "tomorrow".
        until: (job) => startOfBusinessDay(job.serviceDate),
        sameTime: true,
        mail: ({ job, link }) => ({
          subject: t('your visit tomorrow'),
          paragraphs: [
            t('See you tomorrow. Please leave the car where we can reach it.'),
            describeVisit(job),
            t('Until the service starts you can still move or cancel the visit here:') +
              `\n${link('visit')}`,
          ],
        }),
        sms: ({ job }) =>
          t('See you tomorrow, {time}, at {address}.', {
            time: describeTime(timeOf(job)),
            address: job.serviceAddress,
          }),
      },
    ],
  },

  visit_soon: {
    history: () => ({ title: t('Customer reminded of the visit') }),
    once: atItsTime,
    changes: [],
    hears: [],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        preference: 'appointmentReminders',
        urgent: true,
        whileJobIs: notStartedStatuses,
        sameTime: true,
        until: (job) => job.startsAt,
        bell: ({ data, job }) => ({
          title: t('Your visit is soon'),
          message: [atClock(data.startsAt), job.serviceAddress].filter(Boolean).join(', '),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('see you at {time}', { time: atClock(data.startsAt) }),
          paragraphs: [
            t('See you soon. Please leave the car where we can reach it.'),
            describeVisit(job),
            t('Your visit: {link}', { link: link('visit') }),
          ],
        }),
        sms: ({ data, job, link }) =>
          t('See you at {time}, {address}. Your visit: {link}', {
            time: atClock(data.startsAt),
            address: job.serviceAddress,
            link: link('visit'),
          }),
      },
    ],
  },

  running_late: {
    history: ({ expectedAt }) => ({
      title: t('Customer notified of a delay'),
      lines: [expectedAt && t('Expected at {when}', { when: atBusiness(expectedAt) })],
    }),
    once: atItsTime,
    changes: ['jobs'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        preference: 'serviceUpdates',
        urgent: true,
        whileJobIs: notStartedStatuses,
        sameTime: true,
        until: (_job, at) => new Date(at.getTime() + latenessIsNewsMs),
        bell: ({ data }) => ({ title: t('We are running late'), message: describeLate(data) }),
        mail: ({ data, link }) => ({
          subject: t('we are running late'),
          paragraphs: [
            t('We are running late, and we are sorry.'),
            describeLate(data),
            t('Your visit: {link}', { link: link('visit') }),
          ],
        }),
        sms: ({ data, link }) =>
          [
            t('We are running late, and we are sorry.'),
            describeLate(data),
            t('Your visit: {link}', { link: link('visit') }),
          ].join(' '),
      },
      {
        to: 'office',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('{number} is running late', { number: jobNumber(job.number) }),
          message: [atClock(data.startsAt), describeLate(data)].join(', '),
        }),
      },
    ],
  },

  visit_overdue: {
    history: () => ({ title: t('The technician has not left yet') }),
    once: atItsTime,
    changes: ['jobs'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'technician',
        link: 'visit',
        urgent: true,
        bell: ({ data, job }) => ({
          title: t('Your visit has not started'),
          message: [atClock(data.startsAt), job.serviceAddress].filter(Boolean).join(', '),
        }),
      },
      {
        to: 'office',
        link: 'visit',
        urgent: true,
        bell: ({ data, job }) => ({
          title: t('No technician is on the way to {number}', { number: jobNumber(job.number) }),
          message: t('It was due to start at {time}. The customer has not been notified.', {
            time: atClock(data.startsAt),
          }),
        }),
      },
    ],
  },

  message_resent: {
    history: ({ channels = [] }) => ({
      title: t('Message sent again'),
      lines: [
        channels.includes('email') ? t('By e-mail') : undefined,
        channels.includes('sms') ? t('As a text message') : undefined,
      ],
    }),
    changes: ['jobs'],
    hears: ['office'],
  },

  card_asked: {
    history: ({ releaseAt }) => ({
      title: t('Customer asked for a card'),
      lines: [
        releaseAt &&
          t('Without one the visit is released on {when}.', {
            when: atBusiness(releaseAt),
          }),
      ],
    }),
    changes: [],
    hears: [],
    resendWhile: notStartedStatuses,
    notifies: [
      {
        to: 'customer',
        link: 'pre_authorize',
        whileJobIs: notStartedStatuses,
        bell: ({ data, job }) => ({
          title: t('Add a card to keep your visit'),
          message: describeRelease(data, job),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('add a card to keep your visit'),
          paragraphs: [
            describeRelease(data, job),
            t('The amount is reserved, not charged, until the service is done. Add a card here:') +
              `\n${link('pre_authorize')}`,
          ],
        }),
      },
    ],
  },

  job_released: {
    history: () => ({ title: t('The visit was released without a card.') }),
    conversation: { line: text('The visit was released without a card.'), ends: true },
    wakesPayment: true,
    changes: ['jobs', 'availability', 'vehicles', 'conversation', 'position', 'payments'],
    hears: ['parties', 'office', 'queue'],
    resendWhile: ['cancelled'],
    notifies: [
      {
        to: 'technician',
        link: 'home',
        bell: ({ data, job }) => forTechnician(t('Visit released, no card was added'), data, job),
      },
      {
        to: 'office',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('Visit released, no card was added'),
          message: whenAndWhere(data, job),
        }),
      },
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('Visit released'),
          message: describeReleased(data, job),
        }),
        smsForMail: ({ data }) =>
          t('your visit on {time} is released', { time: describeTimeShortly(data) }),
        mail: ({ data, job, link }) => ({
          subject: t('visit released'),
          paragraphs: [
            describeReleased(data, job),
            t('Nothing is charged. You can book another time whenever you like.'),
            t('Your visit: {link}', { link: link('visit') }),
          ],
        }),
      },
    ],
  },

  job_cancelled: {
    tellsMembers: { title: text('Visit cancelled'), managers: true },
    endsRequests: () => ({ as: 'over' }),
    history: ({ reason, feeCents }) => ({
      title: t('Visit cancelled'),
      comment: reason,
      cents: feeCents,
      lines: [feeCents ? t('With a fee') : undefined],
    }),
    conversation: { line: text('The visit was cancelled.'), ends: true },
    wakesPayment: true,
    changes: ['jobs', 'availability', 'vehicles', 'photos', 'conversation', 'position', 'payments'],
    hears: ['parties', 'office', 'queue'],
    resendWhile: ['cancelled'],
    notifies: [
      {
        to: 'technician',
        link: 'home',
        bell: ({ data, job }) => forTechnician(t('Visit cancelled'), data, job),
      },
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('Visit cancelled'),
          message: describeCancellation(data, job).join(' '),
        }),
        calendar: true,
        smsForMail: ({ data }) =>
          t('your visit on {time} is cancelled', { time: describeTimeShortly(data) }),
        mail: ({ data, job, link }) => ({
          subject: t('visit cancelled'),
          paragraphs: [
            ...describeCancellation(data, job),
            ...describeReturn(data),
            ...(isFeeDue(data) ? [describePaying(link)] : []),
            t('Your visit: {link}', { link: link('visit') }),
          ],
        }),
      },
    ],
  },
} satisfies SomeConsequences

/** Later the notice is pointless. */
const latenessIsNewsMs = 30 * 60_000

/** "9:20 AM", in the business's time zone. */
const atClock = (instant: string): string => formatTime(instant, currentSettings().timeZone)

const describeLate = ({ expectedAt }: BookingEvents['running_late']): string =>
  expectedAt
    ? t('Your technician is on the way and expected at about {time}.', {
        time: atClock(expectedAt),
      })
    : t('Your technician is still with the customer before you.')

const describeExpiry = (time: VisitTime, { number }: JobFacts): string =>
  t('We could not confirm your request {number} for {time} in time.', {
    number: jobNumber(number),
    time: describeTime(time),
  })

const describeRelease = (
  { releaseAt, ...time }: BookingEvents['card_asked'],
  { number }: JobFacts,
): string =>
  t(
    'There is no card yet for your visit {number} on {time}. Please add one by {deadline}, or we will release the time.',
    {
      number: jobNumber(number),
      time: describeTime(time),
      deadline: atBusiness(releaseAt),
    },
  )

const describeReleased = (time: VisitTime, { number }: JobFacts): string =>
  t('Your visit {number} on {time} was released, because no card was added in time.', {
    number: jobNumber(number),
    time: describeTime(time),
  })

const describeCancellation = (
  data: BookingEvents['job_cancelled'],
  { number }: JobFacts,
): string[] => [
  t('Your visit {number} on {time} is cancelled.', {
    number: jobNumber(number),
    time: describeTime(data),
  }),
  ...(data.reason && data.byOffice ? [t('Reason: {reason}', { reason: data.reason })] : []),
  ...(data.feeCents ? [describeFee({ ...data, feeCents: data.feeCents })] : []),
]

const describeFee = (money: BookingEvents['job_cancelled'] & { feeCents: number }): string => {
  const words = { fee: formatCents(money.feeCents) }
  return isFeeDue(money)
    ? t('A fee of {fee} is due for the cancellation.', words)
    : t('A fee of {fee} is charged for the cancellation.', words)
}
