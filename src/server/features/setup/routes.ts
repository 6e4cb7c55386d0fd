import type { HandlersOf } from '#server/http/handlers.ts'
import type { setup } from '#shared/contract/setup.ts'
import { setupState } from './queries.ts'

export const setupRoutes = {
  'GET /api/admin/setup': () => setupState(),
} satisfies HandlersOf<typeof setup>
