import { eq, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { db, transaction } from '#server/database/database.ts'
import { isForeignKeyViolation } from '#server/database/sql-state.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { sessions } from '#server/database/tables/sessions.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import type { KeptReason } from '#shared/rules/imports.ts'

/** Removes a customer for good unless they, or the office, have done anything since that version; else why they stay. */
export async function removeUnusedCustomer(
  id: string,
  version: number,
): Promise<KeptReason | null> {
  try {
    return await transaction(async () => {
      const [customer] = await db().select().from(users).where(eq(users.id, id)).for('update')
      if (!customer || customer.anonymizedAt) return 'gone'
      if (await has(jobs, eq(jobs.customerId, id))) return 'visits'
      if (customer.loginCount > 0 || (await has(sessions, eq(sessions.userId, id))))
        return 'signed_in'
      if (customer.version !== version || (await has(users, eq(users.mergedInto, id))))
        return 'changed'
      if (await has(vehicles, eq(vehicles.customerId, id))) return 'cars'
      if (await has(contactMessages, eq(contactMessages.customerId, id))) return 'in_use'
      if (await has(paymentCards, eq(paymentCards.userId, id))) return 'in_use'
      await db().delete(users).where(eq(users.id, id))
      return null
    })
  } catch (error) {
    // Something of theirs that nobody thought of above.
    if (isForeignKeyViolation(error)) return 'in_use'
    throw error
  }
}

const has = async (table: PgTable, of: SQL | undefined): Promise<boolean> =>
  (await db().$count(table, of)) > 0
