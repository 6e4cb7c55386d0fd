import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'

export const mapTiles = endpoints({
  'GET /api/admin/map-tiles': {
    summary: "The office's map tile server; null without one",
    allow: ['admin'],
    shows: [],
    response: z.object({
      /** `url` contains {z}, {x} and {y}. */
      tiles: z.nullable(z.object({ url: z.string(), attribution: z.string() })),
    }),
  },
})
