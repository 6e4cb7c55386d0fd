import { currentSettings } from '#server/base/current-settings.ts'
import { takesCards } from '#server/features/payments/queries.ts'
import type { RequestEnd, WorkEvents } from '#shared/rules/events.ts'
import { notDoneLabels } from '#shared/rules/fees.ts'
import { activeJobStatuses, jobNumber } from '#shared/rules/jobs.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents, formatInstant } from '#shared/texts/format.ts'
import { plural, t, text, translate } from '#shared/texts/t.ts'
import type { ConsequencesOf, JobFacts, Words } from '../consequence-types.ts'
import {
  describePaying,
  describePrice,
  describeReturn,
  describeTime,
  explainPrice,
} from '../describe-visit.ts'

/** From the first tick of the checklist to the review. */
export const workConsequences = {
  service_started: {
    history: true,
    changes: ['jobs', 'technicians', 'position'],
    hears: ['parties', 'office', 'queue'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        bell: ({ job }) => ({
          title: t('Service started'),
          message: t('Work on your {car} has begun.', { car: vehicleName(job.vehicle) }),
        }),
      },
    ],
  },

  service_completed: {
    history: true,
    endsRequests: () => ({ as: 'over' }),
    conversation: { says: text('The service is completed.'), ends: true },
    wakesPayment: true,
    changes: [
      'jobs',
      'extras',
      'vehicles',
      'technicians',
      'conversation',
      'position',
      'payments',
      'notifications',
    ],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        preference: 'serviceUpdates',
        bell: ({ job }) => ({
          title: t('Service Completed'),
          message: t('Your {car} is ready. How was the visit?', { car: vehicleName(job.vehicle) }),
        }),
        mail: ({ job, data, link, isGuest }) => ({
          subject: t('service completed'),
          paragraphs: [
            t('The service on your {car} is done.', { car: vehicleName(job.vehicle) }),
            ...(data.leftOut ?? []).map(({ description, totalCents }) =>
              t('Left out and not charged, as you had not answered: {description}, {amount}.', {
                description,
                amount: formatCents(totalCents),
              }),
            ),
            ...(isGuest
              ? [
                  t('The final amount is {amount}. The visit and its payment:', {
                    amount: explainPrice(job),
                  }) + `\n${link('visit')}`,
                ]
              : [
                  t('The final amount is {amount}. Your receipt:', { amount: explainPrice(job) }) +
                    `\n${link('receipt')}`,
                  t("We'd love to hear how the visit went. You can rate it here:") +
                    `\n${link('visit')}`,
                ]),
          ],
        }),
        sms: ({ job, link }) =>
          t('The service on your {car} is done. The final amount is {amount}. Receipt: {link}', {
            car: vehicleName(job.vehicle),
            amount: describePrice(job),
            link: link('receipt'),
          }),
        whileJobIs: ['completed'],
      },
    ],
  },

  job_not_done: {
    endsRequests: () => ({ as: 'over' }),
    history: true,
    conversation: { says: text('The service could not be done.'), ends: true },
    wakesPayment: true,
    changes: ['jobs', 'availability', 'vehicles', 'conversation', 'position', 'payments'],
    hears: ['parties', 'office', 'queue'],
    notifies: [
      {
        to: 'technician',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('The service could not be done'),
          message: describeObstacle(data, job),
        }),
      },
      {
        to: 'office',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('A visit could not be done'),
          message: [describeObstacle(data, job), ...askForFee(data)].join(' '),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('A visit could not be done'),
          paragraphs: [
            describeObstacle(data, job),
            ...(data.note ? [data.note] : []),
            ...askForFee(data),
            t('The visit: {link}', { link: link('visit') }),
          ],
        }),
      },
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('The service could not be done'),
          message: describeNotDone(data, job).join(' '),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('the service could not be done'),
          paragraphs: [
            ...describeNotDone(data, job),
            ...(data.decideUntil ? [] : describeReturn(data)),
            t('You can book again at any time.'),
            t('Your visit: {link}', { link: link('visit') }),
          ],
        }),
      },
    ],
  },

  checklist_saved: { history: true, changes: ['jobs'], hears: ['parties', 'office'] },
  notes_saved: { history: true, changes: ['jobs'], hears: ['parties', 'office'] },
  measurements_saved: {
    history: true,
    changes: ['jobs', 'vehicles'],
    hears: ['parties', 'office'],
  },

  addon_added: {
    history: true,
    changes: ['jobs', 'payments'],
    hears: ['parties', 'office'],
  },
  addon_removed: {
    history: true,
    changes: ['jobs', 'payments'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        when: ({ booked }) => booked,
        link: 'visit',
        bell: ({ data }) => ({
          title: t('Removed from your visit: {name}', { name: data.name }),
          message: t('You are not charged the {amount} for it.', {
            amount: formatCents(data.priceCents),
          }),
        }),
      },
    ],
  },
  extra_added: {
    history: true,
    changes: ['jobs', 'extras', 'payments'],
    hears: ['parties', 'office'],
  },
  extra_billed: {
    history: true,
    wakesPayment: true,
    changes: ['jobs', 'extras', 'payments'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('An extra was added to your visit'),
          message: describeBilled(data, job),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('an extra was added to your visit'),
          paragraphs: [
            describeBilled(data, job),
            ...(data.owedCents
              ? [
                  t('{amount} is still to be paid.', { amount: formatCents(data.owedCents) }),
                  describePaying(link),
                ]
              : takesCards()
                ? [
                    t(
                      'It is charged to the card you gave for the visit; without one we send you a link.',
                    ),
                    t('Your visit: {link}', { link: link('visit') }),
                  ]
                : [describePaying(link)]),
          ],
        }),
      },
    ],
  },
  extra_approval: {
    history: true,
    changes: ['jobs', 'extras'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        link: 'extras',
        bell: ({ data }) => describeRequest(data),
        mail: ({ data, link }) => ({
          subject: t('please approve or decline an extra'),
          paragraphs: [
            t('Your technician asks: {description} for {amount}?', {
              description: data.description,
              amount: formatCents(data.totalCents),
            }),
            t('We charge it only if you agree. Otherwise the service goes on as booked.'),
            t('Approve or decline it here:') + `\n${link('extras')}`,
          ],
        }),
        sms: ({ data, link }) =>
          t('{description} for {amount}? Approve or decline here: {link}', {
            description: data.description,
            amount: formatCents(data.totalCents),
            link: link('extras'),
          }),
        whileJobIs: activeJobStatuses,
        whileExtraWaits: true,
      },
    ],
  },
  extra_corrected: {
    history: true,
    endsRequests: ({ extraId, from, to }) => ({
      as:
        from.totalCents === to.totalCents && to.approval === 'not_needed'
          ? 'needless'
          : 'corrected',
      extraId,
    }),
    changes: ['jobs', 'extras', 'payments', 'notifications'],
    hears: ['parties', 'office'],
  },
  extra_removed: {
    history: true,
    endsRequests: ({ extraId }) => ({ as: 'removed', extraId }),
    changes: ['jobs', 'extras', 'payments', 'notifications'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        when: ({ approval }) => approval === 'waiting' || approval === 'approved',
        link: 'visit',
        bell: ({ data }) => ({
          title: t('Taken back: {amount} extra', { amount: formatCents(data.totalCents) }),
          message: t('{description}. You are not charged for it.', {
            description: data.description,
          }),
        }),
      },
    ],
  },
  extra_left_out: {
    history: true,
    changes: ['extras'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data }) => ({
          title: t('Left out: {amount} extra', { amount: formatCents(data.totalCents) }),
          message: t('{description}. The visit was completed before you answered.', {
            description: data.description,
          }),
        }),
      },
    ],
  },
  extra_decided: {
    history: true,
    endsRequests: ({ extraId, approved }) => ({ as: approved ? 'approved' : 'declined', extraId }),
    changes: ['jobs', 'extras', 'payments', 'notifications'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'technician',
        link: 'visit',
        bell: ({ data }) => ({
          title: data.approved ? t('Extra approved') : t('Extra declined'),
          message: [
            `${data.description}, ${formatCents(data.totalCents)}`,
            ...(data.freed ?? []).map(({ description, totalCents }) =>
              t('Charged without an answer now: {description}, {amount}', {
                description,
                amount: formatCents(totalCents),
              }),
            ),
          ].join('. '),
        }),
      },
    ],
  },

  photo_added: { history: true, changes: ['photos'], hears: ['parties', 'office'] },
  photo_removed: { history: true, changes: ['photos'], hears: ['parties', 'office'] },

  review_written: {
    history: true,
    changes: ['reviews', 'technicians', 'jobs'],
    hears: ['parties', 'office'],
  },

  unsent_work: {
    history: true,
    changes: ['unsent_work'],
    hears: ['office'],
    notifies: [
      {
        to: 'office',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('Unsent work of {name}', { name: data.name || t('a technician') }),
          message: describeUnsent(data, jobNumber(job.number)),
        }),
      },
    ],
  },
  unsent_work_handled: { history: true, changes: ['unsent_work'], hears: ['office'] },
} satisfies ConsequencesOf<WorkEvents>

/** The request to approve an extra, or what became of it. */
function describeRequest({ description, totalCents, became }: WorkEvents['extra_approval']): Words {
  const amount = formatCents(totalCents)
  if (!became)
    return {
      title: t('Please approve or decline: {amount} extra', { amount }),
      message: t('{description}. It is charged only if you agree.', { description }),
    }
  const message: Record<RequestEnd, string> = {
    approved: t('{description}. You have agreed.', { description }),
    declined: t('{description}. You have declined.', { description }),
    corrected: t('{description}. Your technician has corrected this.', { description }),
    removed: t('{description}. Your technician has taken this back.', { description }),
    needless: t('{description}. The extras together are small enough now: it is charged.', {
      description,
    }),
    over: t('{description}. The visit is over, and it is not charged.', { description }),
  }
  return { title: t('No answer needed: {amount} extra', { amount }), message: message[became] }
}

/** Whose visit, why, and when it was, for the business. */
const describeObstacle = ({ reason, ...time }: WorkEvents['job_not_done'], job: JobFacts): string =>
  t('{number}, {time}: {reason}.', {
    number: jobNumber(job.number),
    time: describeTime(time),
    reason: translate(notDoneLabels[reason]),
  })

const askForFee = ({ decideUntil }: WorkEvents['job_not_done']): string[] =>
  decideUntil
    ? [
        t('Please decide on a fee by {when}. What is reserved on the card is released then.', {
          when: formatInstant(decideUntil, currentSettings().timeZone),
        }),
      ]
    : []

function describeNotDone(
  { reason, decideUntil, heldCents = 0, ...time }: WorkEvents['job_not_done'],
  { number }: JobFacts,
): string[] {
  const when = decideUntil && formatInstant(decideUntil, currentSettings().timeZone)
  return [
    t('We could not do the service of your visit {number} on {time}.', {
      number: jobNumber(number),
      time: describeTime(time),
    }),
    t('Reason: {reason}', { reason: translate(notDoneLabels[reason]) }),
    ...(when
      ? [t('Our office decides by {when} whether it costs a fee, and writes to you.', { when })]
      : []),
    ...(when && heldCents > 0
      ? [t('Until then the {held} stays reserved on your card.', { held: formatCents(heldCents) })]
      : []),
  ]
}

const describeBilled = (
  { description, totalCents }: WorkEvents['extra_billed'],
  job: JobFacts,
): string =>
  t('The office added {description}, {amount}, to the service on your {car}.', {
    description,
    amount: formatCents(totalCents),
    car: vehicleName(job.vehicle),
  })

function describeUnsent({ count, moved }: WorkEvents['unsent_work'], number: string): string {
  return moved
    ? plural(
        count,
        {
          one: '{number} was moved while they had no signal. {count} change could not go in.',
          other: '{number} was moved while they had no signal. {count} changes could not go in.',
        },
        { number },
      )
    : plural(
        count,
        {
          one: '{number} was taken away or cancelled while they had no signal. {count} change could not go in.',
          other:
            '{number} was taken away or cancelled while they had no signal. {count} changes could not go in.',
        },
        { number },
      )
}
