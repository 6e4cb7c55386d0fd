import { loadJob } from '#server/reads/visits.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { positions } from '#shared/contract/positions.ts'
import { sharePosition } from './actions/share-position.ts'
import { stopPosition } from './actions/stop-position.ts'
import { positionOf } from './queries.ts'

export const positionRoutes = {
  'GET /api/jobs/{id}/position': async ({ person, params }) => {
    const job = await loadJob(person, params.id)
    return { position: await positionOf(job.id) }
  },

  'PUT /api/jobs/{id}/position': async ({ person, params, body }) => {
    const expiresAt = await sharePosition(person, params.id, body)
    return { expiresAt: expiresAt.toISOString() }
  },

  'DELETE /api/jobs/{id}/position': async ({ person, params }) => {
    await stopPosition(person, params.id)
    return { success: true }
  },
} satisfies HandlersOf<typeof positions>
