import { adjustmentLabels } from '#shared/rules/cost-words.ts'
import type { PaymentEvents } from '#shared/rules/events.ts'
import { type AdjustReason, fitsChange } from '#shared/rules/payments.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { JobFacts, SomeConsequences } from '../consequence-types.ts'
import { describePaying, explainAdjusted } from '../describe-visit.ts'
import { describeReason, reasonIn, receiptLink, shown, visitLink } from './payment-words.ts'

export const paymentConsequences = {
  card_saved: {
    ...shown,
    history: ({ brand, last4 }) => ({
      title: t('Card saved'),
      lines: [brand && last4 ? t('{brand} ending in {last4}', { brand, last4 }) : undefined],
    }),
  },
  payment_held: {
    ...shown,
    history: ({ cents }) => ({ title: t('Reserved on the card'), cents }),
  },
  payment_released: {
    ...shown,
    history: () => ({ title: t('The reserved amount was released') }),
  },
  payment_changed: {
    audit: null,
    changes: ['payments', 'jobs'],
    hears: ['parties', 'office'],
  },
  refund_decided: {
    ...shown,
    history: ({ cents, reason, words, tip }) => ({
      title: tip ? t('Refund of the tip decided') : t('Refund decided'),
      cents,
      lines: [reasonIn(reason, words)],
      comment: words,
    }),
  },
  promotion_used: {
    ...shown,
    history: ({ code = '', cents }) => ({
      title: t('Booked with the code {code}', { code }),
      lines: [cents === undefined ? undefined : t('{amount} off', { amount: formatCents(cents) })],
    }),
    changes: ['payments', 'jobs', 'promotions'],
  },

  promotion_rechecked: {
    ...shown,
    history: ({ code = '', cents, kept, restored }) => ({
      title: restored
        ? t('Code {code} used again after the move', { code })
        : kept
          ? t('Code {code} kept, though it is not valid on this day', { code })
          : t('Code {code} ended with the move', { code }),
      lines: [
        cents === undefined
          ? undefined
          : kept
            ? t('{amount} off', { amount: formatCents(cents) })
            : t('{amount} more', { amount: formatCents(cents) }),
      ],
    }),
    changes: ['payments', 'jobs', 'promotions'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        when: ({ kept, restored }) => !kept || restored === true,
        bell: ({ data }) => ({
          title: t('Your price has changed'),
          message: describeMovedCode(data),
        }),
        mail: ({ data, link }) => ({
          subject: t('your price has changed'),
          paragraphs: [describeMovedCode(data), t('Your visit: {link}', { link: link('visit') })],
        }),
      },
    ],
  },

  payment_adjusted: {
    ...shown,
    history: ({ fromCents, toCents, reason, words }) => ({
      title: t('Price changed'),
      lines: [
        fromCents === undefined || toCents === undefined
          ? undefined
          : t('{to} instead of {from}', { from: formatCents(fromCents), to: formatCents(toCents) }),
        reason && fromCents !== undefined && toCents !== undefined && toCents > fromCents
          ? t('Reason: {reason}', { reason: changeLabel(reason, fromCents, toCents) })
          : reasonIn(reason, words),
      ],
      comment: words,
    }),
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        when: ({ owedCents }) => owedCents === undefined,
        bell: ({ data, job }) => ({
          title: t('Your price has changed'),
          message: describeAdjustment(data, job).join(' '),
        }),
      },
      {
        to: 'customer',
        link: 'pay',
        when: ({ owedCents }) => owedCents !== undefined,
        bell: ({ data, job }) => ({
          title: t('Your price has changed'),
          message: describeAdjustment(data, job).join(' '),
        }),
      },
      {
        to: 'customer',
        mail: ({ data, job, link }) => ({
          subject: t('your price has changed'),
          paragraphs: [
            ...describeAdjustment(data, job),
            data.owedCents ? describePaying(link) : visitLink(link),
          ],
        }),
      },
    ],
  },

  payment_charged: {
    ...shown,
    history: ({ cents, reason, words }) => ({
      title: t('Card charged'),
      cents,
      lines: [reasonIn(reason, words)],
      comment: words,
    }),
    resendWhile: ['completed', 'cancelled'],
    notifies: [
      {
        to: 'customer',
        link: 'receipt',
        when: ({ watched }) => !watched,
        bell: ({ data, job }) => ({
          title: t('{amount} charged to your card', { amount: formatCents(data.cents) }),
          message: [describeCharge(data, job), ...describeChange(data)].join(' '),
        }),
        mail: ({ data, job, link, isGuest }) => ({
          subject: t('{amount} charged to your card', { amount: formatCents(data.cents) }),
          paragraphs: [
            describeCharge(data, job),
            ...explainAdjusted(job),
            isGuest ? visitLink(link) : receiptLink(job, link),
          ],
        }),
      },
    ],
  },
} satisfies SomeConsequences

function describeAdjustment(
  { fromCents, toCents, reason, words, owedCents }: PaymentEvents['payment_adjusted'],
  { vehicle }: JobFacts,
): string[] {
  const amounts = {
    car: vehicleName(vehicle),
    from: formatCents(fromCents),
    to: formatCents(toCents),
  }
  return [
    t('The service on your {car} costs {to} now, instead of {from}.', amounts),
    describeAdjustmentReason({ fromCents, toCents, reason, words }),
    ...(owedCents ? [t('{amount} is still unpaid.', { amount: formatCents(owedCents) })] : []),
  ]
}

const describeAdjustmentReason = ({
  fromCents,
  toCents,
  reason,
  words,
}: PaymentEvents['payment_adjusted']): string =>
  words && fitsChange(reason, fromCents, toCents)
    ? describeReason(words)
    : t('Reason: {reason}.', { reason: changeLabel(reason, fromCents, toCents) })

/** The reason's label; an increase is not called a discount. */
const changeLabel = (reason: AdjustReason, fromCents: number, toCents: number): string =>
  fitsChange(reason, fromCents, toCents)
    ? translate(adjustmentLabels[reason])
    : t('Discount reduced')

function describeCharge(
  { cents, added, fee }: PaymentEvents['payment_charged'],
  { vehicle }: JobFacts,
): string {
  const facts = { amount: formatCents(cents), car: vehicleName(vehicle) }
  if (fee)
    return t('We charged the fee of {amount} to your card for the visit to your {car}.', facts)
  return added
    ? t('We charged {amount} to your card for what was added to the service on your {car}.', facts)
    : t('We charged {amount} to your card for the service on your {car}.', facts)
}

const describeChange = ({ reason, words }: PaymentEvents['payment_charged']): string[] =>
  reason
    ? [
        t('The office changed the price: {reason}', {
          reason: words || translate(adjustmentLabels[reason]),
        }),
      ]
    : []

const describeMovedCode = ({
  code,
  cents,
  restored,
}: {
  code: string
  cents: number
  restored?: true
}): string => {
  const words = { code, amount: formatCents(cents) }
  return restored
    ? t('The code {code} is valid on the new day of your visit, so it costs {amount} less.', words)
    : t(
        'The code {code} is not valid on the new day of your visit, so it costs {amount} more.',
        words,
      )
}
