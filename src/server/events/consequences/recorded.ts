import { paidBy, recordedMethodLabels } from '#shared/rules/recorded-payments.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents, formatDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { JobFacts, SomeConsequences } from '../consequence-types.ts'
import { receiptLink, shown, visitLink } from './payment-words.ts'

/** Payments made without the card network. */
export const recordedConsequences = {
  payment_recorded: {
    ...shown,
    wakesPayment: true,
    history: ({ cents = 0, method, receivedOn, note }) => ({
      title: cents < 0 ? t('Given back') : t('Payment recorded'),
      cents: Math.abs(cents),
      lines: [
        method && (cents < 0 ? translate(recordedMethodLabels[method]) : paidBy(method)),
        receivedOn &&
          (cents < 0
            ? t('Given back on {date}', { date: formatDay(receivedOn) })
            : t('Received on {date}', { date: formatDay(receivedOn) })),
      ],
      comment: note,
    }),
    resendWhile: ['scheduled', 'assigned', 'in_progress', 'completed', 'cancelled'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: data.cents < 0 ? t('Money returned to you') : t('Thank you for your payment'),
          message: describeReceived(data, job),
        }),
        mail: ({ data, job, link, isGuest }) => ({
          subject: data.cents < 0 ? t('money returned to you') : t('thank you for your payment'),
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
    resendWhile: ['scheduled', 'assigned', 'in_progress', 'completed', 'cancelled'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('Your payment was taken back'),
          message: describeTakenBack(data, job),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('your payment was taken back'),
          paragraphs: [describeTakenBack(data, job), visitLink(link)],
        }),
      },
    ],
  },
} satisfies SomeConsequences

const describeReceived = (
  { cents, note }: { cents: number; note: string },
  { vehicle }: JobFacts,
): string => {
  const words = { amount: formatCents(Math.abs(cents)), car: vehicleName(vehicle) }
  return cents < 0
    ? t('We returned {amount} to you for the visit to your {car}. Reason: {reason}', {
        ...words,
        reason: note,
      })
    : t('We received {amount} for the visit to your {car}.', words)
}

/** Money given back that was recorded by mistake counts as paid again. */
const describeTakenBack = (
  { cents, note }: { cents: number; note: string },
  { vehicle }: JobFacts,
): string => {
  const words = { amount: formatCents(Math.abs(cents)), car: vehicleName(vehicle), reason: note }
  return cents < 0
    ? t(
        'We recorded by mistake that {amount} for the visit to your {car} was returned to you. Reason: {reason}',
        words,
      )
    : t(
        'Your payment of {amount} for the visit to your {car} no longer counts as paid. Reason: {reason}',
        words,
      )
}
