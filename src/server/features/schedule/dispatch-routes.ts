import { sharedPositions } from '#server/features/conversation/queries.ts'
import { boardVisits } from '#server/features/jobs/queries/board-visits.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { dispatch } from '#shared/contract/dispatch.ts'
import { assignDay } from './actions/assign-day.ts'
import { proposeChosen, proposeDay } from './queries/propose-day.ts'
import { scheduleDays } from './queries/schedule-days.ts'

export const dispatchRoutes = {
  'GET /api/admin/schedule': ({ query }) => scheduleDays(query.from, query.to),

  'GET /api/admin/board': ({ query }) => boardVisits(query.date),

  'POST /api/admin/schedule/assign': async ({ person, body }) => {
    const { date, visits } = body
    const proposed = await (visits ? proposeChosen(date, visits) : proposeDay(date))
    return body.dryRun ? proposed : assignDay(person, proposed)
  },

  'GET /api/admin/positions': () => sharedPositions(),
} satisfies HandlersOf<typeof dispatch>
