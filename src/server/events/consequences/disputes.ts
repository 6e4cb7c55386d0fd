import type { PaymentEvents } from '#shared/rules/events.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import type { DisputeState } from '#shared/rules/payments.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import type { ConsequencesOf } from '../consequence-types.ts'

export const disputeTitles: Record<DisputeState, string> = {
  open: text('A payment is disputed'),
  won: text('A dispute was decided for you'),
  lost: text('A dispute was decided for the customer'),
}

/** A customer's bank that wants money back: between the bank, the card network and the office. */
export const disputeConsequences = {
  payment_disputed: {
    history: true,
    changes: ['payments', 'jobs'],
    hears: ['office'],
    notifies: [
      {
        to: 'office',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: translate(disputeTitles[data.state]),
          message: describeDispute(data, jobNumber(job.number)),
        }),
        mail: ({ data, job, link }) => ({
          subject: translate(disputeTitles[data.state]),
          paragraphs: [
            describeDispute(data, jobNumber(job.number)),
            t('The visit: {link}', { link: link('visit') }),
          ],
        }),
      },
    ],
  },
} satisfies ConsequencesOf<Pick<PaymentEvents, 'payment_disputed'>>

function describeDispute(
  { cents, state }: PaymentEvents['payment_disputed'],
  number: string,
): string {
  const said = { amount: formatCents(cents), number }
  if (state === 'won')
    return t('The bank left you the {amount} of {number} that were disputed.', said)
  if (state === 'lost')
    return t('The bank gave the {amount} of {number} back to the customer.', said)
  return t(
    'The customer’s bank wants {amount} of {number} back. Answer it in the card provider’s dashboard before its date.',
    said,
  )
}
