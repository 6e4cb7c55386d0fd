import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { instant } from './fields.ts'

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
  mail: z.enum(['sent', 'kept', 'none']),
  texts: z.enum(['sent', 'kept', 'none']),
  cards: z.nullable(z.enum(['square', 'simulator'])),
})
export type SystemState = z.infer<typeof SystemState>

export const diagnostics = endpoints({
  'GET /api/admin/system': {
    summary: 'How the installation is: versions, database, background tasks, outside services',
    allow: ['admin'],
    shows: [],
    response: SystemState,
  },
})
