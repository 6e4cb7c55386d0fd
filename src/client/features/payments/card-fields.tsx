import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Payer } from './use-card-payment.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { t } from '#shared/texts/t.ts'
import type { TokenizeDetails } from './card-provider.ts'
import { cardContainerId, useCard } from './use-card.ts'

interface CardFieldsProps {
  title: string
  /** What the card is asked for, and how much. */
  asked: Pick<TokenizeDetails, 'intent' | 'amount'>
  payer: Payer
  /** What went wrong the last time. */
  failure?: ReactNode
  /** What is agreed to. */
  children?: ReactNode
  label: string
  pending: boolean
  onToken: (sourceId: string) => void
}

/** The provider's card fields and the button that makes a token of what was typed. */
export function CardFields(props: CardFieldsProps) {
  const { title, asked, payer, failure, children, label, pending, onToken } = props
  const card = useCard()
  const send = async () => {
    const sourceId = await card.tokenize({
      ...asked,
      currencyCode: 'USD',
      billingContact: Object.fromEntries(Object.entries(payer).filter(([, name]) => name)),
      customerInitiated: true,
      sellerKeyedIn: false,
    })
    if (sourceId) onToken(sourceId)
  }
  return (
    <Card title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        className="space-y-4"
      >
        {failure}
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
        {children}
        {card.isSlow && (
          <Banner tone="warning" live title={t('The card form has not answered yet')}>
            {t(
              'Where your bank asks you to confirm, please do that first. Otherwise press the button again, or load this page anew. Nothing was charged.',
            )}
          </Banner>
        )}
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          icon={<CreditCard />}
          pending={pending}
          disabledReason={!card.ready && t('Payment form not ready')}
        >
          {label}
        </Button>
      </form>
    </Card>
  )
}
