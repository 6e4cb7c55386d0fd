import type { HandlersOf } from '#server/http/handlers.ts'
import { NotFound } from '#server/http/errors.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import type { coreSpots } from '#shared/contract/core-spots.ts'
import { addCoreSpot, editCoreSpot, removeCoreSpot } from './actions/write-core-spot.ts'
import { coverageOf, drawnCenters, spotsWithCoverage } from './core-spot-coverage.ts'
import { findPlace } from './find-place.ts'
import { coreSpotById } from './queries.ts'

export const coreSpotRoutes = {
  'GET /api/admin/core-spots': () => spotsWithCoverage(),

  'POST /api/admin/core-spots': async ({ person, body }) =>
    answer(await addCoreSpot(person.id, body)),

  'PATCH /api/admin/core-spots/{id}': async ({ person, params, body, request, reply }) => {
    await editCoreSpot(person.id, params.id, body, wantedVersion(request))
    const { version, ...spot } = await answer(params.id)
    setVersion(reply, version)
    return spot
  },

  'DELETE /api/admin/core-spots/{id}': async ({ person, params, request }) => {
    await removeCoreSpot(person.id, params.id, wantedVersion(request))
    return { success: true as const }
  },

  'GET /api/admin/core-spots/coverage': ({ query: { except, ...spot } }) =>
    coverageOf(spot, except),
  'GET /api/admin/core-spots/place': ({ query }) => findPlace(query.address),
  'GET /api/admin/zip-centers': ({ query }) => drawnCenters(query),
} satisfies HandlersOf<typeof coreSpots>

async function answer(id: string) {
  const spot = await coreSpotById(id)
  if (!spot) throw new NotFound()
  return spot
}
