import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, refersTo } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .unique()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    customerId: refersTo('customer_id', () => users.id),
    technicianId: uuid('technician_id').references(() => users.id),
    rating: integer('rating').notNull(),
    comment: text('comment').notNull().default(''),
    /** Consent to show it on the front page with first name and initial. */
    mayPublish: boolean('may_publish').notNull().default(false),
    createdAt: createdAt(),
  },
  (review) => [
    index('reviews_customer').on(review.customerId),
    index('reviews_published')
      .on(review.createdAt.desc(), review.id.desc())
      .where(sql`${review.mayPublish} and ${review.rating} >= 4 and ${review.comment} <> ''`),
    index('reviews_newest').on(review.createdAt.desc()),
    // A technician's newest reviews, and their mean by index only.
    index('reviews_of_technician').on(review.technicianId, review.createdAt.desc(), review.rating),
  ],
)
