import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import type { Card } from '../orchestrator/payment-account.ts'

/** Stores a customer's card on file with their consent, in the current transaction; an existing card is left unchanged. */
export async function storeCard(
  userId: string,
  card: Card,
  consentVersion: string,
  options: { asDefault?: boolean } = {},
): Promise<void> {
  const added = await db()
    .insert(paymentCards)
    .values({ ...card, userId, consentVersion, consentAt: now() })
    .onConflictDoNothing()
    .returning({ id: paymentCards.id })
  if (added.length > 0 && card.keptAt) await markSaved(userId, card, options)
}

/** Saves a stored card for later visits, replacing the same card saved before; `asDefault` makes it the default. */
export async function markSaved(
  userId: string,
  { id, keptAt, fingerprint }: Card,
  { asDefault = false } = {},
): Promise<void> {
  const replaced = fingerprint ? await removeSame(userId, id, fingerprint) : []
  const preferredAt = asDefault ? now() : replaced.find((same) => same.preferredAt)?.preferredAt
  await db()
    .update(paymentCards)
    .set({ keptAt, ...(preferredAt && { preferredAt }) })
    .where(eq(paymentCards.id, id))
}

const removeSame = (userId: string, id: string, fingerprint: string) =>
  db()
    .update(paymentCards)
    .set({ removedAt: now() })
    .where(
      and(
        eq(paymentCards.userId, userId),
        ne(paymentCards.id, id),
        eq(paymentCards.fingerprint, fingerprint),
        isNotNull(paymentCards.keptAt),
        isNull(paymentCards.removedAt),
      ),
    )
    .returning({ preferredAt: paymentCards.preferredAt })
