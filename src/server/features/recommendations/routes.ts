import type { HandlersOf } from '#server/http/handlers.ts'
import type { recommendations } from '#shared/contract/recommendations.ts'
import { dismissRecommendation } from './actions/dismiss.ts'
import { officeRecommendations, recommendationsFor, recommendationsOf } from './queries.ts'

export const recommendationRoutes = {
  'GET /api/jobs/{id}/recommendations': ({ person, params }) =>
    recommendationsFor(person, params.id),

  'GET /api/vehicles/{id}/recommendations': ({ person, params }) =>
    recommendationsOf(person, params.id),

  'GET /api/admin/recommendations': ({ query }) => officeRecommendations(query),

  'POST /api/admin/recommendations/{id}/dismiss': async ({ person, params }) => {
    await dismissRecommendation(person, params.id, true)
    return { success: true as const }
  },

  'DELETE /api/admin/recommendations/{id}/dismiss': async ({ person, params }) => {
    await dismissRecommendation(person, params.id, false)
    return { success: true as const }
  },
} satisfies HandlersOf<typeof recommendations>
