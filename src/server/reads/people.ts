import { eq, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { users } from '#server/database/tables/users.ts'
import { services } from '#server/adapters/services.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { dialedNumber } from '#shared/rules/phone-numbers.ts'

/** Whom the office reads of; empty when nobody knows. */
export async function personName(id: string): Promise<string> {
  const [row] = await db()
    .select({ name: sql<string>`${sql.raw(nameOrEmail('users'))}` })
    .from(users)
    .where(eq(users.id, id))
  return row?.name ?? ''
}

type Customer = { email: string | null; phone: string; agreesToTexts: boolean }

/** Whether nothing that happens gets to a customer: without an e-mail they are texted, if they agreed and texts work. */
export const isUnreached = ({ email, phone, agreesToTexts }: Customer): boolean =>
  !email &&
  !(
    agreesToTexts &&
    currentSettings().smsEnabled &&
    !services().telephony.isDeadEnd &&
    dialedNumber(phone)
  )
