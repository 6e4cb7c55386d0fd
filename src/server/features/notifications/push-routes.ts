import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { pushSubscriptions } from '#server/database/tables/push-subscriptions.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { push } from '#shared/contract/push.ts'
import { subscribeBrowser, unsubscribeBrowser } from './actions/subscribe-browser.ts'
import { pushKeys } from './push-keys.ts'

export const pushRoutes = {
  'GET /api/push/subscriptions': async ({ person: { sessionHash } }) => {
    const { publicKey } = await pushKeys()
    const own = eq(pushSubscriptions.sessionHash, sessionHash)
    return { publicKey, on: (await db().$count(pushSubscriptions, own)) > 0 }
  },

  'POST /api/push/subscriptions': async ({ person, body }) => {
    await subscribeBrowser(person, body)
    return { success: true }
  },

  'DELETE /api/push/subscriptions': async ({ person }) => {
    await unsubscribeBrowser(person.sessionHash)
    return { success: true }
  },
} satisfies HandlersOf<typeof push>
