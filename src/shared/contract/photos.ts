import * as z from 'zod/mini'
import { maxPhotoBytes, photoMoments, photoTypes } from '../rules/photos.ts'
import { endpoints, image } from './endpoint.ts'
import { done, instant, uuid } from './fields.ts'

/** Width and height are pixels of the large photo; the thumbnail has the same proportions. */
export const Photo = z.object({
  id: z.string(),
  moment: z.enum(photoMoments),
  width: z.number(),
  height: z.number(),
  createdAt: instant,
  /** When it reached the server, if the technician was offline. */
  receivedAt: instant,
  url: z.string(),
  thumbnailUrl: z.string(),
  /** Whether the caller may delete it now. */
  removable: z.boolean(),
})
export type Photo = z.infer<typeof Photo>

/** Where in the photo a part begins, in bytes. */
const from = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(maxPhotoBytes))
/** `from`: the parts before were sent under the same `Idempotency-Key`. */
const photoQuery = z.strictObject({
  moment: z.enum(photoMoments),
  from: z.optional(from),
  /** Of the photo, if chosen where it was taken, so that a finding can refer to it before it is sent. */
  id: z.optional(uuid()),
})
const people = ['customer', 'technician', 'admin'] as const

export const photos = endpoints({
  'GET /api/jobs/{id}/photos': {
    summary: 'Service photos of a job, oldest first',
    allow: people,
    shows: ['photos'],
    response: z.array(Photo),
    errors: [404],
  },
  'POST /api/jobs/{id}/photos': {
    summary:
      'Add a photo, sent as the body; locked once the visit is over, except for what its technician took before',
    allow: ['technician', 'admin'],
    changes: ['photos'],
    query: photoQuery,
    upload: { types: photoTypes, maxBytes: maxPhotoBytes },
    response: Photo,
    status: 201,
    errors: [404, 409, 413, 415, 503],
    idempotent: 'repeatable',
    happenedAt: true,
  },
  'POST /api/jobs/{id}/unsent-photos': {
    summary:
      'Upload a photo of a visit that was taken away, moved or cancelled, for the office; the unsent-work report refers to it',
    allow: ['technician', 'leaver'],
    changes: [],
    query: photoQuery,
    upload: { types: photoTypes, maxBytes: maxPhotoBytes },
    response: z.object({ id: z.string() }),
    status: 201,
    errors: [404, 409, 413, 415, 503],
    idempotent: 'repeatable',
    happenedAt: true,
  },
  'PUT /api/photo-parts/{upload}': {
    summary:
      'Store the next part of a photo of several; `upload` is the `Idempotency-Key` of the call that ends it',
    allow: ['technician', 'admin', 'leaver'],
    changes: [],
    query: z.strictObject({ from }),
    upload: { types: photoTypes, maxBytes: maxPhotoBytes },
    /** The bytes stored so far; the part was ignored if it does not follow them. */
    response: z.object({ received: z.number() }),
    errors: [413, 415],
  },
  'GET /api/photos/{id}': {
    summary: 'A photo, for anyone who may see the job',
    allow: people,
    shows: [],
    response: image,
    errors: [404, 503],
  },
  'GET /api/photos/{id}/thumbnail': {
    summary: "A photo's thumbnail",
    allow: people,
    shows: [],
    response: image,
    errors: [404, 503],
  },
  'GET /api/guest-photos/{token}': {
    summary: 'A photo or its thumbnail for guests, by a signed token that expires with their link',
    allow: ['public'],
    shows: [],
    params: z.strictObject({ token: z.string().check(z.regex(/^[\w-]{32,80}$/)) }),
    response: image,
    errors: [404, 503],
  },
  'DELETE /api/photos/{id}': {
    summary: 'Remove a photo: its author or an admin, until the visit is over',
    allow: ['technician', 'admin'],
    changes: ['photos'],
    response: done,
    errors: [404, 409],
    happenedAt: true,
  },
})
