import type { HandlersOf } from '#server/http/handlers.ts'
import type { photos } from '#shared/contract/photos.ts'
import type { Person } from '#shared/rules/roles.ts'
import type { FastifyRequest } from 'fastify'
import type { PhotoMoment, PhotoSize } from '#shared/rules/photos.ts'
import { addPhoto, addUnsentPhoto } from './actions/add-photo.ts'
import type { NewPhoto } from './actions/store-photo.ts'
import { removePhoto } from './actions/remove-photo.ts'
import { photosOf, pictureFor, sharedPicture } from './queries.ts'

export const photoRoutes = {
  'GET /api/jobs/{id}/photos': ({ person, params }) => photosOf(person, params.id),

  'POST /api/jobs/{id}/photos': (call) => addPhoto(call.person, call.params.id, sentPhoto(call)),

  'POST /api/jobs/{id}/unsent-photos': (call) =>
    addUnsentPhoto(call.person, call.params.id, sentPhoto(call)),

  'GET /api/photos/{id}': ({ person, params }) => answerPicture(person, params.id, 'large'),

  'GET /api/photos/{id}/thumbnail': ({ person, params }) =>
    answerPicture(person, params.id, 'thumbnail'),

  'GET /api/guest-photos/{token}': async ({ params }) => ({
    file: 'image',
    type: 'image/jpeg',
    bytes: await sharedPicture(params.token),
  }),

  'DELETE /api/photos/{id}': ({ person, params }) => removePhoto(person, params.id),
} satisfies HandlersOf<typeof photos>

interface Sent {
  query: { moment: PhotoMoment }
  body: Uint8Array
  request: FastifyRequest
}

function sentPhoto({ query, body, request }: Sent): NewPhoto {
  const key = request.headers['idempotency-key']
  return { moment: query.moment, bytes: body, key: typeof key === 'string' ? key : undefined }
}

async function answerPicture(person: Person, id: string, size: PhotoSize) {
  const bytes = await pictureFor(person, id, size)
  return { file: 'image' as const, type: 'image/jpeg', bytes }
}
