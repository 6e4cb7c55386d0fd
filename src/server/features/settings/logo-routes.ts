import type { HandlersOf } from '#server/http/handlers.ts'
import type { logos } from '#shared/contract/logo.ts'
import { storeLogo } from './actions/store-logo.ts'
import { logoPicture } from './queries/logo.ts'

export const logoRoutes = {
  'POST /api/admin/logo': ({ body }) => storeLogo(body),

  'GET /api/logo/{id}': async ({ params, query }) => ({
    file: 'image' as const,
    type: 'image/png',
    bytes: await logoPicture(params.id, query.size),
    isPublic: true as const,
  }),
} satisfies HandlersOf<typeof logos>
