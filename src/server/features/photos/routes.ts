import type { HandlersOf } from '#server/http/handlers.ts'
import type { photos } from '#shared/contract/photos.ts'
import type { Person } from '#shared/rules/roles.ts'
import { addPhoto } from './actions/add-photo.ts'
import { removePhoto } from './actions/remove-photo.ts'
import { photosOf, pictureFor } from './queries.ts'
import type { PhotoSize } from './store.ts'

export const photoRoutes = {
  'GET /api/jobs/{id}/photos': ({ person, params }) => photosOf(person, params.id),

  'POST /api/jobs/{id}/photos': ({ person, params, query, body, request }) => {
    const key = request.headers['idempotency-key']
    return addPhoto(person, params.id, {
      moment: query.moment,
      bytes: body,
      key: typeof key === 'string' ? key : undefined,
    })
  },

  'GET /api/photos/{id}': ({ person, params }) => answerPicture(person, params.id, 'large'),

  'GET /api/photos/{id}/thumbnail': ({ person, params }) =>
    answerPicture(person, params.id, 'thumbnail'),

  'DELETE /api/photos/{id}': async ({ person, params }) => {
    await removePhoto(person, params.id)
    return { success: true }
  },
} satisfies HandlersOf<typeof photos>

async function answerPicture(person: Person, id: string, size: PhotoSize) {
  const bytes = await pictureFor(person, id, size)
  return { file: 'image' as const, type: 'image/jpeg', bytes }
}
