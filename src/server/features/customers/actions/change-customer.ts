import { and, eq, isNull } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

type Change = {
  /** Null: as the settings say. */
  maxVisitsWithoutCard?: number | null | undefined
}

/** Changes what a customer may do. Throws NotFound. */
export async function changeCustomer(person: Person, id: string, change: Change): Promise<void> {
  if (change.maxVisitsWithoutCard === undefined) return
  const { maxVisitsWithoutCard } = change
  await transaction(async () => {
    const changed = await db()
      .update(users)
      .set({ maxVisitsWithoutCard })
      .where(and(eq(users.id, id), eq(users.role, 'customer'), isNull(users.anonymizedAt)))
      .returning({ id: users.id })
    if (changed.length === 0) throw new NotFound(phrase('Customer not found.'))
    await happened({ event: 'customer_changed', by: person.id, data: { customerId: id } })
  })
}
