import type { PaymentEvents } from '#shared/rules/events.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { SomeConsequences } from '../consequence-types.ts'
import { describeRefundReason, reasonIn, receiptLink, visitLink } from './payment-words.ts'

export const tipConsequences = {
  tip_given: {
    changes: ['payments', 'jobs', 'technicians'],
    history: ({ cents }) => ({ title: t('Tip given'), cents }),
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'technician',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('You got a tip'),
          message: t('{amount} for {number}.', {
            amount: formatCents(data.cents),
            number: jobNumber(job.number),
          }),
        }),
      },
      {
        to: 'customer',
        link: 'receipt',
        mail: ({ data, job, link, isGuest }) => ({
          subject: t('thank you for the tip'),
          paragraphs: [
            t('We charged the tip of {amount} to your card. It goes to {technician}. Thank you!', {
              amount: formatCents(data.cents),
              technician: job.technicianFirstName || t('your technician'),
            }),
            isGuest ? visitLink(link) : receiptLink(job, link),
          ],
        }),
      },
    ],
  },

  tip_refunded: {
    changes: ['payments', 'jobs', 'technicians'],
    history: ({ cents, reason, words }) => ({
      title: t('Tip refunded'),
      cents,
      lines: [reasonIn(reason, words)],
      comment: words,
    }),
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'technician',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('A tip was refunded'),
          message: t('{amount} of the tip for {number} went back to the customer.', {
            amount: formatCents(data.cents),
            number: jobNumber(job.number),
          }),
        }),
      },
      {
        to: 'customer',
        link: 'receipt',
        bell: ({ data }) => ({
          title: t('Refund on its way'),
          message: describeTipRefund(data).join(' '),
        }),
        mail: ({ data, job, link, isGuest }) => ({
          subject: t('Refund on its way'),
          paragraphs: [
            ...describeTipRefund(data),
            isGuest ? visitLink(link) : receiptLink(job, link),
          ],
        }),
      },
    ],
  },
} satisfies SomeConsequences

const describeTipRefund = (refund: PaymentEvents['tip_refunded']): string[] => [
  t('We sent {amount} of your tip back to your card. Your bank may take a few days to show it.', {
    amount: formatCents(refund.cents),
  }),
  ...describeRefundReason(refund),
]
