import type { HandlersOf } from '#server/http/handlers.ts'
import type { reviews } from '#shared/contract/reviews.ts'
import { frontPage } from './queries.ts'
import { writeReview } from './actions/write-review.ts'

export const reviewRoutes = {
  'GET /api/front-page': () => frontPage(),

  'POST /api/jobs/{id}/review': ({ person, params, body }) => writeReview(person, params.id, body),
} satisfies HandlersOf<typeof reviews>
