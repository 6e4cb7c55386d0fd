import { readPhone } from '#server/base/phone-numbers.ts'
import { queryRows } from '#server/database/database.ts'

const fewestDigits = 10

/** Visits whose contact has this phone number, in any notation, newest first; none for anything but a whole number. */
export async function visitsWithContact(
  typed: string,
  limit: number,
): Promise<{ number: number; customerId: string }[]> {
  if (typed.replace(/\D/g, '').length < fewestDigits) return []
  const phone = await readPhone(typed)
  return phone ? queryRows(statement, [phone, limit]) : []
}

const statement = {
  name: 'visits-with-contact',
  text: `select number, customer_id from jobs where contact_phone = $1 and contact_phone <> ''
    order by starts_at desc limit $2`,
}
