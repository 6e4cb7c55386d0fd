import { disputeTitles } from '../consequences/disputes.ts'
import { adjustmentLabels } from '#shared/rules/cost-words.ts'
import type { PaymentEvents, RefundReason } from '#shared/rules/events.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { RecordedEvent } from '../consequences.ts'
import type { HistoryWords } from './history-words.ts'

/** What became of the money. */
export const paymentHistory: HistoryWords<
  Pick<PaymentEvents, RecordedEvent & keyof PaymentEvents>
> = {
  card_saved: ({ brand, last4 }) => ({
    title: t('Card saved'),
    lines: [brand && last4 ? t('{brand} ending in {last4}', { brand, last4 }) : undefined],
  }),
  payment_held: ({ cents }) => ({ title: t('Reserved on the card'), cents }),
  payment_released: () => ({ title: t('The reserved amount was released') }),
  payment_charged: ({ cents, reason, words }) => ({
    title: t('Card charged'),
    cents,
    lines: [reasonIn(reason, words)],
    comment: words,
  }),
  payment_refunded: ({ cents, reason, words }) => ({
    title: t('state|Refunded'),
    cents,
    lines: [reasonIn(reason, words)],
    comment: words,
  }),
  payment_refund_failed: ({ cents }) => ({ title: t('A refund failed'), cents }),
  payment_disputed: ({ cents, state }) => ({
    title: translate(disputeTitles[state ?? 'open']),
    cents,
  }),
  tip_given: ({ cents }) => ({ title: t('Tip given'), cents }),
  tip_refunded: ({ cents, reason, words }) => ({
    title: t('Tip refunded'),
    cents,
    lines: [reasonIn(reason, words)],
    comment: words,
  }),
  refund_decided: ({ cents, reason, words, tip }) => ({
    title: tip ? t('Refund of the tip decided') : t('Refund decided'),
    cents,
    lines: [reasonIn(reason, words)],
    comment: words,
  }),
  fee_decided: ({ feeCents = 0, reason }) => ({
    title: feeCents > 0 ? t('Fee decided') : t('No fee'),
    cents: feeCents > 0 ? feeCents : undefined,
    comment: reason,
  }),
  fee_lapsed: () => ({
    title: t('No fee'),
    lines: [t('Nobody decided in time.')],
  }),
  payment_problem_resolved: ({ cents, outcome, note }) => ({
    title: t('Payment problem resolved'),
    cents: cents ?? undefined,
    lines: [
      outcome === 'given_back'
        ? t('Given back another way')
        : outcome === 'kept'
          ? t('Kept: nothing is to be given back')
          : undefined,
    ],
    comment: note,
  }),
  payment_due: ({ cents, tried }) => ({
    title: t('Payment needed'),
    cents,
    lines: [tried ? t('The card could not be charged.') : undefined],
  }),
  payment_reminded: ({ cents }) => ({ title: t('Reminder: payment needed'), cents }),
  invoice_issued: ({ number = '', cents, replaces }) => ({
    title: t('Invoice {number}', { number }),
    cents,
    lines: [
      replaces ? t('It takes the place of invoice {number}.', { number: replaces }) : undefined,
    ],
  }),
  invoice_reminded: ({ number = '', cents }) => ({
    title: t('Reminder of invoice {number}', { number }),
    cents,
  }),
  invoice_voided: ({ number = '', cents }) => ({
    title: t('Invoice {number} is void', { number }),
    cents,
  }),
  invoice_paid: ({ cents, note }) => ({
    title: t('Payment of the invoice recorded'),
    cents,
    comment: note,
  }),
  invoice_payment_undone: ({ cents, note }) => ({
    title: t('Recorded payment taken back'),
    cents,
    comment: note,
  }),
  payment_failed: () => ({ title: t('The amount could not be reserved') }),
  promotion_used: ({ code = '', cents }) => ({
    title: t('Booked with the code {code}', { code }),
    lines: [cents === undefined ? undefined : t('{amount} off', { amount: formatCents(cents) })],
  }),
  payment_adjusted: ({ fromCents, toCents, reason, words }) => ({
    title: t('Price changed'),
    lines: [
      fromCents === undefined || toCents === undefined
        ? undefined
        : t('{to} instead of {from}', { from: formatCents(fromCents), to: formatCents(toCents) }),
      reasonIn(reason, words),
    ],
    comment: words,
  }),
}

/** Somebody's own words stand for themselves. */
function reasonIn(reason: RefundReason | undefined, words = ''): string | undefined {
  if (!reason || reason === 'card_dashboard' || (reason === 'other' && words)) return undefined
  return t('Reason: {reason}', { reason: translate(adjustmentLabels[reason]) })
}
