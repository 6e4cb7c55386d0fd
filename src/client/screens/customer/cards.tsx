import { CreditCard, Plus } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '#client/app/loaded.tsx'
import { useBusiness } from '#client/app/session.ts'
import { AddCard, SavedCards } from '#client/features/payments/saved-cards.tsx'
import { useSavedCards } from '#client/features/payments/use-saved-cards.ts'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { SavedCard } from '#shared/contract/cards.ts'
import { paths } from '#shared/rules/paths.ts'
import { maxSavedCards } from '#shared/rules/saved-cards.ts'
import { t } from '#shared/texts/t.ts'

export default function Cards() {
  const { cardPayments } = useBusiness()
  const cards = useSavedCards()
  return (
    <Page title={t('Your Cards')} back={{ href: paths.profile, label: t('Your Profile') }}>
      {cardPayments ? (
        <Loaded
          parts={[cards]}
          loading={<Skeleton className="h-48 w-full rounded-card!" />}
          failed={t('Your cards could not be loaded')}
        >
          {(saved) => <List cards={saved} />}
        </Loaded>
      ) : (
        <EmptyState
          icon={<CreditCard />}
          title={t('Card payments are not offered')}
          text={t('You pay after the visit, as agreed.')}
          action={<LinkButton href={paths.profile}>{t('Your Profile')}</LinkButton>}
        />
      )}
    </Page>
  )
}

function List({ cards }: { cards: readonly SavedCard[] }) {
  const [adding, setAdding] = useState(false)
  const isFull = cards.length >= maxSavedCards
  const button = (
    <Button
      variant={cards.length > 0 ? 'secondary' : 'primary'}
      icon={<Plus />}
      onClick={() => setAdding(true)}
      disabledReason={
        isFull &&
        t('You already have {most} saved cards. Please remove one first.', { most: maxSavedCards })
      }
    >
      {t('Add a card')}
    </Button>
  )
  return (
    <div className="space-y-4">
      <Card>
        {cards.length > 0 ? (
          <>
            <SavedCards cards={cards} />
            {!adding && <div className="border-t border-line pt-4">{button}</div>}
          </>
        ) : (
          <EmptyState
            icon={<CreditCard />}
            title={t('No saved cards')}
            text={t('Save a card, and you do not have to type it for your next visits.')}
            action={!adding && button}
          />
        )}
      </Card>
      {adding && <AddCard onAdded={() => setAdding(false)} />}
    </div>
  )
}
