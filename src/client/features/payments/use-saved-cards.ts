import { useCall } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import type { KeptCard } from '#shared/contract/cards.ts'
import { formatMonth } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** The cards that somebody keeps, the default one first: a customer's own, where cards are taken. */
export function useSavedCards() {
  const { role } = usePerson()
  const { cardPayments } = useBusiness()
  return useCall('GET /api/payments/cards', undefined, {
    enabled: role === 'customer' && cardPayments,
  })
}

/** Those of them that can be used. */
export const usableCards = (cards: readonly KeptCard[] = []) =>
  cards.filter(({ expired }) => !expired)

/** 'Expires August 2028'; nothing where nobody knows. */
export function describeExpiry({ expires, expired }: KeptCard): string {
  if (!expires) return ''
  const month = formatMonth(`${expires}-01`)
  return expired ? t('Expired in {month}', { month }) : t('Expires in {month}', { month })
}
