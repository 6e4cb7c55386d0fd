import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { jobs } from './jobs.ts'

/** Links for following and paying one visit without an account, valid until 30 days after it. */
export const guestLinks = pgTable(
  'guest_links',
  {
    id: id(),
    /** sha256 of the link's token, hex; the token is only in the mail. */
    tokenHash: text('token_hash').notNull().unique(),
    /** sha256 of the browser's ticket for the used code, hex: one code books once. */
    ticketHash: text('ticket_hash').notNull().unique(),
    /** The booking's network, for the daily limit; empty for a link created for a message. */
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
