import type { notifications } from '#shared/contract/notifications.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import {
  isInstantKey,
  isUuidKey,
  readCursor,
  setPageHeaders,
  writeCursor,
} from '#server/http/paging.ts'
import { markRead, markReadUpTo } from './actions/mark-read.ts'
import { countNotifications, notificationsOf } from './queries.ts'

const usualLimit = 100

export const notificationRoutes = {
  'GET /api/notifications': async ({ person, query, reply }) => {
    const [createdAt, id] = readCursor(query.cursor, [isInstantKey, isUuidKey]) ?? []
    const { list, next } = await notificationsOf(person, {
      limit: query.limit ?? usualLimit,
      after: createdAt && id ? { createdAt, id } : undefined,
    })
    // The bell asks every minute and shows no total.
    const total = query.limit ? await countNotifications(person.id) : undefined
    setPageHeaders(reply, { total, next: next && writeCursor([next.createdAt, next.id]) })
    return list
  },

  'PATCH /api/notifications/read': async ({ person, body }) => {
    await markReadUpTo(person.id, body.upTo)
    return { success: true }
  },

  'PATCH /api/notifications/{id}/read': async ({ person, params }) => {
    await markRead(person.id, params.id)
    return { success: true }
  },
} satisfies HandlersOf<typeof notifications>
