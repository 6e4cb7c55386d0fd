import type { PaymentEvents } from '#shared/rules/events.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { ConsequencesOf } from '../consequence-types.ts'

/** What nobody is told of in words, but every screen that shows the money shows at once. */
const shown = {
  history: true,
  changes: ['payments', 'jobs'],
  hears: ['parties', 'office'],
} as const

export const paymentConsequences = {
  payment_held: shown,
  payment_released: shown,
  payment_charged: shown,
  payment_adjusted: shown,
  payment_changed: { changes: ['payments', 'jobs'], hears: ['parties', 'office'] },

  payment_refunded: {
    ...shown,
    notifies: [
      {
        to: 'customer',
        link: 'receipt',
        bell: ({ data }) => ({
          title: t('Refund on its way'),
          message: describeRefund(data.cents),
        }),
        mail: ({ data, link }) => ({
          subject: t('Refund on its way'),
          paragraphs: [
            describeRefund(data.cents),
            t('Your receipt: {link}', { link: link('receipt') }),
          ],
        }),
      },
    ],
  },

  payment_due: {
    ...shown,
    notifies: [
      {
        to: 'customer',
        link: 'pay',
        bell: ({ data }) => ({ title: t('Payment needed'), message: describeDue(data.cents) }),
        mail: ({ data, link }) => ({
          subject: t('Payment needed'),
          paragraphs: [describeDue(data.cents), t('Pay here: {link}', { link: link('pay') })],
        }),
      },
    ],
  },

  payment_failed: {
    ...shown,
    notifies: [
      {
        to: 'customer',
        link: 'pre_authorize',
        bell: () => ({ title: t('Please check your card'), message: describeFailure() }),
        mail: ({ link }) => ({
          subject: t('Please check your card'),
          paragraphs: [
            describeFailure(),
            t('Enter a card here: {link}', { link: link('pre_authorize') }),
          ],
        }),
      },
    ],
  },
} satisfies ConsequencesOf<PaymentEvents>

const describeRefund = (cents: number): string =>
  t('We sent {amount} back to your card. Your bank may take a few days to show it.', {
    amount: formatCents(cents),
  })

const describeDue = (cents: number): string =>
  t('We could not charge {amount} for your visit. Please pay it online.', {
    amount: formatCents(cents),
  })

const describeFailure = (): string =>
  t('We could not hold the amount of your visit. Please enter a card.')
