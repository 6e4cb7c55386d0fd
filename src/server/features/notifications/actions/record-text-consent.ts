import { and, eq, isNull, ne } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { users } from '#server/database/tables/users.ts'
import { type ConsentWay, endsAnswers } from '#shared/rules/text-consent.ts'

type Consent = {
  agreed: boolean
  how: ConsentWay
  /** The sentence they agreed to, their text message, or the provider's answer. */
  words: string
  by: string | null
}

/**
 * Turns texts on or off for a customer, or for every customer with a number (E.164), and adds the changes to their
 * histories, which are the record of consent. Turning them off in the app, or by changing the number, still allows answers
 * to texts from that number.
 */
export async function recordTextConsent(
  whose: { customerId: string } | { phone: string },
  { agreed, how, words, by }: Consent,
): Promise<void> {
  await transaction(async () => {
    const changed = await db()
      .update(users)
      .set({ smsNotifications: agreed })
      .where(
        and(
          'phone' in whose ? eq(users.phone, whose.phone) : eq(users.id, whose.customerId),
          eq(users.role, 'customer'),
          isNull(users.anonymizedAt),
          ne(users.smsNotifications, agreed),
        ),
      )
      .returning({ id: users.id, phone: users.phone, version: users.version })
    if (changed.length > 0)
      await db()
        .insert(customerEvents)
        .values(
          changed.map(({ id, phone, version }) => ({
            customerId: id,
            actorId: by,
            kind: agreed ? ('texts_agreed' as const) : ('texts_ended' as const),
            data: { how, words, phone },
            version,
            createdAt: now(),
          })),
        )
    const phones = 'phone' in whose ? [whose.phone] : changed.map(({ phone }) => phone)
    if (agreed || endsAnswers(how)) for (const phone of phones) await stopThread(phone, !agreed)
  })
}

const stopThread = (phone: string, textsStopped: boolean) =>
  db()
    .update(contactMessages)
    .set({ textsStopped })
    .where(and(eq(contactMessages.channel, 'sms'), eq(contactMessages.phone, phone)))

/** Ends consent before a customer's number changes: it was given for that number only. */
export const endTextsToOldNumber = (customerId: string, by: string | null): Promise<void> =>
  recordTextConsent({ customerId }, { agreed: false, how: 'number', words: '', by })
