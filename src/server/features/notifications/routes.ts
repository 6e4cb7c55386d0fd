import type { HandlersOf } from '#server/http/handlers.ts'
import { setPageHeaders } from '#server/http/paging.ts'
import type { deliveries } from '#shared/contract/deliveries.ts'
import type { notifications } from '#shared/contract/notifications.ts'
import type { push } from '#shared/contract/push.ts'
import { messagePaths } from '#shared/rules/message-paths.ts'
import { markRead, markReadUpTo } from './actions/mark-read.ts'
import { subscribeBrowser, unsubscribeBrowser } from './actions/subscribe-browser.ts'
import { setWanted, wantedByToken } from './actions/unsubscribe.ts'
import { pushKeys } from './push-keys.ts'
import { countNotifications, notificationsOf, receivesPush, undelivered } from './queries.ts'

const usualLimit = 100

export const notificationRoutes = {
  'GET /api/notifications': async ({ person, query, reply }) => {
    const limit = query.limit ?? usualLimit
    const { list, next } = await notificationsOf(person, { limit, cursor: query.cursor })
    // The bell polls every minute and shows no total.
    const total = query.limit ? await countNotifications(person.id) : undefined
    setPageHeaders(reply, { total, next })
    return list
  },

  'GET /api/admin/deliveries': async ({ query, reply }) => {
    const { state = 'failed', limit = usualLimit, cursor } = query
    const { list, next } = await undelivered({ state, limit, cursor })
    setPageHeaders(reply, { next })
    return list
  },

  'PATCH /api/notifications/read': ({ person, body }) => markReadUpTo(person.id, body.upTo),

  'PATCH /api/notifications/{id}/read': ({ person, params }) => markRead(person.id, params.id),

  'POST /api/unsubscribe/{token}': ({ params }) => setWanted(params.token, false),

  'POST /api/unsubscribe/{token}/undo': ({ params }) => setWanted(params.token, true),

  'GET /api/unsubscribe/{token}': async ({ params }) => {
    await wantedByToken(params.token)
    return { file: 'redirect', to: messagePaths.unsubscribe(params.token) }
  },

  'GET /api/unsubscribe/{token}/preference': ({ params }) => wantedByToken(params.token),

  'GET /api/push/subscriptions': async ({ person: { sessionHash } }) => {
    const { publicKey } = await pushKeys()
    return { publicKey, on: await receivesPush(sessionHash) }
  },

  'POST /api/push/subscriptions': ({ person, body }) => subscribeBrowser(person, body),

  'DELETE /api/push/subscriptions': ({ person }) => unsubscribeBrowser(person.sessionHash),
} satisfies HandlersOf<typeof notifications & typeof deliveries & typeof push>
