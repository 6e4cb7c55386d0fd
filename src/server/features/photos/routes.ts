import type { HandlersOf } from '#server/http/handlers.ts'
import type { photos } from '#shared/contract/photos.ts'
import type { Person } from '#shared/rules/roles.ts'
import type { FastifyRequest } from 'fastify'
import type { PhotoMoment, PhotoSize } from '#shared/rules/photos.ts'
import { addPhoto, addUnsentPhoto } from './actions/add-photo.ts'
import { addPart, joinParts } from './actions/photo-parts.ts'
import type { NewPhoto } from './actions/store-photo.ts'
import { removePhoto } from './actions/remove-photo.ts'
import { photosOf, pictureFor, sharedPicture } from './queries.ts'

export const photoRoutes = {
  'GET /api/jobs/{id}/photos': ({ person, params }) => photosOf(person, params.id),

  'POST /api/jobs/{id}/photos': async (call) =>
    addPhoto(call.person, call.params.id, await sentPhoto(call)),

  'POST /api/jobs/{id}/unsent-photos': async (call) =>
    addUnsentPhoto(call.person, call.params.id, await sentPhoto(call)),

  'PUT /api/photo-parts/{upload}': async ({ person, params, query: { from }, body: bytes }) => ({
    received: await addPart(person, params.upload, { from, bytes }),
  }),

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
  person: Person
  query: { moment: PhotoMoment; from?: number | undefined; id?: string | undefined }
  body: Uint8Array
  request: FastifyRequest
}

async function sentPhoto({ person, query, body, request }: Sent): Promise<NewPhoto> {
  const sent = request.headers['idempotency-key']
  const key = typeof sent === 'string' ? sent : undefined
  const bytes = await joinParts(person, key, { from: query.from ?? 0, bytes: body })
  return { moment: query.moment, bytes, key, id: query.id }
}

async function answerPicture(person: Person, id: string, size: PhotoSize) {
  const bytes = await pictureFor(person, id, size)
  return { file: 'image' as const, type: 'image/jpeg', bytes }
}
