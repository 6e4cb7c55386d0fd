import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import type { Person } from '#shared/rules/roles.ts'
import { noSuchCard, isSavedCard } from '../queries/saved-cards.ts'

/**
 * Removes one of a customer's own cards from their list. Visits it was given for can still charge it, as agreed, until they
 * are settled. Throws NotFound, also for an already removed one.
 */
export async function removeCard(person: Person, cardId: string): Promise<void> {
  const removed = await db()
    .update(paymentCards)
    .set({ removedAt: now() })
    .where(isSavedCard(person.id, cardId))
    .returning({ id: paymentCards.id })
  if (removed.length === 0) throw noSuchCard()
}

/** Makes one of a customer's own cards their default. Throws NotFound. */
export async function preferCard(person: Person, cardId: string): Promise<void> {
  const preferred = await db()
    .update(paymentCards)
    .set({ preferredAt: now() })
    .where(isSavedCard(person.id, cardId))
    .returning({ id: paymentCards.id })
  if (preferred.length === 0) throw noSuchCard()
}
