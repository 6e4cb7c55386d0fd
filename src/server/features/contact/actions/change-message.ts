import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { happened } from '#server/events/happened.ts'
import { recordTextConsent } from '#server/features/notifications/actions/record-text-consent.ts'
import { officeTeam } from '#server/features/accounts/queries.ts'
import { Conflict, Invalid, NotFound } from '#server/http/errors.ts'
import type { MessageChange } from '#shared/contract/contact.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * Assigns a message to an admin or to no one, marks it done or open, ends texts to its number. Throws NotFound, Invalid for an assignee outside the
 * office, Conflict when another admin was first.
 */
export async function changeMessage(
  person: Person,
  id: string,
  { status, assignedTo, assignedFrom, textsStopped }: z.infer<typeof MessageChange>,
): Promise<void> {
  await transaction(async () => {
    const message = await lockMessage(id)
    const office = await officeTeam()
    const nameOf = (wanted: string | null) => office.find((one) => one.id === wanted)?.name ?? ''
    if (assignedTo && !office.some((one) => one.id === assignedTo))
      throw Invalid.at('assignedTo', phrase('Please choose someone who works in the office.'))
    if (
      assignedTo !== undefined &&
      assignedFrom !== undefined &&
      message.assignedTo !== assignedFrom &&
      message.assignedTo !== assignedTo
    )
      throw new Conflict(
        message.assignedTo
          ? phrase('{name} already has this message.', { name: nameOf(message.assignedTo) })
          : phrase('This message is no longer assigned to anyone.'),
      )
    if (status && (status === 'done') === message.handled) {
      const doneBy = nameOf(message.handledBy)
      throw new Conflict(
        message.handled
          ? doneBy
            ? phrase('{name} has already marked this message as done.', { name: doneBy })
            : phrase('This message is already done.')
          : phrase('This message is already open again.'),
      )
    }
    if (textsStopped && message.channel === 'sms')
      await recordTextConsent(
        { phone: message.phone },
        { agreed: false, how: 'office', words: '', by: person.id },
      )
    const isDone = status === 'done'
    await db()
      .update(contactMessages)
      .set({
        ...(assignedTo !== undefined && { assignedTo }),
        ...(status && {
          handled: isDone,
          handledAt: isDone ? now() : null,
          handledBy: isDone ? person.id : null,
        }),
        // An update needs at least one column.
        name: message.name,
      })
      .where(eq(contactMessages.id, id))
    const { name, subject } = message
    if (assignedTo && assignedTo !== message.assignedTo)
      await happened({
        event: 'contact_message_assigned',
        by: person.id,
        personId: assignedTo,
        data: { contactMessageId: id, name, subject },
      })
    else
      await happened({
        event: 'contact_message_handled',
        by: person.id,
        data: { contactMessageId: id },
      })
  })
}

/** The message, locked until the current transaction ends. Throws NotFound. */
export async function lockMessage(id: string): Promise<typeof contactMessages.$inferSelect> {
  const [row] = await db()
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.id, id))
    .for('no key update')
  if (!row) throw new NotFound(phrase('This message no longer exists.'))
  return row
}
