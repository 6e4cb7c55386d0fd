import { CreditCard } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { t } from '#shared/texts/t.ts'
import {
  type CardInput,
  makeCard,
  needsOwnDocument,
  type TokenizeDetails,
} from './card-provider.ts'
import type { Payer } from './use-card-payment.ts'
import { refuse, useToken } from './use-token.ts'

interface CardFieldsProps {
  title: string
  asked: Pick<TokenizeDetails, 'intent' | 'amount'>
  payer: Payer
  failure?: ReactNode
  children?: ReactNode
  label: string
  pending: boolean
  onToken: (sourceId: string) => void
}

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
            action={<SmallButton onClick={() => card.retry()}>{t('Try again')}</SmallButton>}
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
              'If your bank asks you to confirm, please do that first. Otherwise press the button again, or reload this page. Nothing was charged.',
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

const cardContainerId = 'card-container'

/** A card form in `#card-container`: digits go to the provider, we get a token. */
function useCard() {
  const config = useCall('GET /api/payments/config', undefined, { staleTime: Infinity })
  const card = useRef<CardInput | null>(null)
  const token = useToken()
  const [state, setState] = useState({ ready: false, problem: '' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const settings = config.data
    if (!settings) return
    if (needsOwnDocument(settings)) return location.reload()
    let left = false
    const open = async () => {
      const made = await makeCard(settings).catch(() => {
        throw new Error(t("Loading Error: Failed to load the card provider's payment system"))
      })
      if (left) return void made.destroy()
      made.addEventListener('submit', () =>
        document.getElementById(cardContainerId)?.closest('form')?.requestSubmit(),
      )
      await made.attach(`#${cardContainerId}`).catch(() => {
        throw new Error(t('Initialization Error: Failed to initialize payment form'))
      })
      card.current = made
      setState({ ready: true, problem: '' })
    }
    open().catch((error: Error) => {
      if (!left) setState({ ready: false, problem: error.message })
    })
    return () => {
      left = true
      void card.current?.destroy()
      card.current = null
    }
  }, [config.data, attempt])

  return {
    ready: state.ready,
    isSlow: token.isSlow,
    problem: config.isLoadingError
      ? t('Configuration Error: Failed to load payment configuration')
      : state.problem,
    retry() {
      setState({ ready: false, problem: '' })
      if (!config.data) void config.refetch()
      else setAttempt((n) => n + 1)
    },
    /** The card's token; null if the form shows the problem itself. */
    async tokenize(details: TokenizeDetails): Promise<string | null> {
      if (!card.current) return refuse(t('Payment form not ready'))
      const { current } = card
      return token.ask(() => current.tokenize(details))
    },
  }
}
