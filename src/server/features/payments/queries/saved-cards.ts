import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db, queryRows } from '#server/database/database.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { NotFound } from '#server/http/errors.ts'
import type { SavedCard } from '#shared/contract/cards.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { hasExpired } from '#shared/rules/saved-cards.ts'
import { phrase } from '#shared/texts/t.ts'
import type { Card } from '../orchestrator/payment-account.ts'

type Row = Omit<SavedCard, 'expired' | 'isDefault' | 'visits'> & {
  visits: { jobId: string; number: number; date: string }[]
}

// Visits in a settled state no longer need the card.
const visits = `select j.id, j.number, j.service_date, a.card_id, given.fingerprint
  from jobs j join payment_accounts a on a.job_id = j.id
  join payment_cards given on given.id = a.card_id
  where j.customer_id = $1 and a.card_id is not null
    and a.state not in ('paid', 'refunded', 'voided')`

/** A customer's saved cards, the default first; without a choice the first one saved is the default. */
export async function savedCardsOf(userId: string): Promise<SavedCard[]> {
  const text = `select c.id, c.brand, c.last4, c.expires,
      coalesce((select json_agg(json_build_object('jobId', v.id, 'number', v.number,
          'date', v.service_date) order by v.service_date, v.number)
        from (${visits}) v where v.card_id = c.id or v.fingerprint = c.fingerprint), '[]') as visits
    from payment_cards c
    where c.user_id = $1 and c.kept_at is not null and c.removed_at is null
    order by c.preferred_at desc nulls last, c.kept_at, c.id`
  const rows = await queryRows<Row>({ name: 'saved-cards', text }, [userId])
  return rows.map((row, index) => ({
    ...row,
    expired: hasExpired(row.expires, businessToday()),
    isDefault: index === 0,
    visits: row.visits.map(({ jobId, number, date }) => ({
      jobId,
      jobNumber: jobNumber(number),
      date,
    })),
  }))
}

/** A customer's saved card. Throws NotFound. */
export async function savedCardOf(userId: string, cardId: string): Promise<SavedCard> {
  const card = (await savedCardsOf(userId)).find(({ id }) => id === cardId)
  if (!card) throw noSuchCard()
  return card
}

/**
 * A customer's saved card in the orchestrator's form; the id of a card saved again since finds its replacement. Throws
 * NotFound.
 */
export async function loadSavedCard(userId: string, cardId: string): Promise<Card> {
  const [card] = await db().select().from(paymentCards).where(isSavedCard(userId, cardId))
  if (card) return card
  const named = and(eq(paymentCards.id, cardId), eq(paymentCards.userId, userId))
  const print = db().select({ print: paymentCards.fingerprint }).from(paymentCards).where(named)
  const [same] = await db()
    .select()
    .from(paymentCards)
    .where(and(isSavedBy(userId), eq(paymentCards.fingerprint, print)))
  if (!same) throw noSuchCard()
  return same
}

/** Whether a row is this card, saved by this customer. */
export const isSavedCard = (userId: string, cardId: string) =>
  and(eq(paymentCards.id, cardId), isSavedBy(userId))

/** Whether a row is a card that this customer saved. */
export const isSavedBy = (userId: string) =>
  and(
    eq(paymentCards.userId, userId),
    isNotNull(paymentCards.keptAt),
    isNull(paymentCards.removedAt),
  )

export const noSuchCard = () =>
  new NotFound(phrase('This card is not among your cards anymore. Please choose another one.'))
