import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import type { ExtraType } from '#shared/rules/extras.ts'
import type { Phrase } from '#shared/rules/unsent-work.ts'
import { createdAt, id, instant, partOf, refersTo } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

/** `what` and `reason` in English, `said` and `refusal` worded for the reader, `entered` as typed; `at` is a UTC instant. */
type UnsentChange = {
  what: string
  said?: Phrase[]
  entered: string
  reason: string
  refusal?: Phrase
  at: string
  /** The phone's clock if it cannot be right; `at` is then when the report arrived. */
  phoneSaid?: string
  photoId?: string
  /** `id` is the one the extra gets; amounts are decimal strings. */
  extra?: {
    id: string
    serviceType: ExtraType
    description: string
    unitPrice: string
    quantity: number
  }
  /** Whether the office has added it to the visit. */
  added?: true
}

/** A technician's offline work on a visit that was no longer theirs, for the office. */
export const unsentWork = pgTable(
  'unsent_work',
  {
    id: id(),
    jobId: partOf('job_id', () => jobs.id),
    technicianId: refersTo('technician_id', () => users.id),
    changes: jsonb('changes').$type<UnsentChange[]>().notNull(),
    createdAt: createdAt(),
    /** When the office handled it; null while open. */
    handledAt: instant('handled_at'),
    handledBy: uuid('handled_by').references(() => users.id),
  },
  (work) => [
    index('unsent_work_job').on(work.jobId, work.createdAt),
    index('unsent_work_open')
      .on(work.createdAt)
      .where(sql`${work.handledAt} is null`),
  ],
)
