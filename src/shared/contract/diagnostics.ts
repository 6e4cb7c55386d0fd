import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { instant } from './fields.ts'

/** An outside service that we replace while it fails. */
const ServiceState = z.object({
  /** Null if this process has not asked it yet. */
  answeredAt: z.nullable(instant),
  problem: z.nullable(z.enum(['unreachable', 'slow', 'unreadable', 'refused', 'implausible'])),
  /** Its status or code, for `refused`. */
  answer: z.nullable(z.string()),
})

/** The state of this installation for its operators. Contains no secrets and no service addresses. */
export const SystemState = z.object({
  /** Versions of the product and of Node. */
  version: z.string(),
  node: z.string(),
  /** Start of the process that answers. */
  startedAt: instant,
  database: z.object({
    engine: z.enum(['embedded', 'postgres']),
    version: z.string(),
    bytes: z.number(),
    /** How long a statement took just now. */
    answeredMs: z.number(),
  }),
  queue: z.object({
    /** Tasks ready to run, and since when the oldest is. */
    due: z.number(),
    oldestDueAt: z.nullable(instant),
    /** Tasks that failed for good within the last day. */
    failed: z.number(),
  }),
  /** Free space on the disk of the data folder in bytes; null if unknown. */
  diskFreeBytes: z.nullable(z.number()),
  backups: z.object({
    /** Nightly backups on the machine that answers. */
    count: z.number(),
    newest: z.nullable(z.object({ madeAt: instant, bytes: z.number() })),
    encrypted: z.boolean(),
  }),
  /** `kept`: stored for readers of the outbox; `none`: no one will ever read it; `refused`: the mail server takes none now. */
  mail: z.enum(['sent', 'kept', 'none', 'refused']),
  texts: z.enum(['sent', 'kept', 'none']),
  cards: z.nullable(z.enum(['square', 'simulator'])),
  /** Where drive times come from: the router's last answer; null without a router, when all are estimated. */
  router: z.nullable(ServiceState),
  /** Who optimizes days: the optimizer's last answer; null without one, when our own method does. */
  optimizer: z.nullable(ServiceState),
})
export type SystemState = z.infer<typeof SystemState>

/** A task that failed its last try. */
export const FailedTask = z.object({
  id: z.string(),
  /** Its name in the log. */
  name: z.string(),
  failedAt: instant,
  tries: z.number(),
  /** The last error, as logged. */
  reason: z.string(),
})
export type FailedTask = z.infer<typeof FailedTask>

export const diagnostics = endpoints({
  'GET /api/admin/failed-tasks': {
    summary: 'Failed background tasks, the latest fifty',
    allow: ['admin'],
    shows: ['tasks'],
    response: z.array(FailedTask),
  },
  'POST /api/admin/failed-tasks/{id}/retry': {
    summary: 'Retry a failed task',
    allow: ['admin'],
    changes: ['tasks'],
    errors: [404],
    response: z.object({ retried: z.literal(true) }),
  },
  'GET /api/admin/system': {
    summary: 'State of the installation: versions, database, background tasks, outside services',
    allow: ['admin'],
    shows: [],
    response: SystemState,
  },
})
