import type { PaymentState } from '#shared/rules/payments.ts'
import { t } from '#shared/texts/t.ts'

/** Where the money of a visit stands, in the customer's words. */
export function describePaymentState(state: PaymentState): string {
  const words: Record<PaymentState, string> = {
    none: t('No card yet'),
    card_saved: t('Card saved'),
    authorizing: t('Being reserved on your card'),
    held: t('Reserved on your card'),
    expired: t('Reservation expired'),
    settling: t('Being charged'),
    balance_due: t('Balance due'),
    paid: t('state|Paid'),
    refunding: t('Refund on its way'),
    refunded: t('state|Refunded'),
    voiding: t('Nothing was charged'),
    voided: t('Nothing was charged'),
    failed: t('Payment failed'),
  }
  return words[state]
}
