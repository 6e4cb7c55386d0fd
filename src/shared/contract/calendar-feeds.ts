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
    summary: "Whether the caller's calendar feed is on (all visits for the office)",
    allow: ['technician', 'admin'],
    shows: ['account', 'technicians'],
    response: CalendarFeed,
  },
  'POST /api/calendar-feed': {
    summary:
      'Create a secret address, /calendar/{token}.ics, for a calendar to read own visits (all for the office); replaces a previous one. Returned only once',
    allow: ['technician', 'admin'],
    changes: ['account'],
    response: NewFeed,
    status: 201,
  },
  'DELETE /api/calendar-feed': {
    summary: 'Switch off the own calendar feed; its address then answers 404',
    allow: ['technician', 'admin'],
    changes: ['account'],
    response: done,
  },
  'GET /api/admin/technicians/{id}/calendar-feed': {
    summary: "Whether a technician's calendar feed is on",
    allow: ['admin'],
    shows: ['technicians'],
    response: CalendarFeed,
    errors: [404],
  },
  'POST /api/admin/technicians/{id}/calendar-feed': {
    summary:
      "Create a technician's secret calendar address; replaces a previous one. 409 for deactivated or unapproved technicians",
    allow: ['admin'],
    changes: ['technicians', 'notifications'],
    response: NewFeed,
    status: 201,
    errors: [404, 409],
  },
  'DELETE /api/admin/technicians/{id}/calendar-feed': {
    summary: "Switch off a technician's calendar feed",
    allow: ['admin'],
    changes: ['technicians', 'notifications'],
    response: done,
    errors: [404],
  },
})
