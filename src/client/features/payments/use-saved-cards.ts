import { useGuestLink } from '#client/app/guest-link.ts'
import { useCall } from '#client/app/queries.ts'
import { useBusiness, useParty } from '#client/app/session.ts'
import type { SavedCard } from '#shared/contract/cards.ts'
import { formatMonth } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** The customer's saved cards, default first; none if no cards are taken. */
export function useSavedCards() {
  const isGuest = useGuestLink() !== null
  const { role } = useParty()
  const { cardPayments } = useBusiness()
  return useCall('GET /api/payments/cards', undefined, {
    enabled: role === 'customer' && !isGuest && cardPayments,
  })
}

export const usableCards = (cards: readonly SavedCard[] = []) =>
  cards.filter(({ expired }) => !expired)

/** 'Expires August 2028'; empty if unknown. */
export function describeExpiry({ expires, expired }: SavedCard): string {
  if (!expires) return ''
  const month = formatMonth(`${expires}-01`)
  return expired ? t('Expired in {month}', { month }) : t('Expires in {month}', { month })
}
