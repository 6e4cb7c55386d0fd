import { and, eq, sql } from 'drizzle-orm'
import type { Answer, SavedCard } from '#server/adapters/cards/port.ts'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { log } from '#server/base/log.ts'
import { db, transaction } from '#server/database/database.ts'
import { cardAdditions } from '#server/database/tables/payment-cards.ts'
import { users } from '#server/database/tables/users.ts'
import { keepingVersion } from '#shared/rules/card-consent.ts'
import { hasExpired } from '#shared/rules/saved-cards.ts'
import { cardNetwork } from '../card-network.ts'
import { cardOnFile } from '../orchestrator/record-answer.ts'
import { storeCard } from './save-card.ts'

type Known = Exclude<Answer<SavedCard>, { outcome: 'unknown' }>

export type Addition = typeof cardAdditions.$inferSelect

/**
 * Makes the call for an addition, unless its outcome is known, and records the outcome. Repeats use the same key, so there
 * is only ever one card. On the last try an unknown outcome counts as declined. Calls the card network: never inside a
 * transaction.
 */
export async function makeAddition(id: string, { isLast = false } = {}): Promise<Addition> {
  const [row] = await db()
    .update(cardAdditions)
    .set({ attempts: sql`${cardAdditions.attempts} + 1` })
    .where(isOpen(id))
    .returning()
  if (!row) return readAddition(id)
  const answer = await putOnFile(row)
  if (answer.outcome !== 'unknown') return record(row, refuseExpired(answer))
  return isLast ? record(row, { outcome: 'declined', reason: 'unusable' }) : row
}

/** An expired card is useless for later visits, even if the network accepts it. */
function refuseExpired(answer: Known): Known {
  const isOver =
    answer.outcome === 'ok' && hasExpired(answer.value.expires ?? null, businessToday())
  return isOver ? { outcome: 'declined', reason: 'expired' } : answer
}

/** Never throws: an error on the way is an unknown outcome. */
async function putOnFile({ id, userId, token, attempts }: Addition): Promise<Answer<SavedCard>> {
  try {
    const [owner] = await db().select().from(users).where(eq(users.id, userId))
    if (!owner || !token) return { outcome: 'declined', reason: 'unusable' }
    const name = `${owner.firstName} ${owner.lastName}`.trim()
    const customer = { id: userId, name, email: owner.email }
    return await cardNetwork().saveCard({ key: id, attempt: attempts, token, customer })
  } catch (error) {
    log.error({ err: error, addition: id }, 'a card could not be added')
    return { outcome: 'unknown', code: 'fault' }
  }
}

/** The first answer is recorded; nothing is saved for an erased customer. */
const record = ({ id, userId, isDefault }: Addition, answer: Known): Promise<Addition> =>
  transaction(async () => {
    const isOk = answer.outcome === 'ok'
    const [closed] = await db()
      .update(cardAdditions)
      .set({
        status: isOk ? 'done' : 'declined',
        code: isOk ? null : answer.reason,
        token: null,
        closedAt: now(),
      })
      .where(isOpen(id))
      .returning()
    if (!closed) return readAddition(id)
    if (isOk) {
      const card = { ...cardOnFile(answer.value, now()), id }
      await storeCard(userId, card, keepingVersion, { asDefault: isDefault })
    }
    return closed
  })

const isOpen = (id: string) => and(eq(cardAdditions.id, id), eq(cardAdditions.status, 'open'))

async function readAddition(id: string): Promise<Addition> {
  const [row] = await db().select().from(cardAdditions).where(eq(cardAdditions.id, id))
  if (!row) throw new Error(`There is no addition ${id} of a card.`)
  return row
}
