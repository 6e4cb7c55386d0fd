import * as z from 'zod/mini'
import { endpoints, zip } from './endpoint.ts'
import { switchedOn } from './fields.ts'

export const exports = endpoints({
  'GET /api/admin/export': {
    reads: 'much',
    summary:
      'All stored data as a zip with one CSV file per table, without credentials and card tokens. ?photos includes the photos',
    allow: ['admin'],
    shows: [],
    query: z.strictObject({ photos: switchedOn }),
    response: zip,
  },
})
