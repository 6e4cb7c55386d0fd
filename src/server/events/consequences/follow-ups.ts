import type { WorkEvents } from '#shared/rules/events.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents, formatDay, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { SomeConsequences } from '../consequence-types.ts'

/** After a visit: its rating, and the next service. */
export const followUpConsequences = {
  review_written: {
    history: ({ rating }) => ({
      title: t('Visit rated'),
      lines: [
        rating === undefined
          ? undefined
          : t('{rating} of 5 stars', { rating: formatNumber(rating) }),
      ],
    }),
    changes: ['reviews', 'technicians', 'jobs'],
    hears: ['parties', 'office'],
  },

  review_asked: {
    history: () => ({ title: t('Customer asked for a review') }),
    once: ({ job }) => ({ about: job.id }),
    changes: [],
    hears: [],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        preference: 'serviceUpdates',
        whileJobIs: ['completed'],
        whileUnrated: true,
        bell: ({ job }) => ({
          title: t('How was your visit?'),
          message: t('Rate the service on your {car}.', { car: vehicleName(job.vehicle) }),
        }),
        mail: ({ job, link }) => ({
          subject: t('how was your visit?'),
          paragraphs: [
            t('We changed the oil of your {car}. How was it?', { car: vehicleName(job.vehicle) }),
            t('It takes a minute: {link}', { link: link('visit') }),
          ],
        }),
        sms: ({ job, link }) =>
          t('How was the service on your {car}? Rate it here: {link}', {
            car: vehicleName(job.vehicle),
            link: link('visit'),
          }),
      },
    ],
  },

  service_due: {
    history: () => ({ title: t('Customer notified that the next service is due') }),
    once: ({ job }) => ({ about: job.id }),
    changes: [],
    hears: [],
    notifies: [
      {
        to: 'customer',
        link: 'book_again',
        // Marketing: only for customers who agreed to it.
        preference: 'marketingEmails',
        whileLastVisit: true,
        bell: ({ data, job }) => ({
          title: t('Your {car} is due for an oil change', { car: vehicleName(job.vehicle) }),
          message: describeDue(data),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('your {car} is due for an oil change', { car: vehicleName(job.vehicle) }),
          paragraphs: [
            describeDue(data),
            ...describeDeclined(data),
            t(
              'Car, service and address are filled in as last time; you only choose a time: {link}',
              {
                link: link('book_again'),
              },
            ),
          ],
        }),
        sms: ({ job, link }) =>
          t('Your {car} is due for an oil change. Choose a time: {link}', {
            car: vehicleName(job.vehicle),
            link: link('book_again'),
          }),
      },
    ],
  },
} satisfies SomeConsequences

const describeDue = ({ dueOn, atMiles, byMiles }: WorkEvents['service_due']): string =>
  byMiles && atMiles !== null
    ? t('Based on your odometer readings, it reaches {miles} miles around {day}.', {
        miles: formatNumber(atMiles),
        day: formatDay(dueOn),
      })
    : t('Its oil should be changed by {day}.', { day: formatDay(dueOn) })

const describeDeclined = ({ declined = [] }: WorkEvents['service_due']): string[] =>
  declined.length === 0
    ? []
    : [
        [
          t('You put this off before; your technician can do it at the same visit:'),
          ...declined.map(({ description, totalCents }) =>
            t('{description}, {amount}', { description, amount: formatCents(totalCents) }),
          ),
        ].join('\n'),
      ]
