import type { notifications } from '#shared/contract/notifications.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { markRead } from './actions/mark-read.ts'
import { notificationsOf } from './queries.ts'

export const notificationRoutes = {
  'GET /api/notifications': ({ person }) => notificationsOf(person.id),

  'PATCH /api/notifications/{id}/read': async ({ person, params }) => {
    await markRead(person.id, params.id)
    return { success: true }
  },
} satisfies HandlersOf<typeof notifications>
