import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { done, instant } from './fields.ts'

const degrees = (most: number) => z.number().check(z.minimum(-most), z.maximum(most))

export const Position = z.object({
  latitude: z.number(),
  longitude: z.number(),
  recordedAt: instant,
  /** Dropped at this time unless an update arrives. */
  expiresAt: instant,
  /** Straight-line distance to the visit and estimated driving time; null if the visit has no coordinates. */
  milesAway: z.nullable(z.number()),
  minutesAway: z.nullable(z.number()),
})
export type Position = z.infer<typeof Position>

export const positions = endpoints({
  'GET /api/jobs/{id}/position': {
    summary: "Position of a visit's technician, while they share it on the way",
    allow: ['customer', 'guest', 'admin'],
    shows: ['position'],
    response: z.object({ position: z.nullable(Position) }),
    errors: [404],
  },
  'PUT /api/jobs/{id}/position': {
    summary:
      'Share the own position with the customer, from "on my way" until arrival, 15 minutes at a time',
    allow: ['technician'],
    changes: ['position'],
    body: z.strictObject({ latitude: degrees(90), longitude: degrees(180) }),
    response: z.object({ expiresAt: instant }),
    errors: [404, 409],
  },
  'DELETE /api/jobs/{id}/position': {
    summary: 'Stop sharing; the position is deleted',
    allow: ['technician'],
    changes: ['position'],
    response: done,
    errors: [404],
  },
})
