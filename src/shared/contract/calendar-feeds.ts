import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { done, instant } from './fields.ts'

/** Whether a person's calendar feed is on, since when, and when a calendar last read it. */
export const CalendarFeed = z.object({
  since: z.nullable(instant),
  readAt: z.nullable(instant),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** The feed's secret address, returned only once. */
const NewFeed = z.object({ url: z.string() })

export const calendarFeeds = endpoints({
  'GET /api/calendar-feed': {
    summary:
      'Whether the visits of whoever asks (all of them for the office) are in a calendar feed',
    allow: ['technician', 'admin'],
    shows: ['account', 'technicians'],
    response: CalendarFeed,
  },
  'POST /api/calendar-feed': {
    summary:
      'Make a secret address, /calendar/{token}.ics, at which a calendar reads own visits (all for the office); one that there was ends. It is said this once',
    allow: ['technician', 'admin'],
    changes: ['account'],
    response: NewFeed,
    status: 201,
  },
  'DELETE /api/calendar-feed': {
    summary: 'Switch the own feed off; its address answers 404 from now on',
    allow: ['technician', 'admin'],
    changes: ['account'],
    response: done,
  },
  'GET /api/admin/technicians/{id}/calendar-feed': {
    summary: "Whether a technician's visits are in a calendar feed",
    allow: ['admin'],
    shows: ['technicians'],
    response: CalendarFeed,
    errors: [404],
  },
  'POST /api/admin/technicians/{id}/calendar-feed': {
    summary:
      "Make the secret address of a technician's feed; one that there was ends. 409 for whoever is deactivated or not approved yet",
    allow: ['admin'],
    changes: ['technicians', 'notifications'],
    response: NewFeed,
    status: 201,
    errors: [404, 409],
  },
  'DELETE /api/admin/technicians/{id}/calendar-feed': {
    summary: "Switch a technician's feed off",
    allow: ['admin'],
    changes: ['technicians', 'notifications'],
    response: done,
    errors: [404],
  },
})
