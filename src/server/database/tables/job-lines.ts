import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ExtraApproval, ExtraType } from '#shared/rules/extras.ts'
import type { LineKind, LineProduct, LineSource } from '#shared/rules/lines.ts'
import { products } from './catalog.ts'
import { createdAt, id, instant, partOf } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

/**
 * What a visit costs: the parts and labor of its package, add-ons and extras. `package_cents`, `addons_cents`,
 * `extras_cents` and `taxable_cents` of its job are their sums.
 */
export const jobLines = pgTable(
  'job_lines',
  {
    id: id(),
    jobId: partOf('job_id', () => jobs.id),
    source: text('source').$type<LineSource>().notNull(),
    kind: text('kind').$type<LineKind>().notNull(),
    /** Order among the lines of a package, or those added together. */
    position: integer('position').notNull().default(0),
    /** For extras only. */
    serviceType: text('service_type').$type<ExtraType>(),
    /** The description and price when added. */
    description: text('description').notNull(),
    /** Pieces, or quarts with tenths. */
    quantity: doublePrecision('quantity').notNull().default(1),
    unitCents: integer('unit_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    /** Whether sales tax applies. */
    taxable: boolean('taxable').notNull().default(false),
    /** The product of a part or add-on, with its receipt details at that time. */
    productId: uuid('product_id').references(() => products.id),
    product: jsonb('product').$type<LineProduct>(),
    /** `waiting` and `declined` extras are not charged. */
    approval: text('approval').$type<ExtraApproval>().notNull().default('not_needed'),
    /** The estimate its customer was asked with; one estimate's lines belong together. */
    estimateId: uuid('estimate_id'),
    /** Asked whatever its price. */
    offered: boolean('offered').notNull().default(false),
    /** The item of the visit's inspection it answers. */
    findingItemId: text('finding_item_id'),
    /** The line declined at an earlier visit that it offers again. */
    repeats: uuid('repeats').references((): AnyPgColumn => jobLines.id, { onDelete: 'set null' }),
    /** When the office took a declined line off the recommendations. */
    dismissedAt: instant('dismissed_at'),
    addedByTechnician: boolean('added_by_technician').notNull().default(false),
    /** Who added it during the visit; null if booked, in demo data and older visits. */
    addedBy: uuid('added_by').references(() => users.id),
    /** Time of the action by the technician's phone. */
    createdAt: createdAt(),
    /** When it reached the server; null if at once. */
    receivedAt: instant('received_at'),
  },
  (line) => [
    index('job_lines_job').on(line.jobId),
    uniqueIndex('job_lines_addon_once')
      .on(line.jobId, line.productId)
      .where(sql`${line.source} = 'addon'`),
    index('job_lines_product')
      .on(line.productId)
      .where(sql`${line.productId} is not null`),
    index('job_lines_estimate')
      .on(line.estimateId)
      .where(sql`${line.estimateId} is not null`),
    index('job_lines_repeats')
      .on(line.repeats)
      .where(sql`${line.repeats} is not null`),
    index('job_lines_added_by')
      .on(line.addedBy)
      .where(sql`${line.addedBy} is not null`),
  ],
)
