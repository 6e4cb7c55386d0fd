import { type AnyPgColumn, customType, timestamp, uuid } from 'drizzle-orm/pg-core'

export const id = () => uuid('id').primaryKey().defaultRandom()

/** The id of a row that cannot be deleted before this one. */
export const refersTo = (name: string, to: () => AnyPgColumn) => uuid(name).notNull().references(to)

/** The id of the row that this one belongs to and is deleted with. */
export const partOf = (name: string, whole: () => AnyPgColumn) =>
  uuid(name).notNull().references(whole, { onDelete: 'cascade' })

/** A UTC instant. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const createdAt = () => instant('created_at').notNull().defaultNow()

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** SQL for a name spelled with ae, oe and ue, after a space; empty without ä, ö or ü. Equals `umlautsSpelledOut` of the rules. */
export const umlautsSpelledOutSql = (name: string) =>
  `case when (${name}) ~ '[äöüÄÖÜ]' then ' ' || regexp_replace(${name}, '([äöüÄÖÜ])', '\\1e', 'g') else '' end`
