import { eq } from 'drizzle-orm'
import { maxPushBytes, PushGone } from '#server/adapters/push/port.ts'
import { services } from '#server/adapters/services.ts'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { pushSubscriptions, type sentMessages } from '#server/database/tables/notifications.ts'
import { dropSubscription } from './subscribe-browser.ts'

/** Data needed to send a push message, besides its text. */
export type Pushing = {
  subscriptionId?: string | undefined
  notificationId?: string | undefined
  path?: string | undefined
  urgent?: boolean | undefined
  notAfter?: Date | undefined
}

const daySeconds = 86_400

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
