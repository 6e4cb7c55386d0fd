import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { t } from '#shared/texts/t.ts'
import { cardContainerId, type useCard } from './use-card.ts'

interface CardFormProps {
  card: ReturnType<typeof useCard>
  pending: boolean
  /** What went wrong the last time. */
  failure: { title: string; text: string } | null
  /** What the button does, with the amount: 'Hold $129.99 on this card'. */
  action: string
  onPay: () => void
  children?: ReactNode
}

/** The provider's card fields and the button. */
export function CardForm({ card, pending, failure, action, onPay, children }: CardFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onPay()
      }}
      className="space-y-4"
    >
      {failure && (
        <Banner tone="error" live title={failure.title}>
          {failure.text}
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
      {children}
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        icon={<CreditCard />}
        pending={pending}
        disabledReason={!card.ready && t('Payment form not ready')}
      >
        {action}
      </Button>
    </form>
  )
}
