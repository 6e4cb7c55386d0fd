import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { jobs } from './jobs.ts'

/** Links by which somebody without an account follows and pays one visit, until 30 days after it. */
export const guestLinks = pgTable(
  'guest_links',
  {
    id: id(),
    /** sha256 of the link's token, hex; the token itself is in the mail alone. */
    tokenHash: text('token_hash').notNull().unique(),
    /** sha256 of the browser's ticket of the code that was used, hex: one code books once. */
    ticketHash: text('ticket_hash').notNull().unique(),
    /** Where it was booked from, for the daily limit; empty for a link that a message needed. */
    network: text('network').notNull().default(''),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (link) => [
    index('guest_links_job').on(link.jobId),
    index('guest_links_network').on(link.network, link.createdAt),
  ],
)
