import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { idParams, instant } from './fields.ts'

/** What stands behind this installation, for those who look after it. No secrets, no addresses of services. */
export const SystemState = z.object({
  /** Of the product, and of the Node it runs on. */
  version: z.string(),
  node: z.string(),
  /** When the process that answers began. */
  startedAt: instant,
  database: z.object({
    engine: z.enum(['embedded', 'postgres']),
    version: z.string(),
    bytes: z.number(),
    /** How long it took to answer a statement just now. */
    answeredMs: z.number(),
  }),
  queue: z.object({
    /** Tasks that could be worked on now, and since when the oldest of them could. */
    due: z.number(),
    oldestDueAt: z.nullable(instant),
    /** Tasks that were given up within the last day. */
    failed: z.number(),
  }),
  /** `kept`: written down for everybody who looks at the outbox; `none`: nobody will ever read it. */
  /** Free room on the disk of the data folder, in bytes; null where it cannot be asked. */
  diskFreeBytes: z.nullable(z.number()),
  backups: z.object({
    /** Of the nightly ones, on the machine that answers. */
    count: z.number(),
    newest: z.nullable(z.object({ madeAt: instant, bytes: z.number() })),
    encrypted: z.boolean(),
  }),
  mail: z.enum(['sent', 'kept', 'none']),
  texts: z.enum(['sent', 'kept', 'none']),
  cards: z.nullable(z.enum(['square', 'simulator'])),
})
export type SystemState = z.infer<typeof SystemState>

/** A task that was given up after its last try. */
export const FailedTask = z.object({
  id: z.string(),
  /** As the log names it. */
  name: z.string(),
  failedAt: instant,
  tries: z.number(),
  /** What went wrong the last time, in the words of the log. */
  reason: z.string(),
})
export type FailedTask = z.infer<typeof FailedTask>

export const diagnostics = endpoints({
  'GET /api/admin/failed-tasks': {
    summary: 'Background tasks that were given up, the newest fifty',
    allow: ['admin'],
    shows: ['tasks'],
    response: z.array(FailedTask),
  },
  'POST /api/admin/failed-tasks/{id}/retry': {
    summary: 'Have a task that was given up tried again',
    allow: ['admin'],
    params: idParams,
    changes: ['tasks'],
    errors: [404],
    response: z.object({ retried: z.literal(true) }),
  },
  'GET /api/admin/system': {
    summary: 'How the installation is: versions, database, background tasks, outside services',
    allow: ['admin'],
    shows: [],
    response: SystemState,
  },
})
