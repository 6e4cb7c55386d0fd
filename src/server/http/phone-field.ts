import { isCostly, readPhone, regularPhonePlease } from '#server/base/phone-numbers.ts'
import { phonePlease } from '#shared/rules/phone-numbers.ts'
import { phraseOf } from '#shared/texts/t.ts'
import { Invalid } from './errors.ts'

/** A typed phone number as E.164; blank stays blank. Throws Invalid at that field if it cannot be dialed
 * or calling it costs extra. */
export async function phoneField(written: string, path = 'phone'): Promise<string> {
  if (!written) return ''
  const number = await readPhone(written)
  if (number && !(await isCostly(number))) return number
  throw Invalid.at(path, number ? phraseOf(regularPhonePlease) : phraseOf(phonePlease))
}
