import { paidBy } from '#shared/rules/recorded-payments.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { JobFacts, SomeConsequences } from '../consequence-types.ts'
import { receiptLink, shown, visitLink } from './payment-words.ts'

/** Payments made without the card network. */
export const recordedConsequences = {
  payment_recorded: {
    ...shown,
    wakesPayment: true,
    history: ({ cents, method, receivedOn, note }) => ({
      title: t('Payment recorded'),
      cents,
      lines: [
        method && paidBy(method),
        receivedOn && t('Received on {date}', { date: formatDay(receivedOn) }),
      ],
      comment: note,
    }),
    resendWhile: ['scheduled', 'assigned', 'in_progress', 'completed', 'cancelled'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('Thank you for your payment'),
          message: describeReceived(data, job),
        }),
        mail: ({ data, job, link, isGuest }) => ({
          subject: t('thank you for your payment'),
          paragraphs: [
            describeReceived(data, job),
            isGuest ? visitLink(link) : receiptLink(job, link),
          ],
        }),
      },
    ],
  },
  payment_taken_back: {
    ...shown,
    wakesPayment: true,
    history: ({ cents, method, note }) => ({
      title: t('Recorded payment taken back'),
      cents,
      lines: [method && paidBy(method)],
      comment: note,
    }),
  },
} satisfies SomeConsequences

const describeReceived = ({ cents }: { cents: number }, { vehicle }: JobFacts): string =>
  t('We received {amount} for the visit to your {car}.', {
    amount: formatCents(cents),
    car: vehicleName(vehicle),
  })
