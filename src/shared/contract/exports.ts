import * as z from 'zod/mini'
import { endpoints, zip } from './endpoint.ts'
import { switchedOn } from './fields.ts'

export const exports = endpoints({
  'GET /api/admin/export': {
    reads: 'much',
    summary:
      'Everything that is stored, as a zip of one CSV file a table; nothing that opens an account or a card. ?photos adds the pictures',
    allow: ['admin'],
    shows: [],
    query: z.strictObject({ photos: switchedOn }),
    response: zip,
  },
})
