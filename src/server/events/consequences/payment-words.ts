import type { JobRow } from '#server/reads/job-row.ts'
import { adjustmentLabels } from '#shared/rules/cost-words.ts'
import type { PaymentEvents, RefundReason } from '#shared/rules/events.ts'
import { hasReceipt } from '#shared/rules/payments.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import type { LinkTo } from '../links.ts'

/** Updates every screen that shows the money. */
export const shown = {
  changes: ['payments', 'jobs'],
  hears: ['parties', 'office'],
} as const

type Link = (to: LinkTo) => string

export const visitLink = (link: Link) => t('Your visit: {link}', { link: link('visit') })

/** The link to the receipt, or to the visit: money can move before there is a receipt. */
export const receiptLink = ({ status, payState }: JobRow, link: Link) =>
  hasReceipt(status, payState)
    ? t('Your receipt: {link}', { link: link('receipt') })
    : visitLink(link)

export const describeReason = (reason: string): string => t('Reason: {reason}', { reason })

const refundReasons: Partial<Record<string, string>> = {
  ...adjustmentLabels,
  cancelled: text('Your visit was cancelled'),
  card_dashboard: adjustmentLabels.refunded,
}

/** The reason for a refund, if one was given. */
export const describeRefundReason = ({
  reason,
  words,
}: PaymentEvents['payment_refunded' | 'tip_refunded']): string[] =>
  reason ? [describeReason(words || translate(refundReasons[reason] ?? ''))] : []

/** The refund reason for a history line; the office's own words need no label. */
export function reasonIn(reason: RefundReason | undefined, words = ''): string | undefined {
  if (!reason || reason === 'card_dashboard' || (reason === 'other' && words)) return undefined
  return t('Reason: {reason}', { reason: translate(adjustmentLabels[reason]) })
}
