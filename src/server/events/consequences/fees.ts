import { isFeeDue } from '#shared/rules/cancelled-money.ts'
import type { PaymentEvents } from '#shared/rules/events.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { JobFacts, SomeConsequences } from '../consequence-types.ts'
import { describePaying, describeReturn } from '../describe-visit.ts'
import { describeReason, shown, visitLink } from './payment-words.ts'

/** The fee for a visit that was cancelled or could not be done: set by the office, or not decided in time. */
export const feeConsequences = {
  fee_decided: {
    ...shown,
    history: ({ feeCents = 0, reason }) => ({
      title: feeCents > 0 ? t('Fee decided') : t('No fee'),
      cents: feeCents > 0 ? feeCents : undefined,
      comment: reason,
    }),
    wakesPayment: true,
    resendWhile: ['cancelled'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('About your visit'),
          message: describeFee(data, job).join(' '),
        }),
        mail: ({ data, job, link }) => ({
          subject: data.cancelled
            ? t('about the fee for your visit')
            : t('about your visit that could not be done'),
          paragraphs: [
            ...describeFee(data, job),
            ...describeReturn(data),
            isFeeDue(data) ? describePaying(link) : visitLink(link),
          ],
        }),
      },
    ],
  },

  fee_lapsed: {
    ...shown,
    history: () => ({
      title: t('No fee'),
      lines: [t('The office did not decide in time.')],
    }),
    wakesPayment: true,
    resendWhile: ['cancelled'],
    notifies: [
      {
        to: 'office',
        link: 'visit',
        bell: ({ job }) => ({
          title: t('No fee was decided'),
          message: t('{number}: the time to decide is over, so nothing is charged.', {
            number: jobNumber(job.number),
          }),
        }),
      },
      {
        to: 'customer',
        link: 'visit',
        bell: ({ job }) => ({
          title: t('About your visit'),
          message: describeLapse(job),
        }),
        mail: ({ job, link }) => ({
          subject: t('about your visit that could not be done'),
          paragraphs: [describeLapse(job), visitLink(link)],
        }),
      },
    ],
  },
} satisfies SomeConsequences

const describeFee = (
  data: PaymentEvents['fee_decided'],
  { number, vehicle }: JobFacts,
): string[] => {
  const { feeCents, reason } = data
  const words = {
    number: jobNumber(number),
    car: vehicleName(vehicle),
    fee: formatCents(feeCents),
  }
  if (data.cancelled)
    return [
      feeCents > 0
        ? isFeeDue(data)
          ? t('A fee of {fee} is due for your cancelled visit {number}.', words)
          : t('A fee of {fee} is charged for your cancelled visit {number}.', words)
        : t('Nothing is charged for your cancelled visit {number}.', words),
      ...(reason ? [describeReason(reason)] : []),
    ]
  return [
    feeCents > 0
      ? isFeeDue(data)
        ? t('Your visit {number} could not be done. A fee of {fee} is due for it.', words)
        : t('Your visit {number} could not be done. A fee of {fee} is charged for it.', words)
      : t('Your visit {number} could not be done. Nothing is charged for it.', words),
    ...(reason ? [describeReason(reason)] : []),
  ]
}

const describeLapse = (job: JobFacts): string =>
  [
    ...describeFee({ feeCents: 0, reason: '' }, job),
    t('Any amount reserved on a card for it is released.'),
  ].join(' ')
