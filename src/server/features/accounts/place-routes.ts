import type { HandlersOf } from '#server/http/handlers.ts'
import type { places } from '#shared/contract/places.ts'
import { addPlace } from './actions/add-place.ts'
import { changePlace } from './actions/change-place.ts'
import { removePlace } from './actions/remove-place.ts'
import { placesOf } from './queries/places.ts'

export const placeRoutes = {
  'GET /api/places': ({ person }) => placesOf(person.id),

  'POST /api/places': ({ person, body }) => addPlace(person.id, body),

  'PATCH /api/places/{id}': ({ person, params, body }) => changePlace(person.id, params.id, body),

  'DELETE /api/places/{id}': async ({ person, params }) => {
    await removePlace(person.id, params.id)
    return { success: true }
  },
} satisfies HandlersOf<typeof places>
