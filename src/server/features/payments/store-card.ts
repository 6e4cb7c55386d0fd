import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import type { Card } from './orchestrator/payment-account.ts'

/**
 * Writes down a card on file of a customer and what they agreed to, in the current transaction; one that is there stays
 * as it is. A card that is kept takes the place of the same one kept before, and with `asDefault` of the default one.
 */
export async function storeCard(
  userId: string,
  card: Card,
  consentVersion: string,
  { asDefault = false } = {},
): Promise<void> {
  const at = now()
  const added = await db()
    .insert(paymentCards)
    .values({ ...card, userId, consentVersion, consentAt: at })
    .onConflictDoNothing()
    .returning({ id: paymentCards.id })
  if (added.length === 0 || !card.keptAt) return
  const replaced = card.fingerprint ? await removeSame(userId, card, card.fingerprint) : []
  const preferredAt = asDefault ? at : replaced.find((same) => same.preferredAt)?.preferredAt
  if (preferredAt)
    await db().update(paymentCards).set({ preferredAt }).where(eq(paymentCards.id, card.id))
}

const removeSame = (userId: string, card: Card, fingerprint: string) =>
  db()
    .update(paymentCards)
    .set({ removedAt: now() })
    .where(
      and(
        eq(paymentCards.userId, userId),
        ne(paymentCards.id, card.id),
        eq(paymentCards.fingerprint, fingerprint),
        isNotNull(paymentCards.keptAt),
        isNull(paymentCards.removedAt),
      ),
    )
    .returning({ preferredAt: paymentCards.preferredAt })
