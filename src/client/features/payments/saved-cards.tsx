import { CreditCard } from 'lucide-react'
import { useRef, useState } from 'react'
import { WriteFailure } from '#client/app/call-failure.tsx'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { SavedCard } from '#shared/contract/cards.ts'
import { describeKeeping } from '#shared/rules/card-consent.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { CardFields } from './card-fields.tsx'
import { describeExpiry } from './use-saved-cards.ts'

export function SavedCards({ cards }: { cards: readonly SavedCard[] }) {
  const [removed, setRemoved] = useState<SavedCard | null>(null)
  const prefer = useWrite('PATCH /api/payments/cards/{id}', {
    onError: (error) => showFailure(t('The default card was not changed'), error),
  })
  return (
    <>
      <ul className="divide-y divide-line">
        {cards.map((card) => (
          <li key={card.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
            <CreditCard className="text-soft" />
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex flex-wrap items-center gap-x-2 font-medium">
                {cardName(card)}
                {card.isDefault && <Badge>{t('Default')}</Badge>}
                {card.expired && <Badge color="red">{t('Expired')}</Badge>}
              </p>
              <p className="text-sm text-soft">{describeUse(card)}</p>
            </div>
            <span className="flex flex-wrap gap-2">
              {!card.isDefault && !card.expired && (
                <SmallButton
                  pending={prefer.isPending && prefer.variables.params.id === card.id}
                  aria-label={t('Make default: {card}', { card: cardName(card) })}
                  onClick={() =>
                    prefer.mutate({ params: { id: card.id }, body: { isDefault: true } })
                  }
                >
                  {t('Make default')}
                </SmallButton>
              )}
              <SmallButton
                aria-label={t('Remove {card}', { card: cardName(card) })}
                onClick={() => setRemoved(card)}
              >
                {t('Remove')}
              </SmallButton>
            </span>
          </li>
        ))}
      </ul>
      {removed && <RemoveCardDialog card={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}

function describeUse(card: SavedCard): string {
  const visits = card.visits
    .map(({ jobNumber, date }) => `${jobNumber} (${formatDay(date)})`)
    .join(', ')
  const used = visits && t('Used for {visits}', { visits })
  return [describeExpiry(card), used].filter(Boolean).join(' · ')
}

function RemoveCardDialog({ card, onClose }: { card: SavedCard; onClose: () => void }) {
  const { brandName } = useBusiness()
  const visits = card.visits.map(({ jobNumber }) => jobNumber).join(', ')
  return (
    <ConfirmCall
      call="DELETE /api/payments/cards/{id}"
      input={{ params: { id: card.id } }}
      title={t('Remove {card}?', { card: cardName(card) })}
      description={[
        t('It is not offered for your next visits anymore. You can add it again at any time.'),
        visits &&
          t(
            '{brand} still uses it for {visits}, as you agreed, and not after that. To pay with another card, choose one for that visit first.',
            { brand: brandName, visits },
          ),
      ]
        .filter(Boolean)
        .join(' ')}
      confirmLabel={t('Remove card')}
      danger
      successToast={{ title: t('Card removed') }}
      failureToast={t('The card was not removed')}
      onClose={onClose}
    />
  )
}

export function AddCard({ onAdded }: { onAdded: () => void }) {
  const { firstName, lastName } = usePerson()
  const { brandName } = useBusiness()
  const actionKey = useRef(newActionKey())
  const add = useWrite('POST /api/payments/cards', {
    onSuccess: (card) => {
      toast({ title: t('{card} is kept for your next visits', { card: cardName(card) }) })
      onAdded()
    },
    // A retry has a new token, and keys are valid for one request.
    onError: () => {
      actionKey.current = newActionKey()
    },
  })
  return (
    <CardFields
      title={t('Add a card')}
      asked={{ intent: 'STORE', amount: '0.00' }}
      payer={{ givenName: firstName, familyName: lastName }}
      label={t('Keep this card')}
      pending={add.isPending}
      failure={<WriteFailure title={t('The card was not added')} error={add.error} />}
      onToken={(sourceId) => add.mutate({ body: { sourceId }, idempotencyKey: actionKey.current })}
    >
      <p className="text-sm text-soft">{describeKeeping(brandName)}</p>
    </CardFields>
  )
}
