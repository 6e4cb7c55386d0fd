import type { PaymentEvents } from '#shared/rules/events.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import type { DisputeState } from '#shared/rules/disputes.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import type { JobFacts, SomeConsequences } from '../consequence-types.ts'
import { describeRefundReason, reasonIn, receiptLink, shown, visitLink } from './payment-words.ts'

const disputeTitles: Record<DisputeState, string> = {
  inquiry: text('A bank asks about a payment'),
  closed: text('A bank’s question about a payment is closed'),
  open: text('A payment is disputed'),
  won: text('A dispute was decided for you'),
  lost: text('A dispute was decided for the customer'),
}

/** Refunds to a card, and the outcome of failed ones. */
export const refundConsequences = {
  payment_refunded: {
    ...shown,
    history: ({ cents, reason, words }) => ({
      title: t('state|Refunded'),
      cents,
      lines: [reasonIn(reason, words)],
      comment: words,
    }),
    resendWhile: ['completed', 'cancelled'],
    notifies: [
      {
        to: 'customer',
        link: 'receipt',
        bell: ({ data }) => ({
          title: t('Refund on its way'),
          message: describeRefund(data).join(' '),
        }),
        mail: ({ data, job, link, isGuest }) => ({
          subject: t('Refund on its way'),
          paragraphs: [...describeRefund(data), isGuest ? visitLink(link) : receiptLink(job, link)],
        }),
      },
    ],
  },

  payment_refund_failed: {
    ...shown,
    history: ({ cents }) => ({ title: t('A refund failed'), cents }),
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        when: ({ promised }) => promised,
        bell: ({ data }) => ({
          title: t('Your refund is delayed'),
          message: describeDelay(data.cents),
        }),
        mail: ({ data, link }) => ({
          subject: t('your refund is delayed'),
          paragraphs: [describeDelay(data.cents), t('Your visit: {link}', { link: link('visit') })],
        }),
      },
      {
        to: 'office',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('A refund failed'),
          message: describeFailedRefund(data.cents, job),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('A refund failed'),
          paragraphs: [
            describeFailedRefund(data.cents, job),
            t('Record how it was resolved: {link}', { link: link('visit') }),
          ],
        }),
      },
    ],
  },

  payment_problem_resolved: {
    ...shown,
    history: ({ cents, outcome, note }) => ({
      title: t('Payment problem resolved'),
      cents: cents ?? undefined,
      lines: [
        outcome === 'given_back'
          ? t('Refunded another way')
          : outcome === 'kept'
            ? t('Kept: no refund is due')
            : undefined,
      ],
      comment: note,
    }),
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        when: ({ outcome, cents }) => outcome !== 'noted' && cents !== null,
        bell: ({ data }) => ({ title: t('About your refund'), message: describeResolved(data) }),
        mail: ({ data, link }) => ({
          subject: t('about your refund'),
          paragraphs: [describeResolved(data), t('Your visit: {link}', { link: link('visit') })],
        }),
      },
    ],
  },

  payment_disputed: {
    history: ({ cents, state = 'open', again }) => ({
      title: titleOfDispute({ state, again }),
      cents,
    }),
    changes: ['payments', 'jobs'],
    hears: ['office'],
    notifies: [
      {
        to: 'office',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: titleOfDispute(data),
          message: describeDispute(data, jobNumber(job.number)),
        }),
        mail: ({ data, job, link }) => ({
          subject: titleOfDispute(data),
          paragraphs: [
            describeDispute(data, jobNumber(job.number)),
            t('The visit: {link}', { link: link('visit') }),
          ],
        }),
      },
    ],
  },
} satisfies SomeConsequences

const describeRefund = (refund: PaymentEvents['payment_refunded']): string[] => [
  t('We sent {amount} back to your card. Your bank may take a few days to show it.', {
    amount: formatCents(refund.cents),
  }),
  ...describeRefundReason(refund),
]

const describeDelay = (cents: number): string =>
  t(
    'Your bank declined the refund of {amount}. We will send it to you another way; there is nothing you need to do.',
    { amount: formatCents(cents) },
  )

const describeFailedRefund = (cents: number, { vehicle }: JobFacts): string =>
  t(
    'A refund of {amount} for the service on a {car} failed. Please refund the customer another way.',
    { amount: formatCents(cents), car: vehicleName(vehicle) },
  )

const describeResolved = ({
  cents,
  outcome,
}: PaymentEvents['payment_problem_resolved']): string => {
  const amount = formatCents(cents ?? 0)
  return outcome === 'given_back'
    ? t('We refunded {amount} to you another way, because your bank declined the refund.', {
        amount,
      })
    : t('The failed refund of {amount} will not be retried.', { amount })
}

const titleOfDispute = ({
  state,
  again,
}: Pick<PaymentEvents['payment_disputed'], 'state'> & { again?: boolean | undefined }): string =>
  again ? t('A decided dispute was decided again') : translate(disputeTitles[state])

function describeDispute(
  { cents, state, again }: PaymentEvents['payment_disputed'],
  number: string,
): string {
  const facts = { amount: formatCents(cents), number }
  if (again)
    return state === 'won'
      ? t(
          'The card network now reports the dispute over {amount} of {number} as won, after it was recorded as lost. The books are unchanged. Please check it in the card provider’s dashboard.',
          facts,
        )
      : t(
          'The card network now reports the dispute over {amount} of {number} as lost, after it was recorded as won. The books are unchanged. Please check it in the card provider’s dashboard.',
          facts,
        )
  if (state === 'won')
    return t('The bank decided that you keep the disputed {amount} of {number}.', facts)
  if (state === 'lost')
    return t('The bank gave the {amount} of {number} back to the customer.', facts)
  if (state === 'closed')
    return t('The bank’s question about the {amount} of {number} is closed.', facts)
  if (state === 'inquiry')
    return t(
      'The customer’s bank asks about the {amount} of {number}. Respond in the card provider’s dashboard, or refund it: so far nothing is held back.',
      facts,
    )
  return t(
    'The customer’s bank wants {amount} of {number} back. Respond in the card provider’s dashboard before the deadline.',
    facts,
  )
}
