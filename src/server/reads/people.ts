import { eq, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { users } from '#server/database/tables/users.ts'
import { services } from '#server/adapters/services.ts'
import { isProbablyReached } from '#server/base/phone-numbers.ts'
import { currentSettings } from '#server/base/current-settings.ts'

/** A person's name for the office; empty if unknown. */
export async function personName(id: string): Promise<string> {
  const [row] = await db()
    .select({ name: sql<string>`${sql.raw(nameOrEmail('users'))}` })
    .from(users)
    .where(eq(users.id, id))
  return row?.name ?? ''
}

type Customer = { email: string | null; phone: string; agreesToTexts: boolean }

/** Whether no message reaches a customer: no e-mail, and no texts by consent or configuration. */
export const isUnreached = ({ email, phone, agreesToTexts }: Customer): boolean =>
  !email &&
  !(
    agreesToTexts &&
    currentSettings().smsEnabled &&
    !services().telephony.isDeadEnd &&
    isProbablyReached(phone)
  )

/** Whether this number opted out of texts. */
export async function textsAreStopped(id: string): Promise<boolean> {
  const [row] = await db()
    .select({ stopped: contactMessages.textsStopped })
    .from(contactMessages)
    .where(eq(contactMessages.id, id))
  return row?.stopped ?? true
}
