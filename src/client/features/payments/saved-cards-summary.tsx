import { Loaded } from '#client/app/loaded.tsx'
import { useBusiness } from '#client/app/session.ts'
import { Card } from '#client/ui/card.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { paths } from '#shared/rules/paths.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { t } from '#shared/texts/t.ts'
import { useSavedCards } from './use-saved-cards.ts'

/** A customer's saved cards with a link to them; nothing if no cards are taken. */
export function SavedCardsSummary() {
  const { cardPayments } = useBusiness()
  const saved = useSavedCards()
  if (!cardPayments) return null
  return (
    <Card title={t('Your Cards')}>
      <Loaded
        parts={[saved]}
        loading={<Skeleton className="h-21 w-full" />}
        failed={t('Your cards could not be loaded')}
      >
        {(cards) => (
          <>
            <p className="text-soft">
              {cards.length > 0
                ? cards.map(cardName).join(', ')
                : t('Save a card, and you do not have to type it for your next visits.')}
            </p>
            <div className="mt-4">
              <LinkButton href={paths.cards}>
                {cards.length === 0 ? t('Add a card') : t('Manage cards')}
              </LinkButton>
            </div>
          </>
        )}
      </Loaded>
    </Card>
  )
}
