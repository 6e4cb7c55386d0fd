import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A random primary key. */
export const id = () => uuid('id').primaryKey().defaultRandom()

/** A UTC instant. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const createdAt = () => instant('created_at').notNull().defaultNow()

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
