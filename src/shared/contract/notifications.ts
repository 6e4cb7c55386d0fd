import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { done, idParams, instant, page, uuid } from './fields.ts'

export const Notification = z.object({
  id: z.string(),
  /** What happened, see `shared/rules/events.ts`; older ones have names of their own. */
  type: z.string(),
  title: z.string(),
  message: z.string(),
  jobId: z.nullable(z.string()),
  /** The visit, where the person may know of it. */
  job: z.nullable(z.object({ serviceAddress: z.string() })),
  /** Where it leads; null when nowhere. */
  path: z.nullable(z.string()),
  read: z.boolean(),
  createdAt: instant,
})
export type Notification = z.infer<typeof Notification>

export const notifications = endpoints({
  'GET /api/notifications': {
    summary: 'Own notifications, newest first; 100 unless ?limit says otherwise',
    allow: ['person'],
    shows: ['notifications'],
    query: z.strictObject(page),
    response: z.array(Notification),
  },
  'PATCH /api/notifications/read': {
    summary: 'Mark own notifications read, up to the newest one that was seen',
    allow: ['person'],
    changes: ['notifications'],
    body: z.strictObject({ upTo: uuid() }),
    response: done,
    errors: [404],
  },
  'PATCH /api/notifications/{id}/read': {
    summary: 'Mark one notification read',
    allow: ['person'],
    changes: ['notifications'],
    params: idParams,
    response: done,
    errors: [404],
  },
})
