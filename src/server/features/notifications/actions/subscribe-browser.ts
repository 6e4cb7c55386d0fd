import { eq, or } from 'drizzle-orm'
import { services } from '#server/adapters/services.ts'
import { now } from '#server/base/clock.ts'
import { isTimeZone } from '#server/base/wall-clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { pushSubscriptions } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { Invalid } from '#server/http/errors.ts'
import type { PushSubscriptionForm } from '#shared/contract/push.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * Sends push messages for a session's person to its browser, replacing the session's previous subscription. Throws Invalid
 * for an unknown push service.
 */
export async function subscribeBrowser(
  { id, sessionHash }: { id: string; sessionHash: string },
  { endpoint: given, keys, timeZone }: PushSubscriptionForm,
): Promise<void> {
  const endpoint = services().pusher.addressOf(given)
  if (!endpoint)
    throw new Invalid(phrase('This browser’s notifications come from an unknown service.'))
  await transaction(async () => {
    // A browser has a single subscription, no matter who was signed in when it was made.
    await db()
      .delete(pushSubscriptions)
      .where(
        or(
          eq(pushSubscriptions.sessionHash, sessionHash),
          eq(pushSubscriptions.endpoint, endpoint),
        ),
      )
    await db()
      .insert(pushSubscriptions)
      .values({ sessionHash, endpoint, ...keys, createdAt: now() })
      .onConflictDoNothing()
    if (timeZone && isTimeZone(timeZone))
      await db().update(users).set({ timeZone }).where(eq(users.id, id))
  })
}

export async function unsubscribeBrowser(sessionHash: string): Promise<void> {
  await db().delete(pushSubscriptions).where(eq(pushSubscriptions.sessionHash, sessionHash))
}

/** Removes a subscription that its push service reported gone. */
export async function dropSubscription(id: string): Promise<void> {
  await db().delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
}
