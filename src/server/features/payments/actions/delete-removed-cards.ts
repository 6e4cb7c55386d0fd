import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { paymentOperations } from '#server/database/tables/card-network.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import type { PaymentState } from '#shared/rules/payments.ts'
import { deleteCardTask } from '../queued-tasks.ts'
import { takesCards } from '../queries.ts'
import { services } from '#server/adapters/services.ts'

const mostAtOnce = 200

/** Takes cards that their owners have removed off file at the card network, each once no visit needs it. */
export async function deleteRemovedCards(): Promise<void> {
  if (!takesCards()) return
  const removed = await db()
    .select({ id: paymentCards.id, userId: paymentCards.userId })
    .from(paymentCards)
    .where(and(isNotNull(paymentCards.removedAt), isNull(paymentCards.networkDeletedAt)))
    .orderBy(paymentCards.removedAt)
    .limit(mostAtOnce)
  for (const card of removed) await deleteUnused(card)
}

const settled: readonly PaymentState[] = ['paid', 'refunded', 'voided']

async function deleteUnused({ id, userId }: { id: string; userId: string }): Promise<void> {
  await transaction(async () => {
    const used = await db()
      .select({
        jobId: paymentAccounts.jobId,
        state: paymentAccounts.state,
        open: sql<boolean>`exists (select from ${paymentOperations}
          where ${paymentOperations.jobId} = ${paymentAccounts.jobId} and ${paymentOperations.status} = 'open')`,
      })
      .from(paymentAccounts)
      .innerJoin(jobs, eq(jobs.id, paymentAccounts.jobId))
      .where(and(eq(jobs.customerId, userId), eq(paymentAccounts.cardId, id)))
      .orderBy(paymentAccounts.jobId)
      .for('update', { of: paymentAccounts })
    if (used.some(({ state, open }) => open || !settled.includes(state))) return
    for (const { jobId } of used)
      await db()
        .update(paymentAccounts)
        .set({ cardId: null, version: sql`${paymentAccounts.version} + 1` })
        .where(eq(paymentAccounts.jobId, jobId))
    const [deleted] = await db()
      .update(paymentCards)
      .set({ networkDeletedAt: now() })
      .where(and(eq(paymentCards.id, id), isNull(paymentCards.networkDeletedAt)))
      .returning({ cardId: paymentCards.networkCardId })
    if (deleted) await enqueue(deleteCardTask, { ...deleted, customerId: null })
  })
}

/**
 * Removes a card at the card network; idempotent. Throws until the network has answered. Calls the card network: never
 * inside a transaction.
 */
export async function deleteCardAtNetwork(card: {
  cardId: string
  customerId: string | null
}): Promise<void> {
  const answer = await services().cards?.deleteCard(card)
  if (!answer) throw new Error('There is no card network to take a card off file at.')
  if (answer.outcome !== 'ok') throw new Error('The card network did not take a card off file.')
}
