import { eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { places } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { endTextsToOldNumber } from '#server/features/notifications/actions/record-text-consent.ts'
import { endSessions } from '#server/sessions/sessions.ts'
import { tidyTags } from '#shared/rules/customers.ts'
import { eraseAccount } from './erase-account.ts'

type Account = typeof users.$inferSelect
/** Details the kept account takes over from the merged one; missing ones are always taken. */
type Taken = { name: boolean; email: boolean; phone: boolean }

/** The merged account's details that the kept one has afterwards. */
export const takenBy = (kept: Account, merged: Account, wanted: Partial<Taken>): Taken => ({
  name: hasName(merged) && (wanted.name === true || !hasName(kept)),
  email: merged.email !== null && (wanted.email === true || kept.email === null),
  phone: merged.phone !== '' && (wanted.phone === true || kept.phone === ''),
})

const hasName = ({ firstName, lastName }: Account) => `${firstName}${lastName}`.trim() !== ''

/**
 * Merges two accounts locked by the current transaction; the merged one ends up empty. Both are signed out: either could belong
 * to a stranger who typed the other's name and phone number.
 */
export async function mergeAccounts(kept: Account, merged: Account, taken: Taken): Promise<void> {
  await transaction(async () => {
    await db().update(places).set({ customerId: kept.id }).where(eq(places.customerId, merged.id))
    await eraseAccount(merged.id)
    await db()
      .update(users)
      .set({ mergedInto: kept.id, tags: [], maxVisitsWithoutCard: null })
      .where(eq(users.id, merged.id))
    // Accounts merged into that one earlier belong to the same person.
    await db().update(users).set({ mergedInto: kept.id }).where(eq(users.mergedInto, merged.id))
    if (taken.phone && kept.phone !== merged.phone) await endTextsToOldNumber(kept.id, null)
    await db()
      .update(users)
      .set({
        ...(taken.name && { firstName: merged.firstName, lastName: merged.lastName }),
        ...(taken.email && { email: merged.email, emailProvenAt: merged.emailProvenAt }),
        // Consent to texts belongs to the number.
        ...(taken.phone && { phone: merged.phone, smsNotifications: merged.smsNotifications }),
        language: kept.language ?? merged.language,
        profileImageUrl: kept.profileImageUrl ?? merged.profileImageUrl,
        maxVisitsWithoutCard: kept.maxVisitsWithoutCard ?? merged.maxVisitsWithoutCard,
        invoicing: kept.invoicing ?? merged.invoicing,
        tags: tidyTags([...kept.tags, ...merged.tags]),
        createdAt: earlier(kept.createdAt, merged.createdAt),
        lastLoginAt: later(kept.lastLoginAt, merged.lastLoginAt),
        loginCount: kept.loginCount + merged.loginCount,
      })
      .where(eq(users.id, kept.id))
    await endSessions(kept.id)
  })
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)
const later = (one: Date | null, other: Date | null) =>
  one && other ? (one > other ? one : other) : (one ?? other)
