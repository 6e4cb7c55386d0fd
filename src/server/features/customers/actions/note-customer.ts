import { and, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { customerNotes } from '#server/database/tables/customers.ts'
import { happened } from '#server/events/happened.ts'
import { recordOfCustomer } from '#server/features/accounts/actions/record-of-customer.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { lockCustomer } from './lock-customer.ts'

/** Adds an office note about a customer and returns its id. Throws NotFound. */
export function addNote(person: Person, customerId: string, note: string): Promise<string> {
  return transaction(async () => {
    await lockCustomer(customerId)
    const [added] = await db()
      .insert(customerNotes)
      .values({ customerId, authorId: person.id, note, createdAt: now() })
      .returning({ id: customerNotes.id })
    if (!added) throw new Error('The note was not stored.')
    await recordOfCustomer({ customerId, by: person.id, kind: 'note_added' })
    await happened({
      event: 'customer_changed',
      by: person.id,
      data: { customerId, what: 'note_added' },
    })
    return added.id
  })
}

/** Removes a customer's note. Throws NotFound. */
export async function removeNote(
  person: Person,
  customerId: string,
  noteId: string,
): Promise<void> {
  await transaction(async () => {
    const removed = await db()
      .delete(customerNotes)
      .where(and(eq(customerNotes.id, noteId), eq(customerNotes.customerId, customerId)))
      .returning({ id: customerNotes.id })
    if (removed.length === 0) throw new NotFound(phrase('This note no longer exists.'))
    await recordOfCustomer({ customerId, by: person.id, kind: 'note_removed' })
    await happened({
      event: 'customer_changed',
      by: person.id,
      data: { customerId, what: 'note_removed' },
    })
  })
}
