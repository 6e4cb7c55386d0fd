import { recentReviews } from '#server/features/reviews/queries.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { dashboard } from '#shared/contract/admin.ts'
import { businessStats } from './queries.ts'

const reviewsShown = 3

export const dashboardRoutes = {
  'GET /api/dashboard/stats': () => businessStats(),
  'GET /api/reviews/recent': () => recentReviews(reviewsShown),
} satisfies HandlersOf<typeof dashboard>
