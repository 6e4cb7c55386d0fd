import * as z from 'zod/mini'
import { Review } from './admin.ts'
import { endpoints } from './endpoint.ts'
import { calendarDate, dayRange, money } from './fields.ts'
import { Job } from './jobs.ts'

/** Work within a period; minutes run from start to completion. */
const Totals = z.object({
  visits: z.number(),
  minutes: z.number(),
  /** Revenue from extras on the visits. */
  extras: money,
  /** Received for their visits minus refunds, regardless of the visit's date. */
  cash: money,
  /** Tips minus refunds; set if tips are enabled or were given. */
  tips: z.optional(money),
})

export const TechnicianWork = z.object({
  from: calendarDate,
  to: calendarDate,
  total: Totals,
  /** The same for the preceding period of equal length. */
  previous: Totals,
  /** Each day of the range. */
  days: z.array(z.object({ date: calendarDate, ...Totals.shape })),
})
export type TechnicianWork = z.infer<typeof TechnicianWork>

export const technicianWork = endpoints({
  'GET /api/admin/technicians/{id}/work': {
    reads: 'much',
    summary:
      "A technician's work in a range of business-local dates, both included, with the preceding period to compare; at most 366 days",
    allow: ['admin'],
    shows: ['jobs', 'payments', 'technicians'],
    query: z.strictObject(dayRange()),
    response: TechnicianWork,
    errors: [404],
  },
  'GET /api/admin/technicians/{id}/visits': {
    reads: 'much',
    summary: 'Upcoming visits of a technician, today included, at most 50',
    allow: ['admin'],
    shows: ['jobs', 'technicians'],
    response: z.array(Job),
    errors: [404],
  },
  'GET /api/admin/technicians/{id}/reviews': {
    reads: 'much',
    summary: 'Reviews of a technician, newest first, at most 50',
    allow: ['admin'],
    shows: ['reviews', 'technicians'],
    response: z.array(Review),
    errors: [404],
  },
})
