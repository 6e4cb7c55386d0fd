import type { Square } from 'square'
import type { CardPayment, CardRefund } from '../port.ts'

/** The only currency: businesses are in the United States. */
export const currency = 'USD'

/** Cents in the SDK's format. */
export const moneyOf = (cents: number): Square.Money => ({ amount: BigInt(cents), currency })

export const centsOf = (money: Square.Money | undefined): number => Number(money?.amount ?? 0n)

const statuses: Record<string, CardPayment['status']> = {
  APPROVED: 'approved',
  COMPLETED: 'completed',
  CANCELED: 'canceled',
  FAILED: 'failed',
}

/** The payment in the port's shape; undefined while Square has not decided, as with PENDING. */
export function paymentOf(
  payment: Square.Payment | undefined,
  refunds: readonly CardRefund[] = [],
): CardPayment | undefined {
  const status = statuses[payment?.status ?? '']
  if (!payment?.id || !status) return undefined
  const { card } = payment.cardDetails ?? {}
  const shown = card?.last4 && { brand: brandOf(card.cardBrand), last4: card.last4 }
  return {
    id: payment.id,
    status,
    cents: centsOf(payment.totalMoney ?? payment.amountMoney),
    expiresAt:
      status === 'approved' && payment.delayedUntil ? new Date(payment.delayedUntil) : null,
    canRaise: payment.capabilities?.includes('EDIT_AMOUNT_UP') ?? false,
    ...(shown && { card: shown }),
    refunds,
  }
}

const refundStatuses: Record<string, CardRefund['status']> = {
  PENDING: 'pending',
  COMPLETED: 'completed',
  REJECTED: 'failed',
  FAILED: 'failed',
}

export function refundOf(refund: Square.PaymentRefund | undefined): CardRefund | undefined {
  const status = refundStatuses[refund?.status ?? '']
  if (!refund?.id || !status) return undefined
  return { id: refund.id, cents: centsOf(refund.amountMoney), status }
}

const brands: Record<string, string> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMERICAN_EXPRESS: 'American Express',
  DISCOVER: 'Discover',
  DISCOVER_DINERS: 'Diners Club',
  JCB: 'JCB',
  CHINA_UNIONPAY: 'UnionPay',
  SQUARE_GIFT_CARD: 'Gift card',
}

/** The brand's usual name. */
export const brandOf = (brand: string | undefined): string => brands[brand ?? ''] ?? 'Card'
