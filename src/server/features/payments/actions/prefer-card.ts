import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import type { Person } from '#shared/rules/roles.ts'
import { noSuchCard, isSavedCard } from '../queries/saved-cards.ts'

/** Makes one of a customer's own cards their default. Throws NotFound. */
export async function preferCard(person: Person, cardId: string): Promise<void> {
  const preferred = await db()
    .update(paymentCards)
    .set({ preferredAt: now() })
    .where(isSavedCard(person.id, cardId))
    .returning({ id: paymentCards.id })
  if (preferred.length === 0) throw noSuchCard()
}
