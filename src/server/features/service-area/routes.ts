import type { HandlersOf } from '#server/http/handlers.ts'
import type { serviceArea } from '#shared/contract/service-area.ts'
import { suggestAddresses } from './suggest-addresses.ts'
import { allCoreSpots, areaOfZip, daysNearby, describeZip, salesTaxRateAt } from './queries.ts'
import { centerOf } from './zip-centers.ts'

export const serviceAreaRoutes = {
  'GET /api/service-area': async ({ query }) => ({
    answer: await areaOfZip(query.zip),
    salesTaxRateBp: salesTaxRateAt(await centerOf(query.zip)),
  }),
  'GET /api/service-area/days': ({ query: { zip, ...range } }) => daysNearby(zip, range),
  'GET /api/zip-codes': ({ query, reply }) => {
    reply.header('cache-control', 'public, max-age=86400')
    return describeZip(query.zip)
  },
  'GET /api/address-suggestions': ({ query: { q } }) => suggestAddresses(q),
  'GET /api/core-spots': () => allCoreSpots(),
} satisfies HandlersOf<typeof serviceArea>
