import { eq, sql } from 'drizzle-orm'
import { currentSettings } from '#server/base/current-settings.ts'
import { db, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import {
  endTextsToOldNumber,
  recordTextConsent,
} from '#server/features/notifications/actions/record-text-consent.ts'
import type { SignedIn } from '#server/http/handlers.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { spokenCodes } from '#server/base/language.ts'
import type { LanguageCode } from '#shared/texts/languages.ts'
import { textConsentWords } from '#shared/rules/text-consent.ts'
import { phrase } from '#shared/texts/t.ts'
import { userById } from '../queries.ts'
import { publishPersonChange } from '#server/sessions/sessions.ts'
import { recordOfCustomer } from './record-of-customer.ts'
import { changeOwnEmail } from './change-email.ts'
import type { ProvenCode } from './check-code.ts'

type Profile = {
  firstName: string
  lastName: string
  phone?: string
  language?: LanguageCode | null
  agreesToTexts?: boolean
}

/**
 * Changes name, phone and language, and the e-mail once a code proves ownership. A new phone number ends a customer's consent
 * to texts, unless they agree to texts to it as well. Throws Conflict when the e-mail is taken, Invalid for an unsupported
 * language.
 */
export async function changeProfile(
  person: SignedIn,
  { firstName, lastName, phone, language, agreesToTexts }: Profile,
  newEmail?: ProvenCode,
): Promise<void> {
  if (language && !spokenCodes.includes(language))
    throw new Invalid(phrase('This language is not available yet.'))
  try {
    await transaction(async () => {
      const before = await userById(person.id)
      if (newEmail) await changeOwnEmail(person, newEmail)
      const isNewNumber =
        before.role === 'customer' && phone !== undefined && phone !== before.phone
      if (isNewNumber) await endTextsToOldNumber(person.id, person.id)
      await db()
        .update(users)
        .set({ firstName, lastName, phone, language })
        .where(eq(users.id, person.id))
      if (isNewNumber && phone && agreesToTexts) await agreeToTexts(person.id, true)
      const given = { firstName, lastName, phone, email: newEmail?.email }
      await recordOwnChange(before, given)
      // Sessions and sockets cache the language.
      if (language !== undefined) await publishPersonChange(person.id)
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email'))
      throw new Conflict(phrase('This e-mail address already has an account of its own.'))
    throw error
  }
}

/** Notifies the office of the changes; it may have the same record open. */
async function recordOwnChange(
  before: Awaited<ReturnType<typeof userById>>,
  given: Partial<Record<'firstName' | 'lastName' | 'phone' | 'email', string | undefined>>,
): Promise<void> {
  const fields = (Object.keys(given) as (keyof typeof given)[]).filter(
    (field) => given[field] !== undefined && given[field] !== before[field],
  )
  if (fields.length === 0) return
  const { id, role } = before
  if (role === 'customer') {
    await recordOfCustomer({ customerId: id, by: id, kind: 'changed', data: { fields } })
    await happened({ event: 'customer_changed', by: id, data: { customerId: id } })
  } else if (role === 'technician') {
    await db()
      .update(users)
      .set({ version: sql`${users.version} + 1`, changedBy: id })
      .where(eq(users.id, id))
    const data = { technicianId: id, works: false, fields }
    await happened({ event: 'technician_changed', by: id, personId: id, data })
  }
}

/** The profile with its phone number in stored form. Throws Invalid at the field. */
export async function readProfile<Typed extends { phone?: string }>(typed: Typed): Promise<Typed> {
  return typed.phone === undefined ? typed : { ...typed, phone: await phoneField(typed.phone) }
}

type Preferences = Pick<
  typeof users.$inferSelect,
  | 'emailNotifications'
  | 'smsNotifications'
  | 'marketingEmails'
  | 'appointmentReminders'
  | 'serviceUpdates'
>

export async function changePreferences(
  { id, role }: SignedIn,
  { smsNotifications, ...preferences }: Preferences,
): Promise<void> {
  await transaction(async () => {
    await db().update(users).set(preferences).where(eq(users.id, id))
    if (role !== 'customer')
      await db().update(users).set({ smsNotifications }).where(eq(users.id, id))
    else await agreeToTexts(id, smsNotifications)
  })
}

const agreeToTexts = (customerId: string, agreed: boolean) =>
  recordTextConsent(
    { customerId },
    {
      agreed,
      how: 'app',
      words: agreed ? textConsentWords(currentSettings().brandName) : '',
      by: customerId,
    },
  )

/** Sets the language of a person's screens and messages. */
export async function chooseLanguage(userId: string, language: LanguageCode): Promise<void> {
  await transaction(async () => {
    await db().update(users).set({ language }).where(eq(users.id, userId))
    // Sessions and sockets cache the language.
    await publishPersonChange(userId)
  })
}
