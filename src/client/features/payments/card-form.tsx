import { CreditCard } from 'lucide-react'
import type { CallError } from '#client/app/call.ts'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { describeConsent } from '#shared/rules/card-consent.ts'
import { feesFromWire } from '#shared/rules/fees.ts'
import { formatAmount, formatCents, formatInstant } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { cardContainerId, useCard } from './use-card.ts'

interface CardFormProps {
  visit: Job
  due: PaymentDue
  /** Pays what is due now; else the amount is held, or the card saved for it. */
  pays: boolean
  /** What its button says, where it pays for something else. */
  label?: string
  payer: { givenName: string; familyName: string }
  write: { isPending: boolean; error: CallError | null }
  onToken: (sourceId: string) => void
}

/** The provider's card fields, what is agreed to and the button; what went wrong the last time. */
export function CardForm({ visit, due, pays, label, payer, write, onToken }: CardFormProps) {
  const business = useBusiness()
  const card = useCard()
  const consent = describeConsent(
    business.brandName,
    { fees: feesFromWire(visit.fees), startsAt: new Date(visit.startsAt) },
    {
      cents: formatCents,
      instant: (instant) => formatInstant(instant, business.timeZone),
    },
  )
  const send = async () => {
    const sourceId = await card.tokenize({
      intent: pays ? 'CHARGE' : due.savesCard ? 'STORE' : 'CHARGE_AND_STORE',
      amount: due.amount,
      currencyCode: 'USD',
      billingContact: payer,
      customerInitiated: true,
      sellerKeyedIn: false,
    })
    if (sourceId) onToken(sourceId)
  }
  return (
    <Card title={t('Card')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        className="space-y-4"
      >
        {write.error && (
          <Banner
            tone="error"
            live
            title={pays ? t('Payment Failed') : t('Pre-Authorization Failed')}
          >
            {failureText(pays, translate(write.error.message))}
          </Banner>
        )}
        {card.problem ? (
          <Banner
            tone="error"
            live
            action={
              <Button size="small" onClick={() => card.retry()}>
                {t('Try again')}
              </Button>
            }
          >
            {card.problem}
          </Banner>
        ) : (
          <div className="relative min-h-52">
            {!card.ready && (
              <div className="absolute inset-0">
                <Skeleton className="h-48 w-full" />
              </div>
            )}
            <div id={cardContainerId} className={card.ready ? '' : 'invisible'} />
          </div>
        )}
        {!pays && <p className="text-sm text-soft">{consent}</p>}
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          icon={<CreditCard />}
          pending={write.isPending}
          disabledReason={!card.ready && t('Payment form not ready')}
        >
          {label ?? actionLabel(pays, due)}
        </Button>
      </form>
    </Card>
  )
}

function actionLabel(pays: boolean, due: PaymentDue): string {
  const amount = formatAmount(due.amount)
  if (pays) return t('Pay {amount} with this card', { amount })
  if (due.savesCard) return t('Save this card for {amount}', { amount })
  return t('Hold {amount} on this card', { amount })
}

function failureText(pays: boolean, reason: string): string {
  if (!pays)
    return `${t('Pre-authorization failed. Please check your card information and try again.')} ${reason}`
  const why = reason || t('An error occurred while processing your payment')
  return `${t('Payment failed. Please check your card information and try again.')} ${why}`
}
