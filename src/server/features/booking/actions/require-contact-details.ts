import { atField, Invalid } from '#server/http/errors.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { type ContactDetail, detailPlease, missingDetails } from '#shared/rules/contact-details.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase, phraseOf } from '#shared/texts/t.ts'

type Given = { name?: string | undefined; phone?: string | undefined }

/**
 * Customer details to store with a booking, the phone as E.164; undefined without any. Throws Invalid at each missing field;
 * an admin may book without them, and sees what is missing.
 */
export async function detailsToSave(
  person: Person,
  customer: { name: string; phone: string },
  { name, phone = '' }: Given,
): Promise<Given | undefined> {
  const missing = missingDetails(customer)
  if (missing.length === 0) return undefined
  const given = { name, phone: missing.includes('phone') ? await phoneField(phone) : '' }
  const lacking = missing.filter((detail) => !given[detail])
  if (lacking.length > 0 && person.role !== 'admin') throw detailsNeeded(lacking)
  return lacking.length < missing.length ? given : undefined
}

/** The refusal of a booking by a customer without these details, at each of their fields. */
export const detailsNeeded = (lacking: readonly ContactDetail[]) =>
  new Invalid(phrase('Please tell us who we are meeting and how to reach you.'), {
    fields: lacking.flatMap((detail) => atField(detail, phraseOf(detailPlease[detail])).fields),
  })
