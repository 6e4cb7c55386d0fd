import { and, eq, isNull, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { recordOfCustomer } from '#server/features/accounts/actions/record-of-customer.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { recordTextConsent } from '#server/features/notifications/actions/record-text-consent.ts'
import { happened } from '#server/events/happened.ts'
import { type AppError, Conflict } from '#server/http/errors.ts'
import { publishPersonChange } from '#server/sessions/sessions.ts'
import type { NewCaller } from '#shared/contract/callers.ts'
import type { FoundCustomer } from '#shared/contract/search.ts'
import type { Person } from '#shared/rules/roles.ts'
import { textConsentWords } from '#shared/rules/text-consent.ts'
import { type Phrase, phrase } from '#shared/texts/t.ts'
import { matchesPerson } from '#server/reads/search-conditions.ts'

const mostKnown = 5

type Adding = {
  /** The office confirmed this is a different person from the customer with the same phone number. */
  isSomebodyElse?: boolean | undefined
  /** Path to the fields, for errors. */
  prefix?: string
}
type NewCustomer = Omit<NewCaller, 'phone'> & { phone: string; tags?: string[] | undefined }

/**
 * Adds a customer for the office and returns the id; phone is E.164 or empty. Throws Conflict at the field for a taken
 * e-mail, or, unless `isSomebodyElse`, for a phone number in use; `details.customers` lists its customers.
 */
export function addCustomer(
  person: Person,
  { email, phone, firstName, lastName, agreesToTexts = false, tags = [] }: NewCustomer,
  { isSomebodyElse = false, prefix = '' }: Adding = {},
): Promise<string> {
  return transaction(async () => {
    if (phone) {
      await lockNumbers([phone])
      if (!isSomebodyElse) await assertNewNumber(phone, prefix)
    }
    const details = { firstName, lastName, phone, smsNotifications: false, tags }
    const [added] = await db()
      .insert(users)
      .values({ ...details, email: email ?? null, role: 'customer', createdAt: now() })
      .onConflictDoNothing()
      .returning({ id: users.id })
    const id = added?.id ?? (await takeAccount(email ?? '', details, prefix))
    await recordOfCustomer({ customerId: id, by: person.id, kind: 'added' })
    if (agreesToTexts) {
      const words = textConsentWords(currentSettings().brandName)
      await recordTextConsent(
        { customerId: id },
        { agreed: true, how: 'office', words, by: person.id },
      )
    }
    await happened({
      event: 'customer_changed',
      by: person.id,
      data: { customerId: id, what: 'added' },
    })
    return id
  })
}

/** Serializes additions with the same numbers: two people may enter the same caller at the same moment. */
export async function lockNumbers(phones: readonly string[]): Promise<void> {
  // Always in the same order, to avoid deadlocks.
  await db().execute(
    sql`select pg_advisory_xact_lock(7413, number) from
      (select distinct hashtext(phone) as number from unnest(${sql.param(phones)}::text[]) phone order by 1) numbers`,
  )
}

type Details = Pick<
  typeof users.$inferInsert,
  'firstName' | 'lastName' | 'phone' | 'smsNotifications' | 'tags'
>

/** Makes an unused sign-in a customer and returns the id. Throws Conflict for an account that has another use. */
export async function takeAccount(
  email: string,
  details: Details,
  prefix: string,
): Promise<string> {
  const unused = and(eq(users.email, email), isNull(users.role), isNull(users.deactivatedAt))
  const [taken] = await db()
    .update(users)
    .set({ ...details, role: 'customer' })
    .where(unused)
    .returning({ id: users.id })
  if (!taken) throw await emailTaken(email, prefix)
  await publishPersonChange(taken.id)
  return taken.id
}

/** The error for an e-mail that has an account; `details.customers` lists the customer. */
export async function emailTaken(email: string, prefix: string): Promise<AppError> {
  const [owner] = await db().select().from(users).where(eq(users.email, email))
  if (owner?.role === 'customer' && !owner.deactivatedAt)
    return known(`${prefix}email`, phrase('A customer already has this e-mail.'), [owner])
  const message = owner?.deactivatedAt
    ? phrase('The account with this e-mail is closed. Please use another one.')
    : phrase('This e-mail belongs to someone who works here. Please enter another one.')
  return Conflict.at(`${prefix}email`, message)
}

async function assertNewNumber(phone: string, prefix: string): Promise<void> {
  const owners = await db()
    .select()
    .from(users)
    .where(
      and(
        // Uses the index; the next line rules out numbers that only contain this one.
        matchesPerson(phone),
        eq(users.phone, phone),
        eq(users.role, 'customer'),
        isNull(users.anonymizedAt),
        isNull(users.deactivatedAt),
      ),
    )
    .limit(mostKnown)
  if (owners.length > 0)
    throw known(`${prefix}phone`, phrase('A customer already has this phone number.'), owners)
}

function known(field: string, message: Phrase, owners: readonly FoundCustomer[]) {
  const customers = owners.map(({ id, firstName, lastName, email, phone }) => ({
    id,
    firstName,
    lastName,
    email,
    phone,
  }))
  return Conflict.at(field, message, { reason: 'known_customer', customers })
}
