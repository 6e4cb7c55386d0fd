import { and, eq, isNull } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { recordTextConsent } from '#server/features/notifications/actions/record-text-consent.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

/** Ends texts to a customer who asked the office for it, and answers to texts from their number. Throws NotFound. */
export async function endTexts(person: Person, customerId: string): Promise<void> {
  await transaction(async () => {
    const [customer] = await db()
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, customerId), eq(users.role, 'customer'), isNull(users.anonymizedAt)))
      .for('no key update')
    if (!customer) throw new NotFound(phrase('Customer not found.'))
    await recordTextConsent(
      { customerId },
      { agreed: false, how: 'office', words: '', by: person.id },
    )
    await happened({
      event: 'customer_changed',
      by: person.id,
      data: { customerId, what: 'texts_ended' },
    })
  })
}
