import { type CallError, reasonOf } from '#client/app/call.ts'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { describeConsent } from '#shared/rules/card-consent.ts'
import { feesFromWire } from '#shared/rules/fees.ts'
import { formatAmount, formatCents, formatInstant } from '#shared/texts/format.ts'
import { walletNames } from '#shared/rules/wallets.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { CardTry } from './use-card-payment.ts'

export function Consent({ visit, besideWallets }: { visit: Job; besideWallets?: boolean }) {
  const business = useBusiness()
  const agreed = { fees: feesFromWire(visit.fees), startsAt: new Date(visit.startsAt) }
  const formats = {
    cents: formatCents,
    instant: (instant: Date) => formatInstant(instant, business.timeZone),
  }
  const consent = describeConsent(business.brandName, agreed, formats, besideWallets)
  return <p className="text-sm text-soft">{consent}</p>
}

/** Why a wallet's card was declined, and what to do. */
export function WalletFailure({ pays, write }: { pays: boolean; write: CardTry }) {
  const wallet = write.variables?.body.wallet
  if (!wallet || !write.error) return null
  const isDeclined = write.error.status === 400
  return (
    <Banner tone="error" live title={pays ? t('Payment Failed') : t('Pre-Authorization Failed')}>
      {translate(write.error.message)}{' '}
      {isDeclined &&
        t('You can choose another one in {wallet}, or enter it below.', {
          wallet: walletNames[wallet],
        })}
    </Banner>
  )
}

/** Why a card was declined, and what to do. */
export function CardFailure({ pays, error }: { pays: boolean; error: CallError | null }) {
  if (!error) return null
  return (
    <Banner tone="error" live title={pays ? t('Payment Failed') : t('Pre-Authorization Failed')}>
      {failureText(pays, reasonOf(error, ''))}
    </Banner>
  )
}

function failureText(pays: boolean, reason: string): string {
  if (!pays)
    return `${t('Pre-authorization failed. Please check your card information and try again.')} ${reason}`.trim()
  const why = reason || t('An error occurred while processing your payment')
  return `${t('Payment failed. Please check your card information and try again.')} ${why}`
}

export function actionLabel(pays: boolean, due: PaymentDue, isSaved = false): string {
  const amount = formatAmount(due.amount)
  if (pays) return t('Pay {amount} with this card', { amount })
  if (due.savesCard)
    return isSaved
      ? t('Use this card for {amount}', { amount })
      : t('Save this card for {amount}', { amount })
  return t('Hold {amount} on this card', { amount })
}

export function walletTitle(pays: boolean, due: PaymentDue): string {
  const amount = formatAmount(due.amount)
  return pays
    ? t('Pay {amount} without typing a card', { amount })
    : t('Hold {amount} without typing a card', { amount })
}
