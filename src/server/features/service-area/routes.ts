import type { HandlersOf } from '#server/http/handlers.ts'
import type { serviceArea } from '#shared/contract/service-area.ts'
import { allCoreSpots, areaOfZip, daysNearby } from './queries.ts'

export const serviceAreaRoutes = {
  'GET /api/service-area': async ({ query }) => ({ answer: await areaOfZip(query.zip) }),
  'GET /api/service-area/days': ({ query: { zip, ...range } }) => daysNearby(zip, range),
  'GET /api/core-spots': () => allCoreSpots(),
} satisfies HandlersOf<typeof serviceArea>
