import { boolean, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, partOf } from './columns.ts'
import { jobs } from './jobs.ts'

/**
 * The receipt details by the profile in effect at completion, unaffected by later settings. Car, plate, VIN and technician
 * are read from their records: correcting them corrects the receipt.
 */
export const jobReceipts = pgTable('job_receipts', {
  jobId: partOf('job_id', () => jobs.id).primaryKey(),
  state: text('state').notNull(),
  /** Whether parts and labor have subtotals. */
  subtotals: boolean('subtotals').notNull(),
  registrationNumber: text('registration_number').notNull(),
  warranty: text('warranty').notNull(),
  nextServiceWords: text('next_service_words').notNull(),
  /** The estimate at completion; null if there was none. */
  nextServiceOn: date('next_service_on', { mode: 'string' }),
  nextServiceMiles: integer('next_service_miles'),
  createdAt: createdAt(),
})
