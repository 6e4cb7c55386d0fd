import { useRef } from 'react'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { toast } from '#client/ui/toast.ts'
import { describeKeeping } from '#shared/rules/card-consent.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { t, translate } from '#shared/texts/t.ts'
import { CardFields } from './card-fields.tsx'

/** Adds a card that its owner keeps for later visits. */
export function AddCard({ onAdded }: { onAdded: () => void }) {
  const { firstName, lastName } = usePerson()
  const { brandName } = useBusiness()
  const actionKey = useRef(newActionKey())
  const add = useWrite('POST /api/payments/cards', {
    onSuccess: (card) => {
      toast({ title: t('{card} is kept for your next visits', { card: cardName(card) }) })
      onAdded()
    },
    // The next try brings another token, and a key is good for one request only.
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
      failure={
        add.error && (
          <Banner tone="error" live title={t('The card was not added')}>
            {translate(add.error.message)}
          </Banner>
        )
      }
      onToken={(sourceId) => add.mutate({ body: { sourceId }, idempotencyKey: actionKey.current })}
    >
      <p className="text-sm text-soft">{describeKeeping(brandName)}</p>
    </CardFields>
  )
}
