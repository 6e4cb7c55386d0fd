import { isCostly, readPhone, regularPhonePlease, shownPhone } from '#server/base/phone-numbers.ts'
import { email } from '#shared/contract/fields.ts'
import { parseTyped } from '#shared/contract/parse-typed.ts'
import { emailsIn, phonesIn } from '#shared/rules/import-cells.ts'
import { phonePlease } from '#shared/rules/phone-numbers.ts'
import { t, text } from '#shared/texts/t.ts'
import type { Cells } from './cells.ts'

const emailPlease = text('Invalid email address')
const Email = email()
const isMobile = /mobile|cell|celular|m[oó]vil/i
const extension = /\s*(?:ext|x|#)\.?\s*\d{1,6}$/i

type Contacts = {
  email: string | null
  /** E.164, or empty. */
  phone: string
  /** Further e-mails and phones. */
  notes: string[]
}

/** A row's e-mail and phone: the first valid ones, a mobile number before others. */
export async function readContacts(at: Cells): Promise<Contacts> {
  const emails = readEmails(at)
  const phones = await readPhones(at)
  const phone = phones.find(({ mobile }) => mobile) ?? phones[0]
  const others = phones.filter((one) => one.number !== phone?.number || one.extension)
  return {
    email: emails[0] ?? null,
    phone: phone?.number ?? '',
    notes: [
      ...emails.slice(1).map((other) => t('Other e-mail: {email}', { email: other })),
      ...(await Promise.all(
        others.map(async (other) =>
          t('Other phone: {phone}', {
            phone: [(await shownPhone(other.number)) + other.extension, other.label]
              .filter(Boolean)
              .join(', '),
          }),
        ),
      )),
    ],
  }
}

function readEmails(at: Cells): string[] {
  const found = new Set<string>()
  for (const { header, cell } of at.all('email')) {
    const read = emailsIn(cell).map((one) => parseTyped(Email, one.replace(/^mailto:/i, '')))
    for (const one of read) if (one.success) found.add(one.data)
    if (!read.every(({ success }) => success)) at.refuse('email', emailPlease, { column: header })
  }
  return [...found]
}

type Phone = { number: string; label: string; extension: string; mobile: boolean }

async function readPhones(at: Cells): Promise<Phone[]> {
  const found = new Map<string, Phone>()
  for (const { header, cell } of at.all('phone')) {
    for (const { label, number: typed } of phonesIn(cell)) {
      const [end = ''] = extension.exec(typed) ?? []
      const number = await readPhone(typed.slice(0, typed.length - end.length))
      if (!number) at.refuse('phone', phonePlease, { column: header })
      else if (await isCostly(number)) at.refuse('phone', regularPhonePlease, { column: header })
      else if (!found.has(number))
        found.set(number, {
          number,
          label: label || header,
          extension: end,
          mobile: isMobile.test(label || header),
        })
    }
  }
  return [...found.values()]
}
