import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { providerEvents } from '#server/database/tables/card-network.ts'
import { NotFound } from '#server/http/errors.ts'
import { cardNetwork } from '../card-network.ts'
import { applyEvent } from './apply-event.ts'

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
