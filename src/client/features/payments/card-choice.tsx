import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { useParty } from '#client/app/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { SavedCard } from '#shared/contract/cards.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import { t } from '#shared/texts/t.ts'
import { CardForm } from './card-form.tsx'
import { actionLabel, CardFailure, Consent } from './card-form-texts.tsx'
import type { CardTry, Payer } from './use-card-payment.ts'
import { describeExpiry, usableCards, useSavedCards } from './use-saved-cards.ts'
import { WalletCard } from './wallet-card.tsx'

interface CardChoiceProps {
  visit: Job
  due: PaymentDue
  /** Pays now; false holds the amount or saves the card for it. */
  pays: boolean
  payer: Payer
  write: CardTry
  onToken: (sourceId: string, saveForLater: boolean) => void
  onWallet: (sourceId: string, wallet: Wallet) => void
  onSavedCard: (cardId: string) => void
}

const another = 'another'

export function CardChoice({ onSavedCard, onWallet, ...form }: CardChoiceProps) {
  const { role } = useParty()
  const saved = useSavedCards()
  const cards = usableCards(saved.data)
  const [picked, setPicked] = useState<string | null>(null)
  if (saved.isLoading) return <Skeleton className="h-72 w-full rounded-card!" />
  const chosen = picked === another ? undefined : (cards.find(isOne(picked)) ?? cards[0])
  const typed = (agreed = false) => (
    <CardForm {...form} agreed={agreed} mayKeep={saved.isSuccess && !form.pays} />
  )
  // Only customers can use their own wallets.
  const others =
    role === 'customer' ? (
      <WalletCard {...form} onWallet={onWallet}>
        {typed}
      </WalletCard>
    ) : (
      typed()
    )
  if (cards.length === 0) return <div className="space-y-4">{others}</div>
  return (
    <div className="space-y-4">
      <Card>
        <RadioCards
          legend={t('Which card?')}
          value={chosen?.id ?? another}
          onChange={setPicked}
          options={[
            ...cards.map(optionOf),
            { value: another, title: t('Another card'), mark: <CreditCard /> },
          ]}
        />
        {chosen && <SavedCardAction card={chosen} onSavedCard={onSavedCard} {...form} />}
      </Card>
      {!chosen && others}
    </div>
  )
}

const isOne =
  (id: string | null) =>
  (card: SavedCard): boolean =>
    card.id === id

const optionOf = (card: SavedCard) => ({
  value: card.id,
  title: cardName(card),
  description: describeExpiry(card),
  mark: <CreditCard />,
  aside: card.isDefault && <Badge>{t('Default')}</Badge>,
})

interface SavedCardActionProps extends Omit<CardChoiceProps, 'onToken' | 'onWallet' | 'payer'> {
  card: SavedCard
}

function SavedCardAction({ card, visit, due, pays, write, onSavedCard }: SavedCardActionProps) {
  return (
    <div className="mt-4 space-y-4">
      {!write.variables?.body.wallet && <CardFailure pays={pays} error={write.error} />}
      {!pays && <Consent visit={visit} />}
      <Button
        variant="primary"
        size="large"
        wide
        icon={<CreditCard />}
        pending={write.isPending}
        onClick={() => onSavedCard(card.id)}
      >
        {actionLabel(pays, due, true)}
      </Button>
    </div>
  )
}
