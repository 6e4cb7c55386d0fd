import { createHash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { cardAdditions, paymentCards } from '#server/database/tables/payment-cards.ts'
import { Conflict, Invalid, Unavailable } from '#server/http/errors.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import type { SavedCard } from '#shared/contract/cards.ts'
import { type DeclineReason, declineMessages } from '#shared/rules/payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { maxSavedCards } from '#shared/rules/saved-cards.ts'
import { phrase, phraseOf } from '#shared/texts/t.ts'
import { cardAdditionTask } from '../queued-tasks.ts'
import { cardNetwork } from '../card-network.ts'
import { isSavedBy, savedCardOf } from '../queries/saved-cards.ts'
import { type Addition, makeAddition } from './make-addition.ts'

/** A call without an answer is repeated after this time, whether or not its process still runs. */
const retryAfterMs = 60_000

/**
 * Saves a card for its owner's later visits; the same token again gives the same card. Throws Conflict when there are too
 * many, Invalid with `details.reason` (declined), Unavailable (outcome not known yet; retried in the background).
 */
export async function addCard(
  person: Person,
  { sourceId, isDefault = false }: { sourceId: string; isDefault?: boolean | undefined },
): Promise<SavedCard> {
  cardNetwork()
  const opened = await openAddition(person.id, sourceId, isDefault)
  const { status, code } = await makeAddition(opened.id)
  if (status === 'open')
    throw new Unavailable(
      phrase('The card network is not answering. We keep trying; your card appears here.'),
    )
  if (status === 'declined') {
    const reason = code as DeclineReason
    throw new Invalid(phraseOf(declineMessages[reason]), { reason })
  }
  return savedCardOf(person.id, opened.id)
}

/** The addition for this token, stored before the network is called. */
const openAddition = (userId: string, token: string, isDefault: boolean): Promise<Addition> =>
  transaction(async () => {
    const tokenHash = createHash('sha256').update(token).digest('hex')
    const same = and(eq(cardAdditions.userId, userId), eq(cardAdditions.tokenHash, tokenHash))
    const [known] = await db().select().from(cardAdditions).where(same)
    if (known) return known
    if ((await db().$count(paymentCards, isSavedBy(userId))) >= maxSavedCards)
      throw new Conflict(
        phrase('You already have {most} saved cards. Please remove one first.', {
          most: maxSavedCards,
        }),
      )
    const id = randomUUID()
    const [opened] = await db()
      .insert(cardAdditions)
      .values({ id, userId, token, tokenHash, isDefault, createdAt: now() })
      .onConflictDoNothing()
      .returning()
    if (!opened) throw new Conflict(phrase('This card is being added already.'))
    const startAfter = new Date(now().getTime() + retryAfterMs)
    await enqueue(cardAdditionTask, { additionId: id }, { startAfter })
    return opened
  })
