import { inArray } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import type { KeptReason } from '#shared/rules/imports.ts'

/**
 * Permanently removes, in the current transaction, the customers untouched by them or the office since that version; returns
 * why the others stay, by id. A related row not checked here causes a foreign key violation.
 */
export async function removeUnusedCustomers(
  all: readonly { id: string; version: number }[],
): Promise<Map<string, KeptReason>> {
  const ids = all.map(({ id }) => id)
  const rows = await db()
    .select()
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(users.id)
    .for('update')
  const found = new Map(rows.map((row) => [row.id, row]))
  const having = async (column: PgColumn) => {
    const owners = await db()
      .selectDistinct({ id: column })
      .from(column.table)
      .where(inArray(column, ids))
    return new Set(owners.map(({ id }) => String(id)))
  }
  const booked = await having(jobs.customerId)
  const signedIn = await having(sessions.userId)
  const mergedInto = await having(users.mergedInto)
  const owners = await having(vehicles.customerId)
  const wrote = await having(contactMessages.customerId)
  const paying = await having(paymentCards.userId)
  const kept = new Map<string, KeptReason>()
  for (const { id, version } of all) {
    const customer = found.get(id)
    if (!customer || customer.anonymizedAt) kept.set(id, 'gone')
    else if (booked.has(id)) kept.set(id, 'visits')
    else if (customer.loginCount > 0 || signedIn.has(id)) kept.set(id, 'signed_in')
    else if (customer.version !== version || mergedInto.has(id)) kept.set(id, 'changed')
    else if (owners.has(id)) kept.set(id, 'cars')
    else if (wrote.has(id) || paying.has(id)) kept.set(id, 'in_use')
  }
  const unused = ids.filter((id) => !kept.has(id))
  if (unused.length > 0) await db().delete(users).where(inArray(users.id, unused))
  return kept
}
