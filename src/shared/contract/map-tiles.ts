import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'

export const mapTiles = endpoints({
  'GET /api/admin/map-tiles': {
    summary: 'The tile server of the maps of the office; null without one',
    allow: ['admin'],
    shows: [],
    response: z.object({
      /** `url` contains {z}, {x} and {y}. */
      tiles: z.nullable(z.object({ url: z.string(), attribution: z.string() })),
    }),
  },
})
