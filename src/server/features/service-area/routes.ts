import type { HandlersOf } from '#server/http/handlers.ts'
import type { serviceArea } from '#shared/contract/service-area.ts'
import { suggestAddresses } from './suggest-addresses.ts'
import {
  allCoreSpots,
  areaOfZip,
  daysNearby,
  describeZip,
  ratesAt,
  coreSpotById,
} from './queries.ts'
import { centerOf } from './zip-codes.ts'
import { currentlyLearned } from '#server/reads/learned-drives.ts'
import { drivesNeeded } from '#shared/rules/learned-drives.ts'
import { NotFound } from '#server/http/errors.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import type { coreSpots } from '#shared/contract/core-spots.ts'
import { addCoreSpot, editCoreSpot, removeCoreSpot } from './actions/write-core-spot.ts'
import { coverageOf, drawnCenters, spotsWithCoverage } from './queries/core-spot-coverage.ts'
import { locateSpot } from './locate-spot.ts'

export const serviceAreaRoutes = {
  'GET /api/service-area': async ({ query }) => ({
    answer: await areaOfZip(query.zip),
    ...ratesAt(await centerOf(query.zip)),
  }),
  'GET /api/service-area/days': ({ query: { zip, ...range } }) => daysNearby(zip, range),
  'GET /api/zip-codes': ({ query, reply }) => {
    reply.header('cache-control', 'public, max-age=86400')
    return describeZip(query.zip)
  },
  'GET /api/address-suggestions': ({ query: { q } }) => suggestAddresses(q),
  'GET /api/core-spots': () => allCoreSpots(),
  'GET /api/admin/drive-times': () => {
    const { learned, computedAt } = currentlyLearned()
    return {
      ...learned,
      needed: drivesNeeded,
      computedAt: computedAt?.toISOString() ?? null,
    }
  },

  'GET /api/admin/core-spots': () => spotsWithCoverage(),

  'POST /api/admin/core-spots': async ({ person, body }) =>
    answer(await addCoreSpot(person.id, body)),

  'PATCH /api/admin/core-spots/{id}': async ({ person, params, body, request, reply }) => {
    await editCoreSpot(person.id, params.id, body, wantedVersion(request))
    const { version, ...spot } = await answer(params.id)
    setVersion(reply, version)
    return spot
  },

  'DELETE /api/admin/core-spots/{id}': ({ person, params, request }) =>
    removeCoreSpot(person.id, params.id, wantedVersion(request)),

  'GET /api/admin/core-spots/coverage': ({ query: { except, ...spot } }) =>
    coverageOf(spot, except),
  'GET /api/admin/core-spots/place': ({ query }) => locateSpot(query.address),
  'GET /api/admin/zip-centers': ({ query }) => drawnCenters(query),
} satisfies HandlersOf<typeof serviceArea & typeof coreSpots>

async function answer(id: string) {
  const spot = await coreSpotById(id)
  if (!spot) throw new NotFound()
  return spot
}
