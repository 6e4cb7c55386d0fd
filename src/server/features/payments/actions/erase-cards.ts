import { and, eq, inArray, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { cardAdditions, paymentCards } from '#server/database/tables/payment-cards.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentOperations } from '#server/database/tables/card-network.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { Conflict } from '#server/http/errors.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { phrase } from '#shared/texts/t.ts'
import { deleteCardTask } from '../queued-tasks.ts'
import { wakePayment } from './wake-payment.ts'

/**
 * Deletes every card a customer has on file, here and, after the commit, at the card network. Card details on receipts stay.
 * Throws Conflict with `details.reason` `payment_running` while a call about a card is open.
 */
export async function eraseCards(customerId: string): Promise<void> {
  await transaction(async () => {
    const own = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
    const cases = await db()
      .select({
        jobId: paymentAccounts.jobId,
        state: paymentAccounts.state,
        cardId: paymentAccounts.cardId,
      })
      .from(paymentAccounts)
      .where(inArray(paymentAccounts.jobId, own))
      .orderBy(paymentAccounts.jobId)
      .for('update')
    const underWay = await db().$count(
      paymentOperations,
      and(
        inArray(paymentOperations.jobId, own),
        eq(paymentOperations.status, 'open'),
        eq(paymentOperations.kind, 'tip'),
      ),
    )
    if (underWay > 0 || cases.some(({ state }) => state === 'authorizing' || state === 'settling'))
      throw new Conflict(
        phrase('A payment is still going through. Please try again in a few minutes.'),
        {
          reason: 'payment_running',
        },
      )
    const withCard = cases.filter(({ cardId }) => cardId !== null).map(({ jobId }) => jobId)
    if (withCard.length > 0)
      await db()
        .update(paymentAccounts)
        .set({ cardId: null, version: sql`${paymentAccounts.version} + 1` })
        .where(inArray(paymentAccounts.jobId, withCard))
    await db().delete(cardAdditions).where(eq(cardAdditions.userId, customerId))
    const deleted = await db()
      .delete(paymentCards)
      .where(eq(paymentCards.userId, customerId))
      .returning({
        cardId: paymentCards.networkCardId,
        customerId: paymentCards.networkCustomerId,
      })
    for (const card of deleted) await enqueue(deleteCardTask, card)
    for (const jobId of withCard) await wakePayment(jobId)
  })
}
