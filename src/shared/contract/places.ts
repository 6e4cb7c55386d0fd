import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'
import { address, done, optionalText, requiredLine } from './fields.ts'

export const Place = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  accessNotes: z.string(),
})
export type Place = z.infer<typeof Place>

export const PlaceForm = z.strictObject({
  name: requiredLine(text('Give it a name, such as Home or Office'), 40),
  address,
  accessNotes: optionalText(500),
})
export type PlaceForm = z.infer<typeof PlaceForm>

/** Addresses a customer saved under a name, to book with one tap. */
export const places = endpoints({
  'GET /api/places': {
    summary: 'Own saved places, oldest first',
    allow: ['customer'],
    shows: ['account'],
    response: z.array(Place),
  },
  'POST /api/places': {
    summary: 'Save an address under a name; 409 at the maximum number',
    allow: ['customer'],
    changes: ['account'],
    body: PlaceForm,
    response: Place,
    status: 201,
    errors: [409],
    idempotent: 'in transaction',
  },
  'PATCH /api/places/{id}': {
    summary: "Change a saved place's name, address and access notes",
    allow: ['customer'],
    changes: ['account'],
    body: PlaceForm,
    response: Place,
    errors: [404],
  },
  'DELETE /api/places/{id}': {
    summary: 'Remove a saved place; visits there stay unchanged',
    allow: ['customer'],
    changes: ['account'],
    response: done,
    errors: [404],
  },
})
