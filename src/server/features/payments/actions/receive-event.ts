import type { CardEvent } from '#server/adapters/cards/port.ts'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { providerEvents } from '#server/database/tables/card-network.ts'
import { Forbidden, NotFound } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'
import { cardNetwork } from '../card-network.ts'
import { applyEvent } from './apply-event.ts'
import { eq } from 'drizzle-orm'

/** The network delivers for a day; much older events are replays. */
const oldestMs = 3 * 86_400_000

/**
 * Accepts a webhook of the card network, each event once. It only triggers reading the payment again, so order and repeats
 * do not matter; events about unknown payments are stored and ignored. Throws Forbidden for a bad signature or an old event.
 */
export async function receiveEvent(
  rawBody: string,
  headers: Record<string, unknown>,
): Promise<void> {
  const event = await cardNetwork().readEvent(rawBody, headers)
  if (!event) throw new Forbidden(phrase('The signature is not valid.'))
  if (event.at && now().getTime() - event.at.getTime() > oldestMs)
    throw new Forbidden(phrase('This event is too old.'))
  await takeEvent(event)
}

/** Stores and processes an event, once for its id. */
export async function takeEvent(event: CardEvent): Promise<void> {
  await transaction(async () => {
    if (await isNew(event)) await applyEvent(event.id)
  })
}

async function isNew({ id, type, paymentId, dispute, at }: CardEvent): Promise<boolean> {
  const stored = await db()
    .insert(providerEvents)
    .values({ eventId: id, type, paymentId, dispute, occurredAt: at, createdAt: now() })
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId })
  return stored.length > 0
}

/** Processes an event of the card network again by reading its payment. Throws NotFound. */
export async function replayEvent(eventId: string): Promise<void> {
  cardNetwork()
  await transaction(async () => {
    const replayed = await db()
      .update(providerEvents)
      .set({ replayedAt: now() })
      .where(eq(providerEvents.eventId, eventId))
      .returning({ eventId: providerEvents.eventId })
    if (replayed.length === 0) throw new NotFound()
    await applyEvent(eventId)
  })
}
