import { and, eq, gt, isNull } from 'drizzle-orm'
import { maxPushBytes, PushGone } from '#server/adapters/push/port.ts'
import { services } from '#server/adapters/services.ts'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import {
  notifications,
  type sentMessages,
  pushSubscriptions,
} from '#server/database/tables/notifications.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import { users } from '#server/database/tables/users.ts'
import type { MailPreference } from '#shared/rules/mail-preferences.ts'
import { dropSubscription } from './actions/subscribe-browser.ts'

/** Data needed to send a push message, besides its text. */
export type Pushing = {
  subscriptionId?: string | undefined
  notificationId?: string | undefined
  path?: string | undefined
  urgent?: boolean | undefined
  notAfter?: Date | undefined
}

const daySeconds = 86_400

/** Why a push message should no longer be sent; undefined if it should. */
export async function reasonNotToPush(
  { subscriptionId = '', notificationId = '' }: Pushing,
  preference: MailPreference | undefined,
): Promise<string | undefined> {
  const [browser] = await db()
    .select({ wanted: preference ? users[preference] : users.id })
    .from(pushSubscriptions)
    .innerJoin(
      sessions,
      and(eq(sessions.tokenHash, pushSubscriptions.sessionHash), gt(sessions.expiresAt, now())),
    )
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.deactivatedAt)))
    .where(eq(pushSubscriptions.id, subscriptionId))
  if (!browser) return 'The browser no longer receives notifications'
  if (!browser.wanted) return 'The recipient has turned these off'
  const unread = await db().$count(
    notifications,
    and(eq(notifications.id, notificationId), isNull(notifications.readAt)),
  )
  return unread > 0 ? undefined : 'Already read'
}

/** Sends a push message, and removes the subscription if the browser no longer accepts any. */
export async function deliverPush(
  message: typeof sentMessages.$inferSelect,
  { subscriptionId = '', path = '/', urgent = false, notAfter }: Pushing,
): Promise<'sent' | 'local'> {
  const [target] = await db()
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.id, subscriptionId))
  if (!target) throw new PushGone('The browser no longer receives notifications')
  const left = notAfter && Math.floor((notAfter.getTime() - now().getTime()) / 1000)
  try {
    return await services().pusher.send({
      target,
      payload: payloadOf(message, path),
      id: message.id,
      urgent,
      ttl: Math.max(60, left ?? daySeconds),
    })
  } catch (error) {
    if (error instanceof PushGone) await dropSubscription(subscriptionId)
    throw error
  }
}

/** The service worker's message and link, cut to the push service's size limit. */
export function payloadOf(
  { id, subject, body }: Pick<typeof sentMessages.$inferSelect, 'id' | 'subject' | 'body'>,
  path: string,
): string {
  const payload = (words: string) => JSON.stringify({ id, title: subject, body: words, path })
  const letters = [...body]
  let shown = body
  while (Buffer.byteLength(payload(shown)) > maxPushBytes && letters.length > 0) {
    letters.splice(-Math.ceil(letters.length / 10))
    shown = `${letters.join('')}…`
  }
  return payload(shown)
}
