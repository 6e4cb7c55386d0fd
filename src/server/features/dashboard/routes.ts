import { seatsOf } from '#server/features/booking/queries.ts'
import { recentReviews } from '#server/features/reviews/queries.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { dashboard } from '#shared/contract/admin.ts'
import type { attention } from '#shared/contract/attention.ts'
import { businessToday } from '#server/base/business-time.ts'
import { addDays, startOfWeek } from '#shared/rules/calendar.ts'
import { attentionFor } from './queries/attention.ts'
import { businessStats } from './queries.ts'
import { rebooking } from './queries/rebooking.ts'

const reviewsShown = 3

export const dashboardRoutes = {
  'GET /api/dashboard/stats': () => businessStats(),
  'GET /api/dashboard/utilization': async () => {
    const monday = startOfWeek(businessToday())
    return { days: await seatsOf(monday, addDays(monday, 13)) }
  },
  'GET /api/dashboard/rebooking': () => rebooking(),
  'GET /api/reviews/recent': () => recentReviews(reviewsShown),
  'GET /api/admin/attention': ({ person, query }) => attentionFor(person, query.kind),
} satisfies HandlersOf<typeof dashboard & typeof attention>
